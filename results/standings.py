"""The table of a tournament, and who was placed before whom: pure folds over rows."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct

from results.ratings import DEFAULT, Rating, Settings, ratings
from results.rows import Row
from results.strength import Meeting, fit

MOST_RANKED = 300  # the fit behind the ranks takes time that grows with the cube of the entrants: 5 s for so many

Lucks: TypeAlias = Mapping[int, tuple[float, ...]]  # of matches, by their numbers: points by seat that were luck
NO_LUCK: Lucks = MappingProxyType({})


class Standing(Struct, frozen=True, kw_only=True):
    """One line of the table."""

    rank: int
    ranks: tuple[int, int] | None  # between which the true rank is, with 95 % certainty; None if nothing is known
    bot: str
    rating: Rating
    matches: int  # seats at tables that counted
    places: tuple[int, ...]  # how often 1st, 2nd, ...
    points: float | None  # on average
    less_luck: float | None = None  # the same, less what was luck, if that is known of all its matches
    faults: int
    lost: int  # seats lost by a fault


class Duel(Struct, frozen=True):
    """How one bot fared against another at the same tables."""

    matches: int
    share: float  # of these, in which it was placed before the other; a shared place is a half


def only(rows: Iterable[Row], *, variants: str | None = None, seats: int | None = None) -> list[Row]:
    """The rows of one variant, or of one table size, or of both."""
    return [row for row in rows if variants in (None, row.variants) and (seats is None or len(row.entrants) == seats)]


def standings(rows: Iterable[Row], settings: Settings = DEFAULT, lucks: Lucks = NO_LUCK) -> list[Standing]:
    """The table, best first: by the conservative rating, then by mu, then by name. Luck changes no rank."""
    ordered = sorted(rows, key=lambda row: row.number)
    rated = ratings(ordered, settings)
    tallies = {name: _Tally() for name in rated}
    for row in ordered:
        if row.counts:
            for seat, name in enumerate(row.entrants):
                tallies[name].add(row, seat, lucks.get(row.number))
    ranks = _ranks(ordered, [name for name in rated if tallies[name].matches])
    order = sorted(rated, key=lambda name: (*_key(rated[name]), name))
    table: list[Standing] = []
    for number, name in enumerate(order, start=1):
        tally, shared = tallies[name], bool(table) and _key(table[-1].rating) == _key(rated[name])
        table.append(
            Standing(
                rank=table[-1].rank if shared else number,
                ranks=ranks.get(name),
                bot=name,
                rating=rated[name],
                matches=tally.matches,
                places=tuple(tally.places[place] for place in range(1, max(tally.places, default=0) + 1)),
                points=tally.points / tally.matches if tally.matches else None,
                less_luck=(tally.points - tally.luck) / tally.matches if tally.told and tally.matches else None,
                faults=tally.faults,
                lost=tally.lost,
            )
        )
    return table


def matrix(rows: Iterable[Row]) -> dict[tuple[str, str], Duel]:
    """For every two bots that met, how the first fared against the second."""
    met: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()  # in halves
    for row in rows:
        if not row.counts:
            continue
        for (one, place), (other, behind) in combinations(zip(row.entrants, row.places, strict=True), 2):
            if one == other:
                continue
            halves = 1 if place == behind else 2 * (place < behind)
            for pair, score in (((one, other), halves), ((other, one), 2 - halves)):
                met[pair] += 1
                won[pair] += score
    return {pair: Duel(times, won[pair] / (2 * times)) for pair, times in met.items()}


class _Tally:
    """What is counted for one bot."""

    def __init__(self) -> None:
        self.matches = self.points = self.faults = self.lost = 0
        self.luck = 0.0
        self.told = True  # of every match, how much was luck
        self.places: Counter[int] = Counter()

    def add(self, row: Row, seat: int, luck: tuple[float, ...] | None) -> None:
        self.matches += 1
        self.told = self.told and luck is not None
        self.luck += luck[seat] if luck else 0.0
        self.places[row.places[seat]] += 1
        self.points += row.points[seat]
        self.faults += len(row.faults[seat])
        self.lost += not row.clean(seat)


def _key(rating: Rating) -> tuple[float, float]:
    return -rating.conservative, -rating.mu


def _ranks(rows: Sequence[Row], names: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Between which ranks each of these bots truly may stand."""
    if not 0 < len(names) <= MOST_RANKED:
        return {}
    index = {name: number for number, name in enumerate(sorted(names))}
    meetings: list[Meeting] = [
        (row.group, tuple(index[name] for name in row.entrants), row.places) for row in rows if row.counts
    ]
    return dict(zip(sorted(names), fit(meetings, len(index)).ranks(), strict=True))
