"""Answers and ends, while a child of its own keeps stdin and stdout open: it has gone before it is asked again."""

import os
import time

from tests.rogues.rogue import Message, honest, play

ROWS = ("P1",)
EXPECT = ("exited",)
PLACE = 2


def answer(ask: Message) -> None:
    honest(ask)
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)


if __name__ == "__main__":
    play(answer)
