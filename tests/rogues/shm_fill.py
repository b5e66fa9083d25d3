"""Fills every place in memory that it can write to."""

from tests.rogues.escape import MIB, attack, fill
from tests.rogues.rogue import insist

ROWS = ("R14",)
EXPECT = ()
LEVEL = "jail"

MOST = {"/tmp": 64 * MIB, "/dev/shm": MIB, "/dev": 0, "/run": 0, "/var/tmp": 0, "/": 0, "/proc": 0, "/dev/mqueue": 0}


def flood() -> None:
    for folder, most in MOST.items():
        written = fill(folder, 128 * MIB)
        insist(written <= most, f"{written} bytes in {folder}")


if __name__ == "__main__":
    attack(flood)
