"""Writes zeros without end."""

from tests.rogues.rogue import Message, play, write

ROWS = ("R10",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    while True:
        write(b"\x00" * 65_536)


if __name__ == "__main__":
    play(answer)
