"""Round robin: in every round, everybody meets everybody equally often at tables of every size."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.design import design, parts
from tournaments.formats.known import Names, interleaved, schedule
from tournaments.formats.mix import by_parts, spread
from tournaments.pairing import Cup, Pairing


def round_robin(cup: Cup, rows: Sequence[Row]) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup)


@lru_cache(8)
def _schedule(cup: Cup) -> tuple[Pairing, ...]:
    tables: list[tuple[int, Names]] = []
    classes: list[int] = []
    sets: list[tuple[int, int, int]] = []
    kinds = len(cup.variants)
    for number in range(cup.rounds):
        for one in interleaved(_classes(cup, number, size) for size in cup.seats):
            tables += [(number + 1, names) for names in one.tables]
            classes += [one.number % kinds] * len(one.tables)
            sets += [(len(one.tables[0]), number, part) for part in one.parts]
    names = [names for _, names in tables]
    return schedule(cup, tables, spread(names, [classes, by_parts(names, sets, kinds)], kinds))


class _Class(NamedTuple):
    """Tables at which nobody sits twice. It begins with one choice of variants, so that all have the same, but for
    those who sit out."""

    number: int
    tables: list[Names]
    parts: Sequence[int]


def _classes(cup: Cup, number: int, size: int) -> list[_Class]:
    """A round at tables of one size, with the entrants in an order of its own."""
    order = shuffled(cup.seed, cup.entrants, "entrants", number, size)
    many = {each: len(design(len(order), each)) for each in cup.seats}
    # All rounds of one size are numbered before the next size, so that each has all variants equally often.
    before = sum(cup.rounds * many[each] for each in cup.seats[: cup.seats.index(size)]) + number * many[size]
    both = zip(design(len(order), size), parts(len(order), size), strict=True)
    return [
        _Class(before + place, [tuple(order[point] for point in table) for table in tables], numbers)
        for place, (tables, numbers) in enumerate(both)
    ]
