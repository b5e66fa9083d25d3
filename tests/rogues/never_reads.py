"""Reads nothing after the greeting."""

import time

from tests.rogues.rogue import play, ready

ROWS = ("T4",)
EXPECT = ("late", "late", "silent")
PLACE = 0


def greet() -> None:
    ready()
    time.sleep(3600)


if __name__ == "__main__":
    play(greet=greet)
