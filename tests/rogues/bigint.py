"""Sends the largest and the smallest integers inside an action."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P22",)
EXPECT = ("illegal", "illegal", "illegal")


def answer(ask: Message) -> None:
    write(act(ask, action={"do": "travel", "faces": [], "boosters": [2**64 - 1, -(2**63)], "ability": False}))


if __name__ == "__main__":
    play(answer)
