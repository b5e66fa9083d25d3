"""Stops its whole process group, whoever is in it."""

import os
import signal

from arena.isolation.owner import started
from tests.rogues.escape import BAIT, attack
from tests.rogues.rogue import insist

ROWS = ("E3",)
EXPECT = ("late", "late", "silent")
LEVEL = "jail"


def stop() -> None:
    arena, start = BAIT["arena"]
    insist(started(arena) != start, "the arena is within reach")
    os.kill(0, signal.SIGSTOP)


if __name__ == "__main__":
    attack(stop)
