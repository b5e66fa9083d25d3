"""Sends keys that are no texts: a number, or even a list."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P24",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"\x81" + (b"\x91\x01" if ask["view"]["seat"] % 2 else b"\x01") + b"\xc0")


if __name__ == "__main__":
    play(answer)
