"""Sends true for 1 inside an action."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P21",)
EXPECT = ("illegal", "illegal", "illegal")


def answer(ask: Message) -> None:
    write(act(ask, action={"do": "travel", "faces": [], "boosters": [True], "ability": 1}))


if __name__ == "__main__":
    play(answer)
