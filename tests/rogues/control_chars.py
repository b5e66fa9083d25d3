"""Plays well, but its name and notes would drive a terminal mad."""

from tests.rogues.rogue import READY, Message, act, pack, play, write

ROWS = ("P26",)
EXPECT = ()


MAD = "\x1b[2J\x1b]0;owned\x07\r\n\u202eabc\u2066\x00"


def greet() -> None:
    write(pack(READY | {"name": MAD, "author": MAD}))


def answer(ask: Message) -> None:
    write(act(ask, note=MAD * 10))


if __name__ == "__main__":
    play(answer, greet=greet)
