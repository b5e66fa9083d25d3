"""Has a name of ten megabytes."""

from tests.rogues.rogue import READY, pack, play, write

ROWS = ("P28",)
EXPECT = ("start_failed",)


def greet() -> None:
    write(pack(READY | {"name": "x" * 10_000_000}))


if __name__ == "__main__":
    play(greet=greet)
