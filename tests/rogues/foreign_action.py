"""Sends a good action at the wrong time."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P25",)
EXPECT = ("illegal", "illegal", "illegal")


def answer(ask: Message) -> None:
    write(act(ask, action={"do": "leave", "to": "nowhere"}))


if __name__ == "__main__":
    play(answer)
