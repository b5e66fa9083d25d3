"""Sends the first three bytes of an answer, and then nothing more."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P3",)
EXPECT = ("late", "late", "silent")


half = [b"\x84\xa4t"]


def answer(ask: Message) -> None:
    if half:
        write(half.pop())


if __name__ == "__main__":
    play(answer)
