"""Ends with status 0 when it is asked."""

import os

from tests.rogues.rogue import Message, play

ROWS = ("P1",)
EXPECT = ("exited",)


def answer(ask: Message) -> None:
    os._exit(0)


if __name__ == "__main__":
    play(answer)
