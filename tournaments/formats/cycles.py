"""Cycles of variants, for tables that are ours to choose: everybody has all variants once before he has one again.

So nobody's counts ever differ by more than one. What must not happen is that entrants are left who all miss different
variants, for they could never sit together. Why there is always a way on, if all tables have one size:

Call who is between two cycles fresh, all others busy. For each variant, count the busy who miss it. A table takes as
many from one of these counts as it has seats, and a fresh one who sits down is added to all: so the counts are always
equal, but for multiples of the size. If as many fresh ones join as make them multiples (`_short`), all tables can be
filled until all have finished. If too few are fresh, some of the busy who had just the same can finish before, with
others who had nothing that they had not; then these are fresh. A table is safe if one or the other holds after it, and
then `way_on` knows a next table that is safe again.

Nobody begins a cycle who is too many cycles ahead of another. Who is just as far ahead as he may be begins only if
none of the last is left fresh. So whenever nobody is busy, the last can begin, and enough others may join them.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.balance import shuffled
from tournaments.pairing import Cup


class Progress:
    """What everybody had of the cycle that he is in, and how many he has finished."""

    def __init__(self, cup: Cup, lead: int, ahead: int = 1) -> None:
        self.variants = tuple(shuffled(cup.seed, cup.variants, "variants"))
        self.ahead = max(lead // len(self.variants) - 1, ahead)  # how many cycles one who begins may be ahead, at most
        self.had = dict.fromkeys(cup.entrants, frozenset[str]())
        self.done = dict.fromkeys(cup.entrants, 0)
        self.last = 0  # how many cycles those have finished who have finished fewest

    def after(self, names: Collection[str], variants: str) -> "Progress":
        """The same after a table."""
        new = object.__new__(Progress)
        new.variants, new.ahead, new.had, new.done = self.variants, self.ahead, dict(self.had), dict(self.done)
        for name in names:
            new.had[name] |= {variants}
            if len(new.had[name]) == len(self.variants):
                new.had[name] = frozenset()
                new.done[name] += 1
        new.last = min(new.done.values())
        return new

    def can_have(self, name: str, variants: str) -> bool:
        """Whether he misses them, and may begin a cycle if he is fresh."""
        return (bool(self.had[name]) and variants not in self.had[name]) or self.is_fresh(name)

    def is_fresh(self, name: str) -> bool:
        return not self.had[name] and self.done[name] <= self.last + self.ahead


class Cycles:
    """The way on at tables of one size; several tables that are played with the same variants are like one."""

    def __init__(self, cup: Cup, size: int, lead: int) -> None:
        self.now = Progress(cup, lead)
        self._size = size

    def play(self, names: Collection[str], variants: str) -> None:
        self.now = self.now.after(names, variants)

    def is_safe(self, names: Collection[str], variants: str) -> bool:
        """Whether there is a way on after this table, of entrants who can have these variants."""
        now, after = self.now, self.now.after(names, variants)
        far = any(not now.had[name] and now.done[name] == now.last + now.ahead for name in names)
        left = any(not now.had[name] and now.done[name] == now.last for name in now.had if name not in names)
        fresh = [name for name in after.had if after.is_fresh(name)]
        return not (far and left) and (self._short(after) <= len(fresh) or bool(self._helpers(after, fresh)))

    def way_on(self, order: Sequence[str]) -> tuple[list[str], str]:
        """A table that is safe, of those who come first in this order, as far as can be."""
        now = self.now
        fresh = sorted((name for name in order if now.is_fresh(name)), key=lambda name: now.done[name])
        busy = [name for name in order if now.had[name]]
        short = self._short(now)
        pool = [*fresh[:short], *busy] if short <= len(fresh) else self._helpers(now, fresh)
        tables = [
            ([name for name in pool or fresh if now.can_have(name, variants)][: self._size], variants)
            for variants in now.variants
        ]
        return next(table for table in tables if len(table[0]) == self._size)

    def _short(self, progress: Progress) -> int:
        """How many fresh ones have to join the busy for all to finish."""
        any_one = progress.variants[0]
        return -sum(bool(had) and any_one not in had for had in progress.had.values()) % self._size

    def _helpers(self, progress: Progress, fresh: Sequence[str]) -> list[str]:
        """A table at which some can finish, so that enough are fresh: they, the fresh, and who had nothing that they
        had not. None if there is none."""
        had, many = progress.had, self._short(progress) - len(fresh)
        near = [name for name in had if had[name] and progress.done[name] < progress.last + progress.ahead]
        for most, how_many in Counter(had[name] for name in near).items():
            if how_many >= many:
                first = [name for name in near if had[name] == most][:many]
                others = [name for name in had if had[name] and had[name] <= most and name not in first]
                if len(first) + len(fresh) + len(others) >= self._size:
                    return [*first, *fresh, *others][: self._size]
        return []
