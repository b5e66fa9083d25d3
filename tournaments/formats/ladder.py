"""Ladder: in batches, always the tables that tell most about ratings that are still in doubt.

A batch is known when all batches before it were played. How long a bot thinks changes nothing: what counts is what was
scheduled. Only those sit together who can have the same variants, so that everybody has all of them equally often.
Among these, who is `lead` matches ahead of anybody is not seated, unless nobody else is left.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, permutations
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.crowded import Crowded
from tournaments.formats.cycles import Cycles
from tournaments.formats.outcome import Played, by_number
from tournaments.formats.rating import Rating, information, rated
from tournaments.pairing import Cup, Pairing

Places: TypeAlias = tuple[int, ...]  # by seat; none for what is void
Drawn: TypeAlias = tuple[list[str], str]  # a table and its variants

BATCH = 8
LEAD = 4


def ladder(cup: Cup, rows: Sequence[Row], *, batch: int = BATCH, lead: int = LEAD) -> Sequence[Pairing]:
    """All batches that are known, the last of them perhaps unfinished."""
    return _ladder(cup, batch, lead).after(by_number(rows))


@lru_cache(4)
def _ladder(cup: Cup, batch: int, lead: int) -> "_Ladder":
    """Kept from call to call, so that a long tournament is not climbed again from the ground for every batch."""
    return _Ladder(cup, batch, lead)


class Offer(NamedTuple):
    """Tables that could be played together, as one list of entrants."""

    names: list[str]
    variants: str
    tells: float = 0.0  # how much they would tell


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
        many = sum(self._cup.seats)
        self._at_once = many <= len(self._cup.entrants)
        self._cycles = Cycles(self._cup, many, self._lead) if self._at_once else Crowded(self._cup, self._lead)
        self._drawn: list[Drawn] = []  # tables that come next
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
            self._drawn = self._drawn or self._tables(ratings, self._together(serial))
            names, variants = self._drawn.pop(0)
            less = rated([ratings[name] for name in names], [1] * len(names))
            for name, rating in zip(names, less, strict=True):
                ratings[name] = replace(ratings[name], variance=rating.variance)
                self._matches[name] += 1
            self._pairings.append(Pairing(number, self._seated(names), variants, serial))

    def _together(self, serial: int) -> tuple[int, ...]:
        """The sizes of tables that are drawn together and have the same variants: all, if so many can sit."""
        seats = self._cup.seats
        return seats if self._at_once else (seats[serial % len(seats)],)

    def _tables(self, ratings: dict[str, Rating], sizes: Sequence[int]) -> list[Drawn]:
        """The tables that tell most, with whoever is most in doubt; first in the drawn order if equal."""
        fewest = min(self._matches.values())
        pool = [name for name in ratings if self._matches[name] < fewest + self._lead]
        for first in sorted(pool, key=lambda name: (-ratings[name].variance, self._matches[name])):
            offers = [
                offer
                for variants in self._cycles.now.variants
                if self._cycles.now.can_have(first, variants)
                and (offer := self._offer(ratings, sizes, first, variants))
                and self._cycles.is_safe(offer.names, variants)
            ]
            if offers:
                return self._take(max(offers, key=lambda offer: offer.tells), sizes)
        order = sorted(ratings, key=lambda name: self._matches[name])
        return self._take(Offer(*self._cycles.way_on(order)), sizes)

    def _take(self, offer: Offer, sizes: Sequence[int]) -> list[Drawn]:
        self._cycles.play(offer.names, offer.variants)
        names = iter(offer.names)
        return [(list(islice(names, size)), offer.variants) for size in sizes]

    def _offer(self, ratings: dict[str, Rating], sizes: Sequence[int], first: str, variants: str) -> Offer | None:
        """Tables with these variants: at the first this one, at the others whoever is most in doubt, and then always
        the one against whom a match tells most."""
        left = [name for name in ratings if self._cycles.now.can_have(name, variants)]
        if len(left) < sum(sizes):
            return None
        names, tells = list[str](), 0.0
        for size in sizes:
            gain = dict.fromkeys(left, 0.0)
            for seat in range(size):
                pool = self._least(left)
                if names and seat == 0:
                    name = max(pool, key=lambda name: (ratings[name].variance, -self._matches[name]))
                elif names:
                    name = max(pool, key=lambda name: (gain[name], -self._matches[name]))
                else:
                    name = first
                tells += gain[name]
                left.remove(name)
                names.append(name)
                for other in left:
                    gain[other] += information(ratings[other], ratings[name])
        return Offer(names, variants, tells)

    def _least(self, names: Sequence[str]) -> list[str]:
        """Those who are not too far ahead, or else those with the fewest matches."""
        limit = max(min(self._matches.values()) + self._lead, min(self._matches[name] for name in names) + 1)
        return [name for name in names if self._matches[name] < limit]

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
