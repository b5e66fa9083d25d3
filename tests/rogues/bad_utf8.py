"""Sends text that is not UTF-8, as a key or as a value."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P19",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    key, value = (b"\xff\xfe\xfd", b"type") if ask["view"]["seat"] % 2 else (b"type", b"\xff\xfe\xfd")
    write(b"\x81" + bytes([0xA0 + len(key)]) + key + bytes([0xA0 + len(value)]) + value)


if __name__ == "__main__":
    play(answer)
