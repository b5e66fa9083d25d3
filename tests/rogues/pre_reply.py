"""Answers a turn that nobody has asked yet."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P8",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    write(act(ask, turn=ask["turn"] + 1000))


if __name__ == "__main__":
    play(answer)
