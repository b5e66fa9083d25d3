"""Several matches of the same entrants, with the seats rotated."""

from collections.abc import Sequence
from typing import TypeAlias

from tournaments.balance import shuffled
from tournaments.pairing import Cup, Pairing

Label: TypeAlias = tuple[str | int, ...]


def heat(
    cup: Cup, names: Sequence[str], variants: Sequence[str], *, number: int, group: int, label: Label
) -> list[Pairing]:
    """A match with each of these variants. After as many as there are seats everybody has had every seat once; then
    they are drawn anew. `group` is the first group.
    """
    pairings = []
    for match, kind in enumerate(variants):
        turn, step = divmod(match, len(names))
        order = shuffled(cup.seed, sorted(names), "seats", *label, turn)
        entrants = (*order[step:], *order[:step])
        pairings.append(Pairing(number, entrants, kind, group + match))
    return pairings
