"""Stops and kills its parent and every process that it sees."""

import os
import signal
from contextlib import suppress

from arena.isolation.owner import started
from tests.rogues.escape import BAIT, attack
from tests.rogues.rogue import insist

ROWS = ("E3",)
EXPECT = ()
LEVEL = "jail"


def kill() -> None:
    arena, start = BAIT["arena"]
    insist(started(arena) != start, "the arena is within reach")  # and would be gone with the next lines
    seen = {int(name) for name in os.listdir("/proc") if name.isdecimal()} - {os.getpid()}
    for pid in {os.getppid(), arena, *seen}:
        for number in (signal.SIGSTOP, signal.SIGTERM, signal.SIGKILL):
            with suppress(OSError):
                os.kill(pid, number)
    insist(os.getppid() in (0, 1), "a parent that could be killed")


if __name__ == "__main__":
    attack(kill)
