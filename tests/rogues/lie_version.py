"""Speaks another version of the protocol."""

from tests.rogues.rogue import READY, pack, play, write

ROWS = ("P28",)
EXPECT = ("start_failed",)


def greet() -> None:
    write(pack(READY | {"protocol": 2}))


if __name__ == "__main__":
    play(greet=greet)
