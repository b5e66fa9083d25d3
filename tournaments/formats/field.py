"""Who of the field of a gauntlet sits where, once it is known which tables there are and which variants they have.

The field walks past the tables, and in each walk everybody has one seat. First, everybody sits where the variants are
those that he had least, and with whom he sat least. Then two of a walk exchange their seats, as long as somebody's
counts differ by more than they may: mostly if this makes things better, sometimes if it makes them worse. Most
exchanges begin with one of those.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from tournaments.balance import shuffled
from tournaments.formats.outcome import pair
from tournaments.pairing import Cup

Walk: TypeAlias = tuple[int, int]  # a table size, and a round counted from 0

STEPS = 300_000
OFTEN = 4  # of so many steps, all but one begin with somebody who is not even
FEWER = 10_000  # if it cannot be even
CHANCES = {2: 0.02, 4: 0.0005}  # of an exchange that makes the squares of counts larger by so much


class Places(NamedTuple):
    """A table of the field: the walks in which its seats are taken, and the kind of its variants. A table that is never
    filled is not played and has no kind."""

    walks: tuple[Walk, ...]
    kind: int | None


def seat_field(cup: Cup, field: int, tables: Sequence[Places], within: int) -> list[tuple[int, ...]]:
    """Who of so many, counted from 0, sits at each table, so that nobody's counts differ by more than `within`, or else
    nearly so."""
    plan = _Field(cup, field, tables, within)
    plan.exchange()
    return [tuple(some) for some in plan.who]


class _Field:
    """Who sits where, and how often everybody had which kind."""

    def __init__(self, cup: Cup, field: int, tables: Sequence[Places], within: int) -> None:
        self.who: list[list[int]] = [[] for _ in tables]
        self._tables = tables
        self._within = within
        self._had = [[0] * len(cup.variants) for _ in range(field)]
        self._seats: dict[Walk, list[tuple[int, int]]] = {}  # of each walk: a table, and a place there
        together, left = Counter[tuple[int, int]](), dict[Walk, list[int]]()
        for number, table in enumerate(tables):
            here = self.who[number]
            for place, walk in enumerate(table.walks):
                if walk not in left:
                    left[walk] = shuffled(cup.seed, range(field), "field", *walk)
                free = [one for one in left[walk] if one not in here]
                one = min(free, key=lambda one: (self._more(one, table.kind), _met(together, one, here)))
                together.update(pair(one, other) for other in here)
                left[walk].remove(one)
                here.append(one)
                self._count(one, table.kind, 1)
                self._seats.setdefault(walk, []).append((number, place))

    def exchange(self) -> None:
        """Exchange seats until everybody is even, or until the effort is spent."""
        draw = Random(0).random  # a fixed number: a schedule has no luck of its own
        walks = [{self.who[table][place]: (table, place) for table, place in seats} for seats in self._seats.values()]
        field = range(len(self._had))
        bad = [one for one in field if self._is_uneven(one)]
        for step in range(STEPS if self._comes_out() else FEWER):
            if not bad:
                return
            some, walk = bad if step % OFTEN else field, walks[int(draw() * len(walks))]
            one, other = some[int(draw() * len(some))], int(draw() * len(field))
            here, there = walk[one], walk[other]
            if one in self.who[there[0]] or other in self.who[here[0]]:
                continue
            both = self._had[one], self._had[other]
            before = _squares(both)
            self._swap(one, other, here[0], there[0])
            worse = _squares(both) - before
            if worse > 0 and draw() > CHANCES.get(worse, 0.0):
                self._swap(other, one, here[0], there[0])
                continue
            walk[one], walk[other] = there, here
            self.who[here[0]][here[1]], self.who[there[0]][there[1]] = other, one
            bad = [who for who in bad if who not in (one, other)]
            bad += [who for who in (one, other) if self._is_uneven(who)]

    def _comes_out(self) -> bool:
        """Whether counting allows that everybody is even: no kind has too few seats for all, or too many."""
        each = [sum(had) for had in self._had]
        kinds = [sum(had) for had in zip(*self._had, strict=True)]
        fewest = sum(many // len(kinds) for many in each)
        most = sum(-(-many // len(kinds)) for many in each)
        return all(fewest <= seats <= most for seats in kinds)

    def _swap(self, one: int, other: int, here: int, there: int) -> None:
        """Count somebody out here and in there, and another the other way."""
        for who, table, times in ((one, here, -1), (one, there, 1), (other, there, -1), (other, here, 1)):
            self._count(who, self._tables[table].kind, times)

    def _more(self, one: int, kind: int | None) -> int:
        """How many more he had of a kind than of that which he had least."""
        return 0 if kind is None else self._had[one][kind] - min(self._had[one])

    def _count(self, one: int, kind: int | None, times: int) -> None:
        if kind is not None:
            self._had[one][kind] += times

    def _is_uneven(self, one: int) -> bool:
        return max(self._had[one]) - min(self._had[one]) > self._within


def _met(together: Counter[tuple[int, int]], one: int, others: Sequence[int]) -> int:
    return sum(together[pair(one, other)] for other in others)


def _squares(both: Sequence[Sequence[int]]) -> int:
    return sum(many * many for had in both for many in had)
