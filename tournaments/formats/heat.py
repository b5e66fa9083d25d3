"""Several matches of the same entrants, with the seats rotated."""

from collections.abc import Sequence
from typing import TypeAlias

from tournaments.balance import shuffled
from tournaments.pairing import Cup, Pairing

Label: TypeAlias = tuple[str | int, ...]


def heat(
    cup: Cup, names: Sequence[str], matches: int, *, number: int, first: int, group: int, label: Label
) -> list[Pairing]:
    """So many matches. After as many as there are seats everybody has had every seat once; then they are drawn anew.

    `first` numbers the variants of the first match in the tournament's order of them, `group` is the first group.
    """
    variants = shuffled(cup.seed, cup.variants, "variants")
    pairings = []
    for match in range(matches):
        turn, step = divmod(match, len(names))
        order = shuffled(cup.seed, sorted(names), "seats", *label, turn)
        entrants = (*order[step:], *order[:step])
        pairings.append(Pairing(number, entrants, variants[(first + match) % len(variants)], group + match))
    return pairings
