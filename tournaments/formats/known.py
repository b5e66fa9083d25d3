"""What round robin and gauntlet share: schedules that are known before anything is played."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeVar

from tournaments.balance import seated, shuffled
from tournaments.pairing import Cup, Pairing

Item = TypeVar("Item")
Names: TypeAlias = tuple[str, ...]


def interleaved(lists: Iterable[Sequence[Item]]) -> list[Item]:
    """Several lists as one, each spread evenly over its whole length: early standings are to mean something."""
    places = [
        ((2 * place + 1) / len(items), number, item)
        for number, items in enumerate(lists)
        for place, item in enumerate(items)
    ]
    return [item for _, _, item in sorted(places, key=lambda place: place[:2])]


def schedule(cup: Cup, tables: Sequence[tuple[int, Names]], kinds: Iterable[int]) -> tuple[Pairing, ...]:
    """The pairings of all tables, given by round and entrants, and the number of the variants of each."""
    variants = shuffled(cup.seed, cup.variants, "variants")
    seats = {size: iter(seated([names for _, names in tables if len(names) == size])) for size in cup.seats}
    return tuple(
        Pairing(number, next(seats[len(names)]), variants[kind], group)
        for group, ((number, names), kind) in enumerate(zip(tables, kinds, strict=True))
    )
