"""Announces a map of four billion pairs."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P13",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\xdf\xff\xff\xff\xff")


if __name__ == "__main__":
    play(answer)
