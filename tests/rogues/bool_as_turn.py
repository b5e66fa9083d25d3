"""Sends true for the number of the turn."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P21",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(act(ask, turn=True))


if __name__ == "__main__":
    play(answer)
