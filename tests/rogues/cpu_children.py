"""Lets children think while it waits for them."""

import os
import time

from tests.rogues.rogue import Message, play

ROWS = ("R16",)
EXPECT = ("late", "late", "silent")


def answer(ask: Message) -> None:
    for _ in range(4):
        if os.fork() == 0:
            while time.process_time() < 5.0:
                pass
            os._exit(0)
    os.wait()


if __name__ == "__main__":
    play(answer)
