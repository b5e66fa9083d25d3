"""Ends, while a child of its own keeps stdin and stdout open."""

import os
import time

from tests.rogues.rogue import Message, play

ROWS = ("P1",)
EXPECT = ("exited",)


def answer(ask: Message) -> None:
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)


if __name__ == "__main__":
    play(answer)
