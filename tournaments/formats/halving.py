"""Kinds for tables that cannot be shared out by whole parts: by annealing, all kinds at once, or half of them and half
again.

Everybody is to have the same number of each kind, or one more. A table goes to another kind if this makes things
better, and sometimes if it makes them worse, the more seldom the worse. With much to choose from, all kinds at once are
found soonest. If everything must be exact, two sides are much easier to make even than many kinds: each side has half
of the kinds, and is then shared out in the same way.

All is drawn from a fixed number, and by sums and products only, so that all machines agree.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, repeat
from operator import mul
from random import Random
from typing import TypeAlias

Table: TypeAlias = tuple[int, ...]  # of entrants, counted from 0
Heat: TypeAlias = tuple[float, float]

STEPS = 300_000  # of one try, at most
EACH = 2_000  # steps for each table
TRIES = 3
# The chance of a step that makes things worse by one, at the beginning and at the end: of all kinds, and of two sides.
COOL = (0.3, 0.02)
WARM = (0.39, 0.28)
WORST = 40  # no step makes things worse by as much
LAST = 5  # spells in which nothing is made worse
SPELL = 1_000  # steps between two changes of that chance


def at_once(tables: Sequence[Table], kinds: int, seed: int) -> list[int]:
    """The kind of each table, sought for all kinds together: even, or else nearly."""
    search = _Annealing(tables, [1] * kinds, seed)
    search.anneal(*COOL)
    return search.side


def halved(tables: Sequence[Table], kinds: int, seed: int) -> list[int] | None:
    """The kind of each table, sought for half of the kinds and half again. None if that was not found."""
    if kinds == 1 or not tables:
        return [0] * len(tables)
    sizes = [kinds // 2, kinds - kinds // 2]
    searches = (_Annealing(tables, sizes, 1_000 * seed + number) for number in range(TRIES))
    sides = next((search.side for search in searches if search.anneal(*WARM) == 0), None)
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


class _Annealing:
    """The sides of tables, and how far off that is: the squares of what somebody has too few or too many."""

    def __init__(self, tables: Sequence[Table], sizes: Sequence[int], seed: int) -> None:
        self._tables, self._sides, self._draw = tables, len(sizes), Random(seed).random
        every = [side for side, size in enumerate(sizes) for _ in range(size)]
        self.side = [every[int(self._draw() * len(every))] for _ in tables]
        matches = Counter(entrant for table in tables for entrant in table)
        entrants = range(max(matches) + 1)
        self._has = [[0] * len(entrants) for _ in sizes]
        for table, side in zip(tables, self.side, strict=True):
            for entrant in table:
                self._has[side][entrant] += 1
        # For each side and entrant, how far off it is if he has so many there: less than his share, or more.
        off = [[_offs(matches[entrant], size, len(every)) for entrant in entrants] for size in sizes]
        self.off = sum(
            offs[has] for one, some in zip(off, self._has, strict=True) for offs, has in zip(one, some, strict=True)
        )
        # By how much it makes things worse if somebody who has so many gets one more, or one fewer.
        self._more = [[[b - a for a, b in pairwise(offs)] for offs in one] for one in off]
        self._fewer = [[[0, *(a - b for a, b in pairwise(offs))] for offs in one] for one in off]

    def anneal(self, warm: float, cold: float) -> int:
        """Change sides until nothing is off, or until the effort is spent; how far off it is then."""
        steps = min(STEPS, EACH * len(self._tables))
        for start in range(0, steps, SPELL):
            if not self._spell(warm + (cold - warm) * start / steps):
                return 0
        for _ in range(LAST):
            self._spell(0.0)
        return self.off

    def _spell(self, chance: float) -> bool:
        """Some steps with one chance; whether there is something left to do."""
        tables, side, draw, others = self._tables, self.side, self._draw, self._sides - 1
        chances = list(accumulate(repeat(chance, WORST - 1), mul, initial=1.0))
        for _ in range(SPELL):
            if not self.off:
                return False
            number = int(draw() * len(tables))
            table, old = tables[number], side[number]
            new = int(draw() * others) if others > 1 else 0
            new += new >= old
            has, had, more, fewer = self._has[new], self._has[old], self._more[new], self._fewer[old]
            worse = 0
            for entrant in table:
                worse += more[entrant][has[entrant]] + fewer[entrant][had[entrant]]
            if worse <= 0 or (worse < WORST and draw() < chances[worse]):
                for entrant in table:
                    has[entrant] += 1
                    had[entrant] -= 1
                side[number] = new
                self.off += worse
        return True


def _offs(matches: int, size: int, kinds: int) -> list[int]:
    """How far off it is to have none, one, two, ... of these matches on a side with so many of all kinds."""
    fewest, most = matches * size // kinds, -(-matches * size // kinds)
    return [max(fewest - many, many - most, 0) ** 2 for many in range(matches + 2)]
