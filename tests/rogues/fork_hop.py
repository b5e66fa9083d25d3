"""Hops: a child that forks a child in a new session and ends, again and again, without a token or a parent."""

import os
import time

from tests.rogues.escape import attack

ROWS = ("R7",)
EXPECT = ()
LEVEL = "jail"

HOPS = 2000


def hop() -> None:
    if os.fork():
        return
    os.closerange(0, 3)
    for _ in range(HOPS):
        os.setsid()
        time.sleep(0.005)
        if os.fork():
            os._exit(0)
    os._exit(0)


if __name__ == "__main__":
    attack(hop)
