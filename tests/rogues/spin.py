"""Thinks for ever."""

from tests.rogues.rogue import Message, play

ROWS = ("T1",)
EXPECT = ("late", "late", "silent")


def answer(ask: Message) -> None:
    while True:
        pass


if __name__ == "__main__":
    play(answer)
