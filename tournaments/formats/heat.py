"""Several matches of the same entrants, with the seats rotated.

A set is as many as are needed for everybody at the table to have every seat and every choice of variants equally often.
Whoever plays nothing but whole sets is even, whomever he meets and whenever he rests. At any moment within a set he is
even within one, because seats and variants take turns.
"""

from collections.abc import Sequence
from math import lcm
from typing import TypeAlias

from tournaments.balance import shuffled
from tournaments.pairing import Cup, Pairing

Label: TypeAlias = tuple[str | int, ...]


def whole_set(cup: Cup, size: int) -> int:
    """How many matches a set has at a table of this size."""
    return lcm(size, len(cup.variants))


def heat(
    cup: Cup, names: Sequence[str], variants: Sequence[str], *, number: int, group: int, label: Label
) -> list[Pairing]:
    """A match with each of these variants. After as many as there are seats everybody has had every seat once; then
    they are drawn anew, lest somebody always have the same seat with the same variants. `group` is the first group.
    """
    pairings = []
    for match, kind in enumerate(variants):
        turn, step = divmod(match, len(names))
        order = shuffled(cup.seed, sorted(names), "seats", *label, turn)
        entrants = (*order[step:], *order[:step])
        pairings.append(Pairing(number, entrants, kind, group + match))
    return pairings
