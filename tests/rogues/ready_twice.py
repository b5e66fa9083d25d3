"""Says ready again, in place of an answer."""

from tests.rogues.rogue import Message, play, ready

ROWS = ("P8",)
EXPECT = ("out_of_turn",)


def answer(ask: Message) -> None:
    ready()


if __name__ == "__main__":
    play(answer)
