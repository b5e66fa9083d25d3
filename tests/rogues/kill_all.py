"""Kills everybody at once; only its own child is there to be killed."""

import os
import signal
import time

from arena.isolation.owner import started
from tests.rogues.escape import BAIT, attack
from tests.rogues.rogue import insist

ROWS = ("E5",)
EXPECT = ()
LEVEL = "jail"


def kill() -> None:
    arena, start = BAIT["arena"]
    insist(started(arena) != start, "the arena is within reach")
    child = os.fork()
    if child == 0:
        time.sleep(30)
        os._exit(0)
    os.kill(-1, signal.SIGKILL)
    insist(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL, "its own child has survived")


if __name__ == "__main__":
    attack(kill)
