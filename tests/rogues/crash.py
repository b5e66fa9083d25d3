"""Crashes in the middle of a turn."""

import os
import signal

from tests.rogues.rogue import Message, play

ROWS = ("P2",)
EXPECT = ("exited",)


def answer(ask: Message) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


if __name__ == "__main__":
    play(answer)
