"""Ladder: in batches, always the tables that tell most about ratings that are still in doubt.

A batch is known when all batches before it were played. How long a bot thinks changes nothing: what counts is what was
scheduled. Nobody is ever more than `lead` matches ahead of anybody: who is so far ahead is not seated, unless everybody
else is.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import TypeAlias

from msgspec.structs import replace

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.outcome import Played, by_number
from tournaments.formats.rating import Rating, information, rated
from tournaments.formats.turns import Turns
from tournaments.pairing import Cup, Pairing

Places: TypeAlias = tuple[int, ...]  # by seat; none for what is void

BATCH = 8
LEAD = 4


def ladder(cup: Cup, rows: Sequence[Row], *, batch: int = BATCH, lead: int = LEAD) -> Sequence[Pairing]:
    """All batches that are known, the last of them perhaps unfinished."""
    return _ladder(cup, batch, lead).after(by_number(rows))


@lru_cache(4)
def _ladder(cup: Cup, batch: int, lead: int) -> "_Ladder":
    """Kept from call to call, so that a long tournament is not climbed again from the ground for every batch."""
    return _Ladder(cup, batch, lead)


class _Ladder:
    """A ladder as far as it was climbed. With other results than those that led here, it begins again."""

    def __init__(self, cup: Cup, batch: int, lead: int) -> None:
        self._cup, self._batch, self._lead = cup, batch, lead
        self._begin()

    def _begin(self) -> None:
        self._results: list[Places] = []
        self._pairings: list[Pairing] = []
        self._ratings = dict.fromkeys(self._cup.entrants, Rating())
        self._matches = dict.fromkeys(self._cup.entrants, 0)
        self._turns = Turns(self._cup)
        self._seats = Counter[tuple[str, int, int]]()  # of each entrant, at tables of each size

    def after(self, played: Played) -> tuple[Pairing, ...]:
        """The pairings that follow from these results."""
        if any(places != _places(played, number) for number, places in enumerate(self._results)):
            self._begin()
        total = self._cup.rounds * len(self._cup.entrants)
        while len(self._pairings) < total and self._rate(played):
            self._draw(min(self._batch, total - len(self._pairings)))
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
        number = 1 + len(self._pairings) // self._batch
        order = shuffled(self._cup.seed, self._cup.entrants, "batch", number)
        ratings = {name: self._ratings[name] for name in order}
        for _ in range(many):
            serial = len(self._pairings)
            names = self._table(ratings, self._cup.seats[serial % len(self._cup.seats)])
            less = rated([ratings[name] for name in names], [1] * len(names))
            for name, rating in zip(names, less, strict=True):
                ratings[name] = replace(ratings[name], variance=rating.variance)
                self._matches[name] += 1
            self._pairings.append(Pairing(number, self._seated(names), self._turns.next(names), serial))

    def _table(self, ratings: dict[str, Rating], size: int) -> list[str]:
        """Whoever is most in doubt, and those against whom a match tells most; first in the drawn order if equal."""
        fewest = min(self._matches.values())
        pool = [name for name in ratings if self._matches[name] < fewest + self._lead]
        table = [max(pool, key=lambda name: (ratings[name].variance, -self._matches[name]))]
        gain = dict.fromkeys(ratings, 0.0)
        while len(table) < size:
            pool = [name for name in pool if name not in table] or self._fewest(table)
            for name in ratings:
                gain[name] += information(ratings[name], ratings[table[-1]])
            table.append(max(pool, key=lambda name: (gain[name], -self._matches[name])))
        return table

    def _fewest(self, table: Sequence[str]) -> list[str]:
        """Those with the fewest matches who are not at the table."""
        others = [name for name in self._ratings if name not in table]
        fewest = min(self._matches[name] for name in others)
        return [name for name in others if self._matches[name] == fewest]

    def _seated(self, names: Sequence[str]) -> tuple[str, ...]:
        """The table by seat, with the seats that they had least."""
        size = len(names)
        had = {name: [self._seats[name, size, seat] for seat in range(size)] for name in names}
        best = min(permutations(names), key=lambda order: sum(had[name][seat] for seat, name in enumerate(order)))
        self._seats.update((name, size, seat) for seat, name in enumerate(best))
        return best


def _places(played: Played, number: int) -> Places | None:
    row = played.get(number)
    return None if row is None else row.places if row.counts else ()
