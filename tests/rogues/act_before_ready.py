"""Answers before it was even greeted to the end."""

from tests.rogues.rogue import pack, play, write

ROWS = ("P8",)
EXPECT = ("start_failed",)


def greet() -> None:
    write(pack({"type": "act", "match": "m", "turn": 0, "action": {}}))


if __name__ == "__main__":
    play(greet=greet)
