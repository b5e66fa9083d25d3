"""Annealing: kinds for items of a schedule, so that everybody has the same number of each kind, or one more.

An item goes to another kind if this makes things better, and sometimes if it makes them worse, the more seldom the
worse. All is drawn from a fixed number, and by sums and products only, so that all machines agree.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, repeat
from operator import mul
from random import Random
from typing import TypeAlias

Turn: TypeAlias = Sequence[int]  # the kind that an entrant has, for each kind of the item
Item: TypeAlias = Sequence[tuple[int, Turn]]  # entrants, counted from 0, and what they have of it

STEPS = 300_000  # of one try, at most
EACH = 3_000  # steps for each item
LONG = 3_000_000  # steps of a patient search
TOTAL = 1_000_000  # of all tries, or nearly
MOST = 25  # tries
# The chance of a step that makes things worse by one, at the beginning and at the end, and the share of the steps that
# begin with any item: all others begin with somebody for whom something is off.
COLD = (0.05, 0.003, 0.1)  # finds much that is nearly exact
COOL = (0.3, 0.02, 1.0)  # for few items
WARM = (0.39, 0.28, 1.0)  # for two sides
WORST = 40  # no step makes things worse by as much
LAST = 5  # spells in which nothing is made worse
SPELL = 1_000  # steps between two changes of the chance


def effort(items: int) -> int:
    """How many steps a try takes at most."""
    return min(STEPS, EACH * items)


def tries(items: int) -> int:
    """How many tries are worth while."""
    return min(MOST, TOTAL // effort(items))


class Annealing:
    """The kinds of items, and how far off that is: the squares of what somebody has too few or too many. A kind may
    stand for several, and then everybody is to have as many times more of it."""

    def __init__(self, items: Sequence[Item], sizes: Sequence[int], seed: int) -> None:
        self._others, self._draw = len(sizes) - 1, Random(seed).random
        every = [kind for kind, size in enumerate(sizes) for _ in range(size)]
        self.kinds = [every[int(self._draw() * len(every))] for _ in items]
        matches = Counter(entrant for item in items for entrant, _ in item)
        entrants = range(max(matches) + 1)
        had = [[0] * len(sizes) for _ in entrants]
        for item, kind in zip(items, self.kinds, strict=True):
            for entrant, turn in item:
                had[entrant][turn[kind]] += 1
        # For each entrant and kind, how far off it is if he has so many: less than his share, or more.
        off = [[_offs(matches[entrant], size, len(every)) for size in sizes] for entrant in entrants]
        self._wrong = [
            sum(offs[has] for offs, has in zip(one, some, strict=True)) for one, some in zip(off, had, strict=True)
        ]
        # By how much it makes things worse if somebody who has so many gets one more.
        more = [[[b - a for a, b in pairwise(offs)] for offs in one] for one in off]
        self._items = [[(entrant, had[entrant], more[entrant], turn) for entrant, turn in item] for item in items]
        self._own: list[list[int]] = [[] for _ in entrants]  # the items that somebody has
        for number, item in enumerate(items):
            for entrant, _ in item:
                self._own[entrant].append(number)

    @property
    def off(self) -> int:
        return sum(self._wrong)

    def anneal(self, warm: float, cold: float, free: float) -> int:
        """Change kinds until nothing is off, or until the effort is spent; how far off it is then."""
        steps = effort(len(self._items))
        for start in range(0, steps, SPELL):
            if not self._spell(warm + (cold - warm) * start / steps, free):
                return 0
        for _ in range(LAST):
            self._spell(0.0, free)
        return self.off

    def wait(self) -> None:
        """Change kinds, with the lowest chance, until nothing is off, or for long. With many items, this finds what
        nothing else does."""
        _, chance, free = COLD
        for _ in range(0, LONG, SPELL):
            if not self._spell(chance, free):
                return

    def _spell(self, chance: float, free: float) -> bool:
        """Some steps with one chance; whether there is something left to do."""
        items, kinds, draw, others, own = self._items, self.kinds, self._draw, self._others, self._own
        chances = list(accumulate(repeat(chance, WORST - 1), mul, initial=1.0))
        bad = [entrant for entrant, wrong in enumerate(self._wrong) if wrong]
        for _ in range(SPELL):
            if not bad:
                return False
            some = range(len(items)) if draw() < free else own[bad[int(draw() * len(bad))]]
            number = some[int(draw() * len(some))]
            old, new = kinds[number], int(draw() * others) if others > 1 else 0
            new += new >= old
            worse = 0
            for _, has, more, turn in items[number]:
                into, out = turn[new], turn[old]
                worse += more[into][has[into]] - more[out][has[out] - 1]
            if worse <= 0 or (worse < WORST and draw() < chances[worse]):
                self._change(number, new)
                bad = [entrant for entrant, wrong in enumerate(self._wrong) if wrong]
        return bool(bad)

    def _change(self, number: int, new: int) -> None:
        """Give an item another kind. Somebody may have it twice, so this counts one after the other."""
        old, self.kinds[number] = self.kinds[number], new
        for entrant, has, more, turn in self._items[number]:
            into, out = turn[new], turn[old]
            has[out] -= 1
            self._wrong[entrant] += more[into][has[into]] - more[out][has[out]]
            has[into] += 1


def _offs(matches: int, size: int, kinds: int) -> list[int]:
    """How far off it is to have none, one, two, ... of these matches of a kind that stands for so many of all."""
    fewest, most = matches * size // kinds, -(-matches * size // kinds)
    return [max(fewest - many, many - most, 0) ** 2 for many in range(matches + 2)]
