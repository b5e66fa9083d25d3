"""Sends its answer one byte at a time, with pauses."""

import time

from tests.rogues.rogue import Message, act, play, write

ROWS = ("T3",)
EXPECT = ("late", "late", "silent")
DECISION = 0.25


def answer(ask: Message) -> None:
    for byte in act(ask):
        write(bytes([byte]))
        time.sleep(0.05)


if __name__ == "__main__":
    play(answer)
