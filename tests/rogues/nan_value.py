"""Values its position at infinity."""

import math

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P20",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(act(ask, value=math.inf if ask["view"]["seat"] % 2 else math.nan))


if __name__ == "__main__":
    play(answer)
