"""Takes four gigabytes."""

from tests.rogues.escape import attack
from tests.rogues.rogue import insist

ROWS = ("R1",)
EXPECT = ("exited",)
LEVEL = "limits"


def take() -> None:
    taken = bytearray(4 << 30)
    insist(not taken, "4 GiB in one process")


if __name__ == "__main__":
    attack(take)
