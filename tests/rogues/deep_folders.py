"""Leaves folders in its home, a thousand and more inside each other."""

import os

from tests.rogues.rogue import Message, play

ROWS = ("E8",)
EXPECT = ()


def dig(_: Message) -> None:
    os.chdir(os.environ["HOME"])
    for _depth in range(1500):
        os.mkdir("d")
        os.chdir("d")


if __name__ == "__main__":
    play(begin=dig)
