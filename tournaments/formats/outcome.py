"""What a result is worth within a tournament that looks at results: the share of opponents who were beaten."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from results.rows import Row

Played: TypeAlias = Mapping[int, Row]  # by number in the schedule
Who = TypeVar("Who", str, int)  # an entrant by name or by number

NEUTRAL = Fraction(1, 2)  # for who did not play: what an average entrant has


def by_number(rows: Sequence[Row]) -> Played:
    return {row.number: row for row in rows}


def shares(places: Sequence[int]) -> list[Fraction]:
    """By seat, the share of opponents that were beaten; an equal place is half of it."""
    others = len(places) - 1
    return [
        Fraction(2 * sum(place < other for other in places) + places.count(place) - 1, 2 * others) for place in places
    ]


class Tally:
    """Sums over rows that count: matches, shares and points of each entrant."""

    def __init__(self) -> None:
        self.matches: dict[str, int] = {}
        self.share: dict[str, Fraction] = {}
        self.points: dict[str, int] = {}

    def add(self, row: Row) -> None:
        """Count a row; a void one counts for nothing."""
        if not row.counts:
            return
        for name, share, points in zip(row.entrants, shares(row.places), row.points, strict=True):
            self.matches[name] = self.matches.get(name, 0) + 1
            self.share[name] = self.share.get(name, Fraction(0)) + share
            self.points[name] = self.points.get(name, 0) + points

    def mean(self, name: str) -> Fraction:
        """The mean share of an entrant."""
        return self.share[name] / self.matches[name] if name in self.matches else NEUTRAL

    def mean_points(self, name: str) -> Fraction:
        """The mean points of an entrant: matches that are void must not put a whole heat behind another."""
        return Fraction(self.points[name], self.matches[name]) if name in self.matches else Fraction(0)


def pair(one: Who, other: Who) -> tuple[Who, Who]:
    """Two entrants, in one order whoever is named first."""
    return (one, other) if one < other else (other, one)
