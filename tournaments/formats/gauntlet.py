"""Gauntlet: the first entrants, each alone, against tables of all the others.

In every round the field walks past once for each table size, in a new order: whoever comes next sits down, and when the
table is full, every challenger meets it. A table that a round leaves unfinished is filled in the next.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.known import Names, interleaved, schedule
from tournaments.formats.mix import spread
from tournaments.formats.outcome import pair
from tournaments.pairing import Cup, Pairing


def gauntlet(cup: Cup, rows: Sequence[Row], *, challengers: int = 1) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup, challengers)


@lru_cache(8)
def _schedule(cup: Cup, challengers: int) -> tuple[Pairing, ...]:
    """Every challenger meets the same tables with the same variants: that is what makes them comparable."""
    first, field = cup.entrants[:challengers], cup.entrants[challengers:]
    met: list[tuple[int, Names]] = []
    by_size = [list(_rounds(cup, field, size - 1)) for size in cup.seats]
    for number in range(cup.rounds):
        met += [(number + 1, names) for names in interleaved(rounds[number] for rounds in by_size)]
    start = [number % len(cup.variants) for number in range(len(met))]
    kinds = spread([(first[0], *names) for _, names in met], [start], len(cup.variants))
    tables = [(number, (name, *names)) for number, names in met for name in first]
    return schedule(cup, tables, [kind for kind in kinds for _ in first])


def _rounds(cup: Cup, field: Sequence[str], many: int) -> Iterator[list[Names]]:
    """Tables of so many of the field, round by round, with those together who were together least."""
    together = Counter[tuple[str, str]]()
    table: list[str] = []
    for number in range(cup.rounds):
        left, full = shuffled(cup.seed, field, "field", many, number), list[Names]()
        while left:
            free = [name for name in left if name not in table]
            name = min(free, key=lambda name: sum(together[pair(name, other)] for other in table))
            together.update(pair(name, other) for other in table)
            left.remove(name)
            table.append(name)
            if len(table) == many:
                full.append(tuple(table))
                table = []
        yield full
