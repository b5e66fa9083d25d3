"""Announces a text of four gigabytes and waits."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P16",)
EXPECT = ("late", "late", "silent")


header = [b"\xdb\xff\xff\xff\xff"]


def answer(ask: Message) -> None:
    if header:
        write(header.pop())


if __name__ == "__main__":
    play(answer)
