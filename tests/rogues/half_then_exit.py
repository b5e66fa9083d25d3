"""Sends the first three bytes of an answer and ends."""

import os

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P4",)
EXPECT = ("exited",)


def answer(ask: Message) -> None:
    write(act(ask)[:3])
    os._exit(0)


if __name__ == "__main__":
    play(answer)
