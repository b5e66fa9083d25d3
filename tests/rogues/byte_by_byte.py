"""Sends a message that is too large, one byte at a time."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P17",)
EXPECT = ("oversized",)


def answer(ask: Message) -> None:
    write(b"\xdb\xff\xff\xff\xff")
    while True:
        write(b"\x01")


if __name__ == "__main__":
    play(answer)
