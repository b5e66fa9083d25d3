"""Sends extension types: one of its own, times good and bad."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P18",)
EXPECT = ("garbled",)


kinds = [
    b"\xc7\x03\x05abc",
    b"\xd6\xff\x00\x00\x00\x01",
    b"\xc7\x0c\xff" + b"\xff" * 12,
    b"\xc7\x03\xff\x00\x00\x00",
]


def answer(ask: Message) -> None:
    write(kinds[ask["view"]["seat"] % len(kinds)])


if __name__ == "__main__":
    play(answer)
