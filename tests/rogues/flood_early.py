"""Floods stdout before it is greeted."""

from tests.rogues.rogue import write

ROWS = ("R10",)
EXPECT = ("start_failed",)


def flood() -> None:
    while True:
        write(b"\x93" * 65_536)


if __name__ == "__main__":
    flood()
