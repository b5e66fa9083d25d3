"""Sleeps for ever."""

import time

from tests.rogues.rogue import Message, play

ROWS = ("T2",)
EXPECT = ("late", "late", "silent")


def answer(ask: Message) -> None:
    time.sleep(3600)


if __name__ == "__main__":
    play(answer)
