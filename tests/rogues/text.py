"""Prints to stdout, as one does to find a mistake."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P6",)
EXPECT = ("garbled",)


def answer(ask: Message) -> None:
    write(b"Hello, thinking...\n" + act(ask))


if __name__ == "__main__":
    play(answer)
