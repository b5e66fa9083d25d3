"""Gauntlet: the first entrants, each alone, against tables of all the others.

In every round the field walks past once for each table size: whoever comes next sits down, and when the table is full,
every challenger meets it. A table that a round leaves unfinished is filled in the next. The variants of the tables take
turns, and the field is seated to suit them. All that is found for numbers in place of names, so that it
is known before anything is drawn; the seed then says who of the field has which number.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.field import Places, seat_field
from tournaments.formats.known import interleaved, schedule
from tournaments.formats.mix import Table, apart
from tournaments.pairing import Cup, Pairing


class _Met(NamedTuple):
    """A table of the field, which every challenger meets."""

    round: int
    table: Table
    kind: int  # of its variants


def gauntlet(cup: Cup, rows: Sequence[Row], *, challengers: int = 1, within: int = 1) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup, challengers, within)


def total(cup: Cup, *, challengers: int = 1, within: int = 1) -> int:
    """How many matches there are."""
    walks = cup.rounds * (len(cup.entrants) - challengers)
    return challengers * sum(walks // (size - 1) for size in cup.seats)


def variants_apart(cup: Cup, *, challengers: int = 1, within: int = 1) -> int:
    """By how much the variants of one entrant differ, at most, in tables of the field; no more than `within` if that
    is found."""
    met = _met(cup.nobodys, challengers, within)
    challenger = len(cup.entrants)  # any of them, as they meet the same
    return apart([(*one.table, challenger) for one in met], [one.kind for one in met], len(cup.variants))


@lru_cache(8)
def _schedule(cup: Cup, challengers: int, within: int) -> tuple[Pairing, ...]:
    """Every challenger meets the same tables with the same variants: that is what makes them comparable."""
    first, field = cup.entrants[:challengers], shuffled(cup.seed, cup.entrants[challengers:], "field")
    met = _met(cup.nobodys, challengers, within)
    tables = [(one.round, (name, *(field[number] for number in one.table))) for one in met for name in first]
    return schedule(cup, tables, [one.kind for one in met for _ in first])


@lru_cache(64)
def _met(cup: Cup, challengers: int, within: int) -> tuple[_Met, ...]:
    """The tables of the field in their order."""
    field = len(cup.entrants) - challengers
    order = _tables(cup, field)
    seated = zip(order, seat_field(cup, field, order, within), strict=True)
    return tuple(_Met(one.walks[-1][1] + 1, table, one.kind) for one, table in seated if one.kind is not None)


def _tables(cup: Cup, field: int) -> list[Places]:
    """All tables of the field, round by round, and last those that are never filled."""
    by_size, rest = list[list[Places]](), list[Places]()
    seats = {size: [(size, number) for number in range(cup.rounds) for _ in range(field)] for size in cup.seats}
    kinds = _kinds({size: len(walks) // (size - 1) for size, walks in seats.items()}, len(cup.variants), field)
    for size, walks in seats.items():
        tables = [tuple(walks[start : start + size - 1]) for start in range(0, len(walks), size - 1)]
        by_size.append([Places(table, kind) for table, kind in zip(tables, kinds[size], strict=False)])
        rest += [Places(table, None) for table in tables[len(kinds[size]) :]]
    rounds = [
        interleaved([one for one in some if one.walks[-1][1] == number] for some in by_size)
        for number in range(cup.rounds)
    ]
    return [*(one for some in rounds for one in some), *rest]


def _kinds(many: Mapping[int, int], kinds: int, field: int) -> dict[int, list[int]]:
    """The kinds of so many tables of each size, in all equally often. They take turns; those come first at a size who
    would else have the fewest tables of all, and among these who have the fewest seats for the field."""
    order, tables, seats = dict[int, list[int]](), [0] * kinds, [0] * kinds
    for size in sorted(many, reverse=True):
        turn = sorted(range(kinds), key=lambda kind: (tables[kind], seats[kind]))
        order[size] = [turn[number % kinds] for number in range(many[size])]
        for kind in order[size]:
            tables[kind] += 1
            seats[kind] += size - 1
    fewest, most = sum(seats) // field // kinds, -(-sum(seats) // field // kinds)
    _level(order, seats, range(field * fewest, field * most + 1))
    return order


def _level(order: Mapping[int, list[int]], seats: list[int], within: range) -> None:
    """Exchange tables of two sizes between the kinds with the most and the fewest seats, as long as a kind has more of
    them than the field can give, or fewer."""
    while min(seats) not in within or max(seats) not in within:
        high, low = seats.index(max(seats)), seats.index(min(seats))
        gap = seats[high] - seats[low]
        ways = [
            (abs(gap - 2 * (large - small)), large, small)
            for large, small in permutations(order, 2)
            if 0 < large - small < gap and high in order[large] and low in order[small]
        ]
        if not ways:
            return
        _, large, small = min(ways)
        order[large][order[large].index(high)], order[small][order[small].index(low)] = low, high
        seats[high] -= large - small
        seats[low] += large - small
