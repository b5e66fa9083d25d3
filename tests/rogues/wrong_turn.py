"""Answers for a turn that has its answer."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P10",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    write(act(ask, turn=0))


if __name__ == "__main__":
    play(answer)
