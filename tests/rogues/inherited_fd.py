"""Looks for open files that it was not meant to have."""

import os

from tests.rogues.rogue import Message, insist, play

ROWS = ("I5",)
EXPECT = ()


def look(_: Message) -> None:
    extra = [fd for fd in range(3, 1024) if is_open(fd)]
    insist(not extra, f"open files: {extra}")


def is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    play(begin=look)
