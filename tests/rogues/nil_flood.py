"""Sends 64 000 tiny messages at once."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P27",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\xc0" * 64_000)


if __name__ == "__main__":
    play(answer)
