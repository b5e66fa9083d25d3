"""Uses as much shared memory as the addresses of one process allow."""

import mmap

from tests.rogues.escape import MIB, PIECE, attack
from tests.rogues.rogue import insist

ROWS = ("R3",)
EXPECT = ("memory",)
LEVEL = "jail"
DECISION = 20.0


def take() -> None:
    with mmap.mmap(-1, 4096 * MIB, flags=mmap.MAP_SHARED) as shared:
        for _ in range(2048):
            shared.write(PIECE)
    insist(False, "2 GiB of shared memory")


if __name__ == "__main__":
    attack(take)
