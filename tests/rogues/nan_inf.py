"""Sends what is not a number where one is due."""

import math

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P20",)
EXPECT = ("illegal", "illegal", "illegal")


odd = [math.nan, math.inf, -0.0]


def answer(ask: Message) -> None:
    write(act(ask, action={"do": "travel", "faces": [], "boosters": [odd.pop()], "ability": False}))


if __name__ == "__main__":
    play(answer)
