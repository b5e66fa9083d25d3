"""Sends 60 000 arrays, each inside the other."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P15",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\x91" * 60_000)


if __name__ == "__main__":
    play(answer)
