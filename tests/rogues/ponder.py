"""Answers at once and burns a core ever after, also while others are to move."""

import threading

from tests.rogues.rogue import honest, play

ROWS = ("T9",)
EXPECT = ()


def burn() -> None:
    while True:
        pass


if __name__ == "__main__":
    threading.Thread(target=burn, daemon=True).start()
    play(honest, decently=0)
