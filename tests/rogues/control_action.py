"""Hides what would drive a terminal mad in an action."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P26",)
EXPECT = ("illegal", "illegal", "illegal")


MAD = "\x1b[2J\r\n\u202eabc\x00"
shapes: list[Message] = [{"do": MAD}, {"do": "leave", "to": MAD}, {"do": "board", "cat": MAD}]


def answer(ask: Message) -> None:
    write(act(ask, action=shapes.pop()))


if __name__ == "__main__":
    play(answer)
