"""Round robin: in every round, everybody meets everybody equally often at tables of every size.

Which tables there are, and who has how many matches of each variant, does not depend on names or seed: it is found for
numbers, so that it is known before anything is drawn. The seed then says who has which number.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.annealing import tries
from tournaments.formats.design import Table, circle, design, parts
from tournaments.formats.halving import patiently, quickly
from tournaments.formats.known import interleaved, schedule
from tournaments.formats.mix import apart, can_be_even, spread, whole
from tournaments.formats.turning import Place, listed, pieces, shares, turning
from tournaments.pairing import Cup, Pairing

LEAST = 8  # searches, however large the tournament
PATIENT, WORTH_IT = 3, 40  # more of them, if all have failed, and how many tables have to be there
FEWER = 4  # searches if counting says that it cannot be even


def round_robin(cup: Cup, rows: Sequence[Row], *, within: int = 1) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup, within)


def total(cup: Cup, *, within: int = 1) -> int:
    """How many matches there are."""
    return cup.rounds * sum(len(tables) for size in cup.seats for tables in design(len(cup.entrants), size))


def variants_apart(cup: Cup, *, within: int = 1) -> int:
    """By how much the variants of one entrant differ, at most; no more than `within` if that is found."""
    return _found(cup.nobodys, within).apart


@lru_cache(8)
def _schedule(cup: Cup, within: int) -> tuple[Pairing, ...]:
    found, names = _found(cup.nobodys, within), shuffled(cup.seed, cup.entrants, "entrants")
    tables = [tuple(names[number] for number in table) for table in found.draw.tables]
    return schedule(cup, list(zip(found.draw.rounds, tables, strict=True)), found.kinds)


class _Draw(NamedTuple):
    """All tables, with the round and the part of each, and its place on a circle that is cut into pieces."""

    rounds: list[int]
    tables: list[Table]
    parts: list[tuple[int, int, int]]
    places: list[Place]


class _Found(NamedTuple):
    """All tables with their kinds, and by how much those of one entrant differ, at most."""

    draw: _Draw
    kinds: list[int]
    apart: int


@lru_cache(8)
def _found(cup: Cup, within: int) -> _Found:
    """The first draw of the numbers for which nobody's kinds differ by more than they may, or else the most even."""
    kinds, best = len(cup.variants), None
    for draw, found in _shared(cup, kinds):
        most = apart(draw.tables, found, kinds)
        if best is None or most < best.apart:
            best = _Found(draw, found, most)
        if most <= within:
            break
    assert best, "the first search at least gives a result"
    return best


def _shared(cup: Cup, kinds: int) -> Iterator[tuple[_Draw, list[int]]]:
    """Draws and the kinds of their tables: what is known first, then what is found soonest."""
    draw, many, several = _draw(cup, 0, 1), len(cup.entrants), cup.rounds * len(cup.seats) > 1
    if found := whole(draw.tables, draw.parts, kinds):
        yield draw, found
        return
    if not several and (many, cup.seats[0], kinds) in shares():
        cut, digits = shares()[many, cup.seats[0], kinds]
        turned = _draw(cup, 0, cut)
        yield turned, listed(turned.places, kinds, cut, digits)
    possible = can_be_even(draw.tables, kinds)
    for cut in pieces(many, kinds) if possible else []:
        turned = _draw(cup, 0, cut)
        if found := turning(turned.tables, turned.places, kinds, cut):
            yield turned, found
    for number in range(max(LEAST, tries(len(draw.tables))) if possible else FEWER):
        draw = _draw(cup, number if several else 0, 1)  # one design is the same whoever is who
        if found := spread(draw.tables, draw.parts, kinds, number, quickly):
            yield draw, found
    for number in range(PATIENT) if possible and len(draw.tables) >= WORTH_IT else []:
        draw = _draw(cup, number if several else 0, 1)
        if found := spread(draw.tables, draw.parts, kinds, number, patiently):
            yield draw, found


def _draw(cup: Cup, number: int, cut: int) -> _Draw:
    """All rounds, each with the entrants in an order of its own at every table size, interleaved class by class."""
    draw, many = _Draw([], [], [], []), len(cup.entrants)
    for turn in range(cup.rounds):
        orders = {size: _order(cup, number, turn, size, cut) for size in cup.seats}
        classes = [
            list(zip(design(many, size), parts(many, size), circle(many, size, cut), strict=True)) for size in cup.seats
        ]
        for tables, labels, places in interleaved(classes):
            for table, label, (like, piece) in zip(tables, labels, places, strict=True):
                size = len(table)
                draw.rounds.append(turn + 1)
                draw.tables.append(tuple(orders[size][point] for point in table))
                draw.parts.append((turn, size, label))
                draw.places.append(((turn, size, like), piece))
    return draw


def _order(cup: Cup, number: int, turn: int, size: int, cut: int) -> list[int]:
    """Who has which place in a design. If the circle is cut into pieces, the places that follow each other from piece
    to piece have entrants who do so, too."""
    piece = len(cup.entrants) // cut
    order = shuffled(cup.seed, range(piece), "entrants", number, turn, size)
    starts = [shuffled(cup.seed, range(cut), "pieces", number, turn, size, point)[0] for point in range(piece)]
    return [order[point] + (start + step) % cut * piece for step in range(cut) for point, start in enumerate(starts)]
