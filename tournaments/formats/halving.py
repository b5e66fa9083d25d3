"""Kinds for tables that cannot be shared out by whole parts: all kinds at once, or half of them and half again.

With much to choose from, all kinds at once are found soonest. If everything must be exact, two sides are much easier to
make even than many kinds: each side has half of the kinds, and is then shared out in the same way. What neither finds,
patience may find.
"""

from collections.abc import Sequence
from typing import TypeAlias

from tournaments.formats.annealing import COLD, COOL, WARM, Annealing

Table: TypeAlias = tuple[int, ...]  # of entrants, counted from 0

TRIES = 3


def quickly(tables: Sequence[Table], kinds: int, seed: int) -> list[int] | None:
    """The kind of each table, in one of the two ways in turn. None if that was not found."""
    if len(set(map(len, tables))) == 1:  # then each kind has about as many tables: somebody sits at all of them
        absent = 1 + max(map(max, tables))
        tables = [(*table, absent) for table in tables]
    return (halved if seed % 2 else at_once)(tables, kinds, seed)


def patiently(tables: Sequence[Table], kinds: int, seed: int) -> list[int]:
    """The kind of each table, sought for all kinds together and for long: even, or else nearly."""
    search = _annealing(tables, [1] * kinds, seed)
    search.wait()
    return search.kinds


def at_once(tables: Sequence[Table], kinds: int, seed: int) -> list[int]:
    """The kind of each table, sought for all kinds together: even, or else nearly."""
    search = _annealing(tables, [1] * kinds, seed)
    search.anneal(*(COOL, COLD)[seed // 2 % 2])
    return search.kinds


def halved(tables: Sequence[Table], kinds: int, seed: int) -> list[int] | None:
    """The kind of each table, sought for half of the kinds and half again. None if that was not found."""
    if kinds == 1 or not tables:
        return [0] * len(tables)
    sizes = [kinds // 2, kinds - kinds // 2]
    searches = (_annealing(tables, sizes, 1_000 * seed + number) for number in range(TRIES))
    sides = next((search.kinds for search in searches if search.anneal(*WARM) == 0), None)
    if sides is None:
        return None
    result = [0] * len(tables)
    for side, start in ((0, 0), (1, sizes[0])):
        numbers = [number for number, one in enumerate(sides) if one == side]
        some = halved([tables[number] for number in numbers], sizes[side], seed + 1)
        if some is None:
            return None
        for number, kind in zip(numbers, some, strict=True):
            result[number] = start + kind
    return result


def _annealing(tables: Sequence[Table], sizes: Sequence[int], seed: int) -> Annealing:
    """A search in which every table is an item of its own."""
    same = range(len(sizes))
    return Annealing([[(entrant, same) for entrant in table] for table in tables], sizes, seed)
