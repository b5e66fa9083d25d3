"""Announces a text of four gigabytes and sends it."""

from tests.rogues.rogue import Message, play, write

ROWS = ("P17",)
EXPECT = ("oversized",)


def answer(ask: Message) -> None:
    write(b"\xdb\xff\xff\xff\xff")
    while True:
        write(b"a" * 65_536)


if __name__ == "__main__":
    play(answer)
