"""Luck, keyed: a draw depends on a secret seed and on the name of its place in the game, on nothing else.

For a seed S of 16 to 64 bytes and a key K, written as compact JSON text without spaces:

    block n   =  BLAKE2b(key=S, message = K + "#" + n), 64 bytes, read as 16 big-endian words of 32 bits
    rank of x =  BLAKE2b(key=S, message = K + "=" + x), 64 bytes, x as JSON text

Words are turned into numbers by rejection, so that every number is exactly equally likely. The recipe is short so that
whoever is given the seed after a match can check every roll in any language.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from random import Random
from typing import Protocol, TypeAlias, TypeVar

Key: TypeAlias = tuple[str | int, ...]
Item = TypeVar("Item", int, str)

WORDS = 2**32


class Draw(Protocol):
    """Where a game takes its luck from."""

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely; every call draws anew."""

    def first(self, items: Sequence[Item]) -> Item:
        """One of the items, each equally likely, as the top card of a shuffled stack: always the same for one key,
        and the next one when that is gone."""


class KeyedDraw:
    """The referee's draw: one seed, one key, always the same luck."""

    def __init__(self, seed: bytes, key: Key) -> None:
        if not 16 <= len(seed) <= 64:
            raise ValueError(f"a seed has 16 to 64 bytes, not {len(seed)}")
        self._seed = seed
        self._key = _json(key)
        self._words = self._stream()

    def below(self, n: int) -> int:
        if not 1 <= n <= WORDS:
            raise ValueError(f"a draw is below a number from 1 to {WORDS}, not {n}")
        fair = WORDS - WORDS % n
        while (word := next(self._words)) >= fair:
            pass
        return word % n

    def first(self, items: Sequence[Item]) -> Item:
        return min(items, key=lambda item: self._digest("=" + _json(item)))

    def _stream(self) -> Iterator[int]:
        block = 0
        while True:
            digest = self._digest(f"#{block}")
            yield from (int.from_bytes(digest[i : i + 4], "big") for i in range(0, 64, 4))
            block += 1

    def _digest(self, tail: str) -> bytes:
        return blake2b((self._key + tail).encode(), key=self._seed).digest()


class RandomDraw:
    """A draw of a search or a test: any random generator, no keys."""

    def __init__(self, random: Random) -> None:
        self._random = random.random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def first(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
