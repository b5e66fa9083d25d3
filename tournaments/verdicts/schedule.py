"""Who sits where in a comparison. A group is one table, played twice with the same dice: with NEW in a seat, and with
OLD in it.

Table sizes take turns. For each size, seats, variants and opponents take turns, too, so that after any number of groups
each was had as often as the others, within one. The groups of a short comparison are the first of a longer one.
"""

from collections.abc import Callable
from functools import cache
from math import lcm
from typing import Any, TypeAlias

from msgspec import Struct

from tournaments.balance import shuffled
from tournaments.pairing import Pairing

Order: TypeAlias = Callable[..., Any]  # things in an order drawn by the seed, the same one for one label


class Design(Struct, frozen=True, kw_only=True):
    """All that the schedule of a comparison follows from, beside its seed."""

    new: str
    old: str
    field: tuple[str, ...]  # the opponents, at least as many as a table has beside NEW or OLD
    seats: tuple[int, ...]  # table sizes
    variants: tuple[str, ...]


def schedule(design: Design, seed: bytes, groups: int) -> list[Pairing]:
    """The pairings of the first groups: those of group g are number 2g, with NEW, and 2g + 1, with OLD."""
    order: Order = cache(lambda items, *label: shuffled(seed, items, *label))
    return [pairing for group in range(groups) for pairing in _group(design, order, group)]


def _group(design: Design, order: Order, group: int) -> list[Pairing]:
    turn, place = divmod(group, len(design.seats))
    size = order(design.seats, "sizes", turn)[place]
    seat = order(tuple(range(size)), "seats", size)[turn % size]
    many = len(design.variants)
    apart = design.seats.index(size) * many // len(design.seats)  # the sizes are not to have the same variants at once
    shift = turn // lcm(size, many)  # without it, a seat would meet only some of the variants
    variants = order(design.variants, "variants")[(turn + apart + shift) % many]
    others = _opponents(design.field, order, size, turn)
    return [Pairing(1, (*others[:seat], focal, *others[seat:]), variants, group) for focal in (design.new, design.old)]


def _opponents(field: tuple[str, ...], order: Order, size: int, turn: int) -> list[str]:
    """The next of the field, which stands in a new order whenever all were at the table equally often."""
    block, place = divmod(turn, len(field))
    row = order(field, "field", size, block)
    return [row[(place * (size - 1) + other) % len(row)] for other in range(size - 1)]
