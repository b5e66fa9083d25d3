"""Answers for another match."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P10",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    write(act(ask, match="another"))


if __name__ == "__main__":
    play(answer)
