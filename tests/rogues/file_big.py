"""Writes one file of a gigabyte, then as many small ones as it can."""

import os

from tests.rogues.escape import MIB, PIECE, attack, fill, refused
from tests.rogues.rogue import insist

ROWS = ("R13",)
EXPECT = ()
LEVEL = "jail"


def write() -> None:
    refused("a file of a gigabyte", big)
    written = fill(os.environ["TMPDIR"], 1024 * MIB)
    insist(written <= 64 * MIB, f"{written} bytes of files")


def big() -> None:
    path = os.path.join(os.environ["TMPDIR"], "big")
    try:
        with open(path, "wb", buffering=0) as file:
            for _ in range(1024):
                if file.write(PIECE) < MIB:
                    raise OSError("cut short")
    finally:
        os.unlink(path)


if __name__ == "__main__":
    attack(write)
