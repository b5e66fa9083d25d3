"""Takes little memory in each of eight processes, and too much in all together."""

import os
import time

from tests.rogues.escape import MIB, attack

ROWS = ("R2",)
EXPECT = ("memory",)
LEVEL = "jail"
DECISION = 20.0

EACH = 200 * MIB


def take() -> None:
    children = [child() for _ in range(8)]
    for _ in children:
        if os.wait()[1]:
            os._exit(4)
    os._exit(3)  # all had what they wanted


def child() -> int:
    pid = os.fork()
    if pid == 0:
        taken = b"x" * EACH
        time.sleep(2)
        os._exit(len(taken) != EACH)
    return pid


if __name__ == "__main__":
    attack(take)
