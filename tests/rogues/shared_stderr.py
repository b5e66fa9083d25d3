"""Reads its own log through /proc: it must find its own words and nobody else's."""

import sys

from tests.rogues.rogue import Message, insist, play

ROWS = ("I4",)
EXPECT = ()


def look(_: Message) -> None:
    print("mine", file=sys.stderr, flush=True)
    with open("/proc/self/fd/2", encoding="utf-8") as log:
        text = log.read()
    insist(text == "mine\n", f"not my words alone: {text!r}")


if __name__ == "__main__":
    play(begin=look)
