"""Whole parts of a schedule for each kind of match: who plays equally often in every part then has equally many of
each kind, and nothing is left to search for.

A part weighs as many matches as everybody plays in it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeAlias

Amount: TypeAlias = tuple[int, ...]  # how many parts of each weight


@lru_cache(20_000)
def packed(weights: Amount, left: Amount, wanted: Amount) -> tuple[Amount, ...] | None:
    """For each share that is wanted, which parts make it, as even as can be; None if there is no way."""
    if not wanted:
        return ()
    for taken in sorted(_ways(weights, left, wanted[0]), key=lambda taken: _uneven(taken, left, len(wanted))):
        after = tuple(many - some for many, some in zip(left, taken, strict=True))
        if (rest := packed(weights, after, wanted[1:])) is not None:
            return (taken, *rest)
    return None


def _ways(weights: Sequence[int], left: Sequence[int], wanted: int) -> Iterator[Amount]:
    """All amounts that weigh just as much as is wanted."""
    *others, last = weights
    most = [range(min(many, wanted // weight) + 1) for weight, many in zip(others, left, strict=False)]
    for taken in product(*most):
        rest = wanted - sum(weight * some for weight, some in zip(others, taken, strict=True))
        if rest >= 0 and rest % last == 0 and rest // last <= left[-1]:
            yield (*taken, rest // last)


def _uneven(taken: Sequence[int], left: Sequence[int], shares: int) -> int:
    """How far an amount is from an even share of what is left."""
    return sum((many - shares * some) ** 2 for some, many in zip(taken, left, strict=True))
