/* A bot in C without any library: it plays the first legal action.
 *
 * Messages are never unpacked. `token` walks over msgpack byte by byte, and what the arena wants back (match, turn, one
 * of the legal actions) is copied as it came. Put your own idea into `choose`.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST = 1 << 20, READ = 1 << 16 }; /* the arena sends at most 1 MiB */

static uint8_t input[LARGEST + READ];
static uint8_t output[1 << 16];
static size_t written;

static uint64_t number(const uint8_t *at, int bytes) {
    uint64_t value = 0;
    while (bytes--) value = value << 8 | *at++;
    return value;
}

/* The bytes of the token at `at`, or 0 if it is not all there: a map or a list without its items, everything else whole.
 * `items` becomes the number of values that follow as its items. */
static size_t token(const uint8_t *at, size_t there, uint64_t *items) {
    static const uint8_t FIXED[] = {4, 8, 1, 2, 4, 8, 1, 2, 4, 8}; /* 0xca to 0xd3: floats, unsigned, signed */
    uint8_t type = at[0];
    uint64_t size = 1;
    int length = 0; /* bytes of a length that follows the type */
    *items = 0;
    if (type < 0x80 || type >= 0xe0) size = 1;                              /* small number */
    else if (type < 0x90) *items = 2 * (type & 15u);                        /* small map */
    else if (type < 0xa0) *items = type & 15u;                              /* small list */
    else if (type < 0xc0) size = 1 + (type & 31u);                          /* short text */
    else if (type < 0xc4) size = 1;                                         /* nil, false, true */
    else if (type < 0xca) length = 1 << (type - 0xc4) % 3;                  /* binary data, extension */
    else if (type < 0xd4) size = 1u + FIXED[type - 0xca];                   /* number */
    else if (type < 0xd9) size = 2 + (1u << (type - 0xd4));                 /* extension of fixed size */
    else if (type < 0xdc) length = 1 << (type - 0xd9);                      /* text */
    else length = 2 << (type & 1);                                          /* list, map */
    if (length) {
        if (there < 1u + length) return 0;
        uint64_t told = number(at + 1, length);
        size = 1u + length;
        if (type >= 0xde) *items = 2 * told;
        else if (type >= 0xdc) *items = told;
        else size += told + (type >= 0xc7 && type <= 0xc9); /* an extension has a byte more: its type */
    }
    return size <= there ? size : 0;
}

/* Where the value ends that begins at `at`; it is all there. */
static const uint8_t *skip(const uint8_t *at) {
    uint64_t items, open = 1;
    while (open) {
        at += token(at, SIZE_MAX, &items);
        open += items - 1;
    }
    return at;
}

/* The items of a list or a map, and how many values they are. */
static const uint8_t *enter(const uint8_t *at, uint64_t *items) { return at + token(at, SIZE_MAX, items); }

static int is_text(const uint8_t *at, const char *text) {
    uint64_t none;
    size_t size = token(at, SIZE_MAX, &none), head = 0;
    if ((at[0] & 0xe0) == 0xa0) head = 1;
    else if (at[0] >= 0xd9 && at[0] <= 0xdb) head = 1u + (1u << (at[0] - 0xd9));
    return head && size == head + strlen(text) && memcmp(at + head, text, size - head) == 0;
}

/* The value of a key in a map, or NULL. */
static const uint8_t *find(const uint8_t *map, const char *key) {
    uint64_t items;
    const uint8_t *at = enter(map, &items);
    for (; items; items -= 2) {
        if (is_text(at, key)) return skip(at);
        at = skip(skip(at));
    }
    return NULL;
}

static void put(const void *bytes, size_t size) {
    if (written + size > sizeof output) exit(1); /* larger than an answer may be */
    memcpy(output + written, bytes, size);
    written += size;
}

static void put_text(const char *text) { /* up to 31 bytes */
    uint8_t type = 0xa0 | (uint8_t)strlen(text);
    put(&type, 1);
    put(text, strlen(text));
}

static void put_copy(const char *key, const uint8_t *value) {
    put_text(key);
    put(value, (size_t)(skip(value) - value));
}

static void send_out(void) {
    for (size_t sent = 0; sent < written;) {
        ssize_t some = write(STDOUT_FILENO, output + sent, written - sent);
        if (some <= 0) exit(1);
        sent += (size_t)some;
    }
    written = 0;
}

/* One of the legal actions. `legal` is a list; `skip` goes from one action to the next. */
static const uint8_t *choose(const uint8_t *view, const uint8_t *legal) {
    (void)view;
    uint64_t actions;
    return enter(legal, &actions);
}

static void handle(const uint8_t *message) {
    const uint8_t *type = find(message, "type");
    if (!type) return;
    if (is_text(type, "hello")) {
        put("\x84", 1); /* a map of four */
        put_text("type"), put_text("ready");
        put_text("protocol"), put("\x01", 1);
        put_text("name"), put_text("first-in-c");
        put_text("version"), put_text("1");
        send_out();
    } else if (is_text(type, "ask")) {
        put("\x84", 1);
        put_text("type"), put_text("act");
        put_copy("match", find(message, "match"));
        put_copy("turn", find(message, "turn"));
        put_copy("action", choose(find(message, "view"), find(message, "legal")));
        send_out();
    } else if (is_text(type, "bye")) {
        exit(0);
    }
}

int main(void) {
    size_t there = 0, walked = 0; /* bytes in `input`, and of those the ones that were walked over */
    uint64_t items, open = 1;     /* values that the message still needs */
    for (;;) {
        size_t size = walked < there ? token(input + walked, there - walked, &items) : 0;
        if (size) {
            walked += size;
            open += items - 1;
            if (open == 0) {
                handle(input);
                memmove(input, input + walked, there -= walked);
                walked = 0, open = 1;
            }
            continue;
        }
        if (there > LARGEST) return 1;
        ssize_t some = read(STDIN_FILENO, input + there, READ);
        if (some <= 0) return 0;
        there += (size_t)some;
    }
}
