"""Sends actions with a part missing, one too many, or none that the game knows."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P25",)
EXPECT = ("illegal", "illegal", "illegal")


shapes: list[Message] = [{}, {"do": "leave"}, {"do": "win"}]


def answer(ask: Message) -> None:
    write(act(ask, action=shapes.pop()))


if __name__ == "__main__":
    play(answer)
