"""Forks as often as it can, and keeps all forks."""

import os
import time

from tests.rogues.escape import attack
from tests.rogues.rogue import insist

ROWS = ("R5",)
EXPECT = ()
LEVEL = "jail"

MOST = 400


def bomb() -> None:
    forks = 0
    try:
        while forks < MOST:
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
            forks += 1
    except OSError:
        pass
    insist(forks < 64, f"{forks} forks")


if __name__ == "__main__":
    attack(bomb)
