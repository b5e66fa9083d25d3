"""Takes longer to greet than it may."""

import time

from tests.rogues.rogue import play

ROWS = ("T7",)
EXPECT = ("start_failed",)


def greet() -> None:
    time.sleep(3600)


if __name__ == "__main__":
    play(greet=greet)
