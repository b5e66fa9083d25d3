"""Closes its stdout and stays."""

import os
import time

from tests.rogues.rogue import STDOUT, Message, play

ROWS = ("P1",)
EXPECT = ("exited",)
EXPECT_IN_JAIL = ("late", "late", "silent")  # who guards it there holds its stdout open, too


def answer(ask: Message) -> None:
    os.close(STDOUT)
    time.sleep(3600)


if __name__ == "__main__":
    play(answer)
