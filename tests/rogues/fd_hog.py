"""Opens thirty thousand files."""

import os

from tests.rogues.escape import attack
from tests.rogues.rogue import insist

ROWS = ("R12",)
EXPECT = ()
LEVEL = "limits"

MOST = 30_000


def hog() -> None:
    last = 0
    try:
        while last < MOST:
            last = os.dup(0)
    except OSError:
        pass
    insist(last < 128, f"{last} open files")
    os.closerange(3, last + 1)


if __name__ == "__main__":
    attack(hog)
