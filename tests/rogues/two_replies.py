"""Answers twice at once."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P7",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    write(act(ask) * 2)


if __name__ == "__main__":
    play(answer)
