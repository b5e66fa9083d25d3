"""Sends its answer a thousand times."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P27",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    write(act(ask) * 1000)


if __name__ == "__main__":
    play(answer)
