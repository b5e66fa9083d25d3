"""Backdates the time of its last write, to look as if the arena had been slow."""

import os
import time

from tests.rogues.rogue import Message, honest, play

ROWS = ("T8",)
EXPECT = ("late", "late", "late")


def answer(ask: Message) -> None:
    time.sleep(ask["budget"]["decision"] + 0.05)
    honest(ask)
    os.utime("/proc/self/fd/1", (1.0, 1.0))


if __name__ == "__main__":
    play(answer)
