"""Cycles of variants where tables of several sizes take turns and are too large to be filled all at once.

No law is known here by which there is always a way on, so it is looked for: a table is safe if others can follow.
"""

from collections.abc import Collection, Sequence
from itertools import combinations, count, islice

from tournaments.formats.cycles import Progress
from tournaments.pairing import Cup

DEPTH = 8  # tables that must be able to follow
WIDTH = 6  # tables that are tried with each choice of variants
EFFORT = 500  # tables that are tried in all


class Crowded:
    """The way on at tables whose sizes take turns."""

    def __init__(self, cup: Cup, lead: int) -> None:
        self.now = Progress(cup, lead, ahead=2)
        self._seats = cup.seats
        self._played = 0

    def play(self, names: Collection[str], variants: str) -> None:
        self.now = self.now.after(names, variants)
        self._played += 1

    def is_safe(self, names: Collection[str], variants: str) -> bool:
        """Whether others can follow this table, of entrants who can have these variants."""
        return self._goes_on(self.now.after(names, variants), self._played + 1, DEPTH, count())

    def way_on(self, order: Sequence[str]) -> tuple[list[str], str]:
        """A table that others can follow, or else one that breaks the fewest cycles."""
        now, size = self.now, self._seats[self._played % len(self._seats)]
        tables = [
            (sorted(order, key=lambda name: not now.can_have(name, variants))[:size], variants)
            for variants in now.variants
        ]
        for table, variants in self._tables(now, self._played):
            if self.is_safe(table, variants):
                return list(table), variants
        return min(tables, key=lambda table: sum(not now.can_have(name, table[1]) for name in table[0]))

    def _goes_on(self, progress: Progress, number: int, depth: int, tried: "count[int]") -> bool:
        return depth == 0 or any(
            next(tried) < EFFORT and self._goes_on(progress.after(*table), number + 1, depth - 1, tried)
            for table in self._tables(progress, number)
        )

    def _tables(self, progress: Progress, number: int) -> list[tuple[tuple[str, ...], str]]:
        """Some that can follow, of those first who are nearest to the end of their cycle."""
        size = self._seats[number % len(self._seats)]
        order = sorted(progress.had, key=lambda name: -len(progress.had[name]))
        return [
            (table, variants)
            for variants in progress.variants
            for table in islice(combinations([x for x in order if progress.can_have(x, variants)], size), WIDTH)
        ]
