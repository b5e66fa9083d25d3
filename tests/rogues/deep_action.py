"""Hides 500 arrays inside each other in a well-formed answer."""

from tests.rogues.rogue import Message, act, play, write

ROWS = ("P14",)
EXPECT = ("garbled",)


def nest(depth: int) -> list[object]:
    deep: list[object] = []
    for _ in range(depth):
        deep = [deep]
    return deep


def answer(ask: Message) -> None:
    write(act(ask, action={"do": "leave", "to": nest(500)}))


if __name__ == "__main__":
    play(answer)
