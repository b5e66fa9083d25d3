"""Chooses by the order in which Python happens to keep a set of words."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("D7",)
EXPECT = ()


def answer(ask: Message) -> None:
    words = {str(action) for action in ask["legal"]}
    first = next(iter(words))
    write(act(ask, action=next(action for action in ask["legal"] if str(action) == first)))


if __name__ == "__main__":
    play(answer)
