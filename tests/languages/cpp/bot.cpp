// A bot in C++ without any library: it plays the first legal action.
//
// A message is read into a `Value`, which remembers its bytes: what the arena wants back (match, turn, one of the legal
// actions) is sent as it came. Put your own idea into `choose`.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

struct Value {
    std::string_view bytes;             // all of it, as it came
    std::string_view text;              // of a text
    std::int64_t number = 0;            // of an integer
    std::vector<Value> items;           // of a list
    std::map<std::string, Value> pairs; // of a map
};

struct Incomplete {};

class Reader {
  public:
    explicit Reader(std::string_view data) : data(data) {}

    Value value() {
        std::size_t start = at;
        Value made;
        unsigned type = static_cast<unsigned>(unsigned_of(1));
        if (type < 0x80) made.number = type;
        else if (type < 0x90) map(made, type & 15);
        else if (type < 0xa0) list(made, type & 15);
        else if (type < 0xc0) made.text = take(type & 31);
        else if (type < 0xc4) {}                                                       // nil, false, true
        else if (type < 0xc7) take(unsigned_of(1 << (type - 0xc4)));                   // binary data
        else if (type < 0xca) take(unsigned_of(1 << (type - 0xc7)) + 1);               // extension
        else if (type < 0xcc) take(type == 0xca ? 4 : 8);                              // float
        else if (type < 0xd0) made.number = static_cast<std::int64_t>(unsigned_of(1 << (type - 0xcc)));
        else if (type < 0xd4) made.number = signed_of(1 << (type - 0xd0));
        else if (type < 0xd9) take(1 + (1 << (type - 0xd4)));                          // extension of fixed size
        else if (type < 0xdc) made.text = take(unsigned_of(1 << (type - 0xd9)));
        else if (type < 0xde) list(made, unsigned_of(type == 0xdc ? 2 : 4));
        else if (type < 0xe0) map(made, unsigned_of(type == 0xde ? 2 : 4));
        else made.number = static_cast<std::int8_t>(type);
        made.bytes = data.substr(start, at - start);
        return made;
    }

  private:
    std::string_view data;
    std::size_t at = 0;

    std::string_view take(std::size_t size) {
        if (size > data.size() - at) throw Incomplete{};
        at += size;
        return data.substr(at - size, size);
    }

    std::uint64_t unsigned_of(int size) {
        std::uint64_t number = 0;
        for (unsigned char byte : take(static_cast<std::size_t>(size))) number = number << 8 | byte;
        return number;
    }

    std::int64_t signed_of(int size) {
        int unused = 64 - 8 * size;
        return static_cast<std::int64_t>(unsigned_of(size) << unused) >> unused;
    }

    void list(Value &made, std::uint64_t size) {
        while (size--) made.items.push_back(value());
    }

    void map(Value &made, std::uint64_t size) {
        while (size--) {
            std::string key(value().text);
            made.pairs[key] = value();
        }
    }
};

static std::string text(std::string_view words) { // up to 31 bytes
    return static_cast<char>(0xa0 | words.size()) + std::string(words);
}

static void send(const std::map<std::string, std::string> &pairs) {
    std::string message(1, static_cast<char>(0x80 | pairs.size()));
    for (const auto &[key, value] : pairs) message += text(key) + value;
    for (std::string_view rest = message; !rest.empty();) {
        ssize_t sent = write(STDOUT_FILENO, rest.data(), rest.size());
        if (sent <= 0) std::exit(1);
        rest.remove_prefix(static_cast<std::size_t>(sent));
    }
}

static const Value &choose(const Value &ask) { return ask.pairs.at("legal").items.front(); }

static void handle(const Value &message) {
    std::string_view type = message.pairs.at("type").text;
    if (type == "hello") {
        send({{"type", text("ready")}, {"protocol", "\x01"}, {"name", text("first-in-c++")}, {"version", text("1")}});
    } else if (type == "ask") {
        auto copy = [&](const char *key) { return std::string(message.pairs.at(key).bytes); };
        send({{"type", text("act")},
              {"match", copy("match")},
              {"turn", copy("turn")},
              {"action", std::string(choose(message).bytes)}});
    } else if (type == "bye") {
        std::exit(0);
    }
}

static std::optional<Value> whole(std::string_view data) {
    try {
        return Reader(data).value();
    } catch (Incomplete) {
        return std::nullopt;
    }
}

int main() {
    std::string input;
    std::vector<char> chunk(1 << 20);
    for (ssize_t size; (size = read(STDIN_FILENO, chunk.data(), chunk.size())) > 0;) {
        input.append(chunk.data(), static_cast<std::size_t>(size));
        while (auto message = whole(input)) {
            handle(*message);
            input.erase(0, message->bytes.size());
        }
    }
}
