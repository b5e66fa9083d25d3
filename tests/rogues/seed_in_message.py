"""Looks for the seeds in its environment, its arguments and its messages."""

import os
import sys

from tests.rogues.rogue import Message, honest, insist, play

ROWS = ("D3",)
EXPECT = ()


WORDS = ("seed", "dice", "secret")


def words(value: object) -> set[str]:
    """All keys, at any depth."""
    if isinstance(value, dict):
        return set(value) | {word for inner in value.values() for word in words(inner)}
    return {word for inner in value for word in words(inner)} if isinstance(value, list) else set()


def begin(start: Message) -> None:
    insist(not {word.lower() for word in os.environ} & {*WORDS, "arena_seed"}, "a seed in the environment")
    insist(not any(word in argument for word in WORDS for argument in sys.argv[1:]), "a seed in the arguments")
    insist(not words(start) & {"secret"}, "a secret at the start")


def answer(ask: Message) -> None:
    insist(not words(ask) & {"seed", "secret"}, f"a seed in what it is asked: {words(ask)}")
    honest(ask)


if __name__ == "__main__":
    play(answer, begin=begin)
