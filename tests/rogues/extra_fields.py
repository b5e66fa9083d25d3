"""Adds fields that nobody knows; they are ignored."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P25",)
EXPECT = ()


def answer(ask: Message) -> None:
    write(act(ask, mood="good", tree=[[1, 2], [3, [4]]], depth={"max": 9}))


if __name__ == "__main__":
    play(answer)
