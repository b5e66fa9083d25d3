"""Round robin: in every round, everybody meets everybody equally often at tables of every size."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.design import Table, design, parts
from tournaments.formats.known import interleaved, schedule
from tournaments.formats.mix import can_be_even, spread, uneven
from tournaments.pairing import Cup, Pairing

DRAWS = 3  # of the order of entrants, if the variants ask for another


def round_robin(cup: Cup, rows: Sequence[Row]) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup)


@lru_cache(8)
def _schedule(cup: Cup) -> tuple[Pairing, ...]:
    """The first draw of the entrants for which everybody has all variants equally often, or else the most even."""
    kinds, found = len(cup.variants), list[tuple[int, _Draw, list[int]]]()
    for number in range(DRAWS if cup.rounds * len(cup.seats) > 1 else 1):  # one design is the same whoever is who
        draw = _draw(cup, number)
        shares = spread(draw.tables, draw.parts, kinds)
        found.append((uneven(draw.tables, shares, kinds), draw, shares))
        if not found[-1][0] or not can_be_even(draw.tables, kinds):
            break
    _, best, shares = min(found, key=lambda one: one[0])
    names = [tuple(cup.entrants[place] for place in table) for table in best.tables]
    return schedule(cup, list(zip(best.rounds, names, strict=True)), shares)


class _Draw(NamedTuple):
    """All tables, with the round and the part of each."""

    rounds: list[int]
    tables: list[Table]
    parts: list[tuple[int, int, int]]


def _draw(cup: Cup, number: int) -> _Draw:
    """All rounds, each with the entrants in an order of its own at every table size, interleaved class by class."""
    draw, many = _Draw([], [], []), len(cup.entrants)
    for turn in range(cup.rounds):
        orders = {size: shuffled(cup.seed, range(many), "entrants", number, turn, size) for size in cup.seats}
        classes = [list(zip(design(many, size), parts(many, size), strict=True)) for size in cup.seats]
        for tables, labels in interleaved(classes):
            for table, label in zip(tables, labels, strict=True):
                size = len(table)
                draw.rounds.append(turn + 1)
                draw.tables.append(tuple(orders[size][point] for point in table))
                draw.parts.append((turn, size, label))
    return draw
