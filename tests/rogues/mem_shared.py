"""Maps more shared memory than the limit on private memory would count."""

import mmap

from tests.rogues.escape import attack, refused

ROWS = ("R3",)
EXPECT = ()
LEVEL = "limits"


if __name__ == "__main__":
    attack(lambda: refused("16 GiB of shared memory", mmap.mmap, -1, 16 << 30, mmap.MAP_SHARED))
