"""Stops itself by a signal, for ever."""

import os
import signal

from tests.rogues.rogue import Message, play

ROWS = ("T6",)
EXPECT = ("late", "late", "silent")


def answer(ask: Message) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


if __name__ == "__main__":
    play(answer)
