"""Writes two gigabytes into a file that is only memory."""

import os

from tests.rogues.escape import MIB, PIECE, attack, refused

ROWS = ("R4",)
EXPECT = ()
LEVEL = "limits"


def write() -> None:
    with open(os.memfd_create("big"), "wb", buffering=0) as file:
        for _ in range(2048):
            if file.write(PIECE) < MIB:
                raise OSError("cut short")


if __name__ == "__main__":
    attack(lambda: refused("2 GiB in a file of memory", write))
