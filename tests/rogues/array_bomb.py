"""Announces an array of four billion items."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P11",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\xdd\xff\xff\xff\xff")


if __name__ == "__main__":
    play(answer)
