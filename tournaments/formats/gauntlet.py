"""Gauntlet: the first entrants, each alone, against tables of all the others.

In every round the field walks past once for each table size: whoever comes next sits down, and when the table is full,
every challenger meets it. A table that a round leaves unfinished is filled in the next. At every size the variants of
the tables take turns, and the field is seated to suit them.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from results.rows import Row
from tournaments.formats.field import Places, seat_field
from tournaments.formats.known import interleaved, schedule
from tournaments.pairing import Cup, Pairing


def gauntlet(cup: Cup, rows: Sequence[Row], *, challengers: int = 1) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup, challengers)


@lru_cache(8)
def _schedule(cup: Cup, challengers: int) -> tuple[Pairing, ...]:
    """Every challenger meets the same tables with the same variants: that is what makes them comparable."""
    first, field = cup.entrants[:challengers], cup.entrants[challengers:]
    order = _tables(cup, len(field))
    met = list(zip(order, seat_field(cup, field, order), strict=True))
    full = [(table.walks[-1][1] + 1, names, table.kind) for table, names in met if table.kind is not None]
    tables = [(number, (name, *names)) for number, names, _ in full for name in first]
    return schedule(cup, tables, [kind for *_, kind in full for _ in first])


def _tables(cup: Cup, field: int) -> list[Places]:
    """All tables of the field, round by round, and last those that are never filled."""
    by_size, rest = list[list[Places]](), list[Places]()
    seats = {size: [(size, number) for number in range(cup.rounds) for _ in range(field)] for size in cup.seats}
    kinds = _kinds({size: len(walks) // (size - 1) for size, walks in seats.items()}, len(cup.variants))
    for size, walks in seats.items():
        tables = [tuple(walks[start : start + size - 1]) for start in range(0, len(walks), size - 1)]
        by_size.append([Places(table, kind) for table, kind in zip(tables, kinds[size], strict=False)])
        rest += [Places(table, None) for table in tables[len(kinds[size]) :]]
    rounds = [
        interleaved([one for one in some if one.walks[-1][1] == number] for some in by_size)
        for number in range(cup.rounds)
    ]
    return [*(one for some in rounds for one in some), *rest]


def _kinds(many: Mapping[int, int], kinds: int) -> dict[int, list[int]]:
    """The kinds of so many tables of each size. They take turns; those come first at a size who would else have the
    fewest tables of all, and among these who have the fewest seats for the field."""
    order, tables, seats = dict[int, list[int]](), [0] * kinds, [0] * kinds
    for size in sorted(many, reverse=True):
        turn = sorted(range(kinds), key=lambda kind: (tables[kind], seats[kind]))
        order[size] = [turn[number % kinds] for number in range(many[size])]
        for kind in order[size]:
            tables[kind] += 1
            seats[kind] += size - 1
    return order
