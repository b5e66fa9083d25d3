// A bot in Java without any library: it plays the first legal action.
//
// The reader gives every message as maps, lists, texts and numbers; whatever came can be sent back. Reading from a
// stream that blocks is all that it takes to have messages come in pieces. Put your own idea into `choose`.
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public class Bot {
    private final DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 16));
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);

    public static void main(String[] arguments) throws IOException {
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true)); // whatever is printed is log
        try {
            new Bot().run();
        } catch (EOFException end) {
            System.exit(0);
        }
    }

    private void run() throws IOException {
        while (true) {
            Map<?, ?> message = (Map<?, ?>) read();
            switch (String.valueOf(message.get("type"))) {
                case "hello":
                    say("type", "ready", "protocol", 1L, "name", "first-in-java", "version", "1");
                    break;
                case "ask":
                    say("type", "act", "match", message.get("match"), "turn", message.get("turn"),
                        "action", choose(message));
                    break;
                case "bye":
                    return;
                default: // start and over tell, and types that we do not know are ignored
            }
        }
    }

    private Object choose(Map<?, ?> ask) {
        return ((List<?>) ask.get("legal")).get(0);
    }

    private Object read() throws IOException {
        int type = in.readUnsignedByte();
        if (type < 0x80) return (long) type;
        if (type < 0x90) return readMap(type & 15);
        if (type < 0xa0) return readList(type & 15);
        if (type < 0xc0) return readText(type & 31);
        if (type >= 0xe0) return (long) (byte) type;
        switch (type) {
            case 0xc2: return false;
            case 0xc3: return true;
            case 0xca: return (double) in.readFloat();
            case 0xcb: return in.readDouble();
            case 0xcc: return (long) in.readUnsignedByte();
            case 0xcd: return (long) in.readUnsignedShort();
            case 0xce: return in.readInt() & 0xffffffffL;
            case 0xcf: return in.readLong(); // of a seed beyond 2^63 the same bits
            case 0xd0: return (long) in.readByte();
            case 0xd1: return (long) in.readShort();
            case 0xd2: return (long) in.readInt();
            case 0xd3: return in.readLong();
            case 0xd9: return readText(in.readUnsignedByte());
            case 0xda: return readText(in.readUnsignedShort());
            case 0xdb: return readText(in.readInt());
            case 0xdc: return readList(in.readUnsignedShort());
            case 0xdd: return readList(in.readInt());
            case 0xde: return readMap(in.readUnsignedShort());
            case 0xdf: return readMap(in.readInt());
            default: return null; // nil; the protocol has no other types
        }
    }

    private String readText(int size) throws IOException {
        byte[] text = new byte[size];
        in.readFully(text);
        return new String(text, StandardCharsets.UTF_8);
    }

    private List<Object> readList(int size) throws IOException {
        List<Object> items = new ArrayList<>();
        for (int i = 0; i < size; i++) items.add(read());
        return items;
    }

    private Map<Object, Object> readMap(int size) throws IOException {
        Map<Object, Object> pairs = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            Object key = read();
            pairs.put(key, read());
        }
        return pairs;
    }

    private void say(Object... pairs) throws IOException {
        Map<Object, Object> message = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) message.put(pairs[i], pairs[i + 1]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        write(new DataOutputStream(bytes), message);
        out.write(bytes.toByteArray()); // at once, and without a buffer that would have to be flushed
    }

    private void write(DataOutputStream to, Object value) throws IOException {
        if (value == null) {
            to.writeByte(0xc0);
        } else if (value instanceof Boolean) {
            to.writeByte((Boolean) value ? 0xc3 : 0xc2);
        } else if (value instanceof Long) {
            long number = (Long) value;
            if (number >= 0 && number < 0x80) {
                to.writeByte((int) number);
            } else {
                to.writeByte(0xd3);
                to.writeLong(number);
            }
        } else if (value instanceof Double) {
            to.writeByte(0xcb);
            to.writeDouble((Double) value);
        } else if (value instanceof String) {
            byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
            writeHead(to, 0xa0, 31, 0xda, text.length);
            to.write(text);
        } else if (value instanceof List) {
            List<?> items = (List<?>) value;
            writeHead(to, 0x90, 15, 0xdc, items.size());
            for (Object item : items) write(to, item);
        } else {
            Map<?, ?> pairs = (Map<?, ?>) value;
            writeHead(to, 0x80, 15, 0xde, pairs.size());
            for (Map.Entry<?, ?> pair : pairs.entrySet()) {
                write(to, pair.getKey());
                write(to, pair.getValue());
            }
        }
    }

    private void writeHead(DataOutputStream to, int small, int most, int large, int size) throws IOException {
        if (size <= most) {
            to.writeByte(small | size);
        } else {
            to.writeByte(large);
            to.writeShort(size);
        }
    }
}
