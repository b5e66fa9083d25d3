"""Takes the name of a rival; who it is, the arena knows."""

from tests.rogues.rogue import READY, pack, play, write

ROWS = ("P28",)
EXPECT = ()


def greet() -> None:
    write(pack(READY | {"name": "random", "author": "the rival's"}))


if __name__ == "__main__":
    play(greet=greet)
