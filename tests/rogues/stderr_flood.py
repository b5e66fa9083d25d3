"""Writes 40 MiB to stderr."""

import os

from tests.rogues.escape import MIB, PIECE, attack
from tests.rogues.rogue import insist

ROWS = ("R11",)
EXPECT = ()
LEVEL = "limits"


def flood() -> None:
    written = 0
    try:
        for _ in range(40):
            written += os.write(2, PIECE)
    except OSError:
        pass
    insist(written <= 16 * MIB, f"{written} bytes of log")


if __name__ == "__main__":
    attack(flood)
