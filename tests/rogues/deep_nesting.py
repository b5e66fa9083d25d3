"""Sends 1023 arrays, each inside the other."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P14",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\x91" * 1022 + b"\x90")


if __name__ == "__main__":
    play(answer)
