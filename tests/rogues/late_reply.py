"""Answers every turn one turn too late."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P9",)
EXPECT = ("late", "late", "late")


asked: list[Message] = []


def answer(ask: Message) -> None:
    if asked:
        write(act(asked.pop()))
    asked.append(ask)


if __name__ == "__main__":
    play(answer)
