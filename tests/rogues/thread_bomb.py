"""Starts as many threads as it can, and keeps them."""

import threading
import time

from tests.rogues.escape import attack
from tests.rogues.rogue import insist

ROWS = ("R6",)
EXPECT = ()
LEVEL = "jail"

MOST = 400


def bomb() -> None:
    threads = 0
    try:
        while threads < MOST:
            threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
            threads += 1
    except RuntimeError:
        pass
    insist(threads < 64, f"{threads} threads")


if __name__ == "__main__":
    attack(bomb)
