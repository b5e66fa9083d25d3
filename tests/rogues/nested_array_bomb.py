"""Announces 900 arrays of a million items, each inside the other."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P12",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\xdd\x00\x0f\x42\x40" * 900)


if __name__ == "__main__":
    play(answer)
