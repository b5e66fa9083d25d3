"""Ladder: in batches, always the tables that tell most about ratings that are still in doubt.

A table plays a set, so that seats and variants are even whoever meets whom. A batch is known when all batches before it
were played. How long a bot thinks changes nothing: what counts is what was drawn.

Why nobody is ever more than `lead` tables ahead of anybody: who is that far ahead sits down only if all who are not sit
at the same table. Then those with the fewest are among them, and all have one more.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import TypeAlias

from msgspec.structs import replace

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.heat import heat, whole_set
from tournaments.formats.outcome import Played, by_number
from tournaments.formats.rating import Rating, information, rated
from tournaments.formats.turns import Turns
from tournaments.pairing import Cup, Pairing

Places: TypeAlias = tuple[int, ...]  # by seat; none for what is void

BATCH = 8
LEAD = 4


def ladder(
    cup: Cup, rows: Sequence[Row], *, batch: int = BATCH, lead: int = LEAD, matches: int | None = None
) -> Sequence[Pairing]:
    """All batches that are known, the last of them perhaps unfinished."""
    return _ladder(cup, batch, lead, matches).after(by_number(rows))


def total(cup: Cup, *, batch: int = BATCH, lead: int = LEAD, matches: int | None = None) -> int:
    """How many matches there will be."""
    sizes = islice(cycle(cup.seats), cup.rounds * len(cup.entrants))
    return sum(matches or whole_set(cup, size) for size in sizes)


@lru_cache(4)
def _ladder(cup: Cup, batch: int, lead: int, matches: int | None) -> "_Ladder":
    """Kept from call to call, so that a long tournament is not climbed again from the ground for every batch."""
    return _Ladder(cup, batch, lead, matches)


class _Ladder:
    """A ladder as far as it was climbed. With other results than those that led here, it begins again."""

    def __init__(self, cup: Cup, batch: int, lead: int, matches: int | None) -> None:
        self._cup, self._batch, self._lead, self._matches = cup, batch, lead, matches
        self._begin()

    def _begin(self) -> None:
        self._results: list[Places] = []
        self._pairings: list[Pairing] = []
        self._ratings = dict.fromkeys(self._cup.entrants, Rating())
        self._drawn = 0  # tables
        self._tables = dict.fromkeys(self._cup.entrants, 0)
        self._turns = Turns(self._cup)

    def after(self, played: Played) -> tuple[Pairing, ...]:
        """The pairings that follow from these results."""
        if any(places != _places(played, number) for number, places in enumerate(self._results)):
            self._begin()
        total = self._cup.rounds * len(self._cup.entrants)
        while self._drawn < total and self._rate(played):
            self._draw(min(self._batch, total - self._drawn))
        return tuple(self._pairings)

    def _rate(self, played: Played) -> bool:
        """Learn from the last batch, if it is complete."""
        news = [_places(played, number) for number in range(len(self._results), len(self._pairings))]
        results = [places for places in news if places is not None]
        if len(results) < len(news):
            return False
        for pairing, places in zip(self._pairings[len(self._results) :], results, strict=True):
            if places:
                ratings = rated([self._ratings[name] for name in pairing.entrants], places)
                self._ratings.update(zip(pairing.entrants, ratings, strict=True))
        self._results += results
        return True

    def _draw(self, many: int) -> None:
        """Add a batch. Each table makes the doubt about its entrants smaller before the next is chosen."""
        number = 1 + self._drawn // self._batch
        order = shuffled(self._cup.seed, self._cup.entrants, "batch", number)
        ratings = {name: self._ratings[name] for name in order}
        for _ in range(many):
            size = self._cup.seats[self._drawn % len(self._cup.seats)]
            names = self._table(ratings, size)
            (variants,) = self._turns.deal([names], self._matches or whole_set(self._cup, size))
            for _ in variants:
                less = rated([ratings[name] for name in names], [1] * size)
                ratings |= {
                    name: replace(ratings[name], variance=rating.variance)
                    for name, rating in zip(names, less, strict=True)
                }
            label, group = ("table", self._drawn), len(self._pairings)
            self._pairings += heat(self._cup, names, variants, number=number, group=group, label=label)
            self._drawn += 1
            for name in names:
                self._tables[name] += 1

    def _table(self, ratings: dict[str, Rating], size: int) -> list[str]:
        """Whoever is most in doubt, and then always the one against whom a match tells most; first in the drawn order
        if equal."""
        limit = min(self._tables.values()) + self._lead
        near = [name for name in ratings if self._tables[name] < limit]
        names = [max(near, key=lambda name: (ratings[name].variance, -self._tables[name]))]
        gain = dict.fromkeys(ratings, 0.0)
        while len(names) < size:
            for name in ratings:
                gain[name] += information(ratings[name], ratings[names[-1]])
            left = [name for name in near if name not in names] or [name for name in ratings if name not in names]
            names.append(max(left, key=lambda name: (gain[name], -self._tables[name])))
        return names


def _places(played: Played, number: int) -> Places | None:
    row = played.get(number)
    return None if row is None else row.places if row.counts else ()
