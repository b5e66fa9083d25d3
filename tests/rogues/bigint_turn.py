"""Sends the largest integer as the number of the turn."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P22",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    write(act(ask, turn=2**64 - 1))


if __name__ == "__main__":
    play(answer)
