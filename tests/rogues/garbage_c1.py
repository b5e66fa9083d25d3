"""Sends the one byte that is never msgpack."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P5",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\xc1" * 16)


if __name__ == "__main__":
    play(answer)
