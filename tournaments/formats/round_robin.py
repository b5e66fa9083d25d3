"""Round robin: in every round, everybody meets everybody equally often at tables of every size."""

from collections.abc import Sequence
from functools import lru_cache

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.design import design
from tournaments.formats.known import Names, interleaved, schedule
from tournaments.formats.mix import spread
from tournaments.pairing import Cup, Pairing


def round_robin(cup: Cup, rows: Sequence[Row]) -> Sequence[Pairing]:
    """The whole schedule; results do not change it."""
    return _schedule(cup)


@lru_cache(8)
def _schedule(cup: Cup) -> tuple[Pairing, ...]:
    tables: list[tuple[int, Names]] = []
    start: list[int] = []
    for number in range(cup.rounds):
        for place, classes in interleaved(_classes(cup, number, size) for size in cup.seats):
            tables += [(number + 1, names) for names in classes]
            start += [place % len(cup.variants)] * len(classes)
    return schedule(cup, tables, spread([names for _, names in tables], start, len(cup.variants)))


def _classes(cup: Cup, number: int, size: int) -> list[tuple[int, list[Names]]]:
    """A round at tables of one size, with the entrants in an order of its own. Each class has a number; a class is
    played with one choice of variants, so that all have the same, but for those who sit out."""
    order = shuffled(cup.seed, cup.entrants, "entrants", number, size)
    many = {each: len(design(len(order), each)) for each in cup.seats}
    # All rounds of one size are numbered before the next size, so that each has all variants equally often.
    before = sum(cup.rounds * many[each] for each in cup.seats[: cup.seats.index(size)]) + number * many[size]
    return [
        (before + place, [tuple(order[point] for point in table) for table in tables])
        for place, tables in enumerate(design(len(order), size))
    ]
