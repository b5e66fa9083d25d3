"""Sends arrays that keep to the limits of arrays, and never end."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P17",)
EXPECT = ("oversized",)


def answer(ask: Message) -> None:
    write(b"\xdc\x04\x00")
    while True:
        write((b"\xdc\x04\x00" + b"\xc0" * 1024) * 64)


if __name__ == "__main__":
    play(answer)
