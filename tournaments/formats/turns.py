"""Variants where the results decide who plays: they take turns, and each table has those that its entrants had least.

Who plays without a break from when he joined until he leaves has all variants equally often, within one: he has had a
piece of the turn. Whole turns change nothing, so who plays only such may rest whenever he likes. Where it is neither, a
table cannot always make up for a bye and go on with the turn.
"""

from collections import Counter
from collections.abc import Sequence

from tournaments.balance import shuffled
from tournaments.pairing import Cup


class Turns:
    """How often everybody had which variants."""

    def __init__(self, cup: Cup) -> None:
        self._variants = shuffled(cup.seed, cup.variants, "variants")
        self._had = Counter[tuple[str, str]]()

    def deal(self, tables: Sequence[Sequence[str]], many: int) -> list[list[str]]:
        """The variants of the next matches of each table. Whenever it is possible to leave everybody at a table within
        one, this does: it makes the squares of their counts as small as can be. If several variants are as good, it is
        the one whose turn it is."""
        dealt = [self._least(names, many) for names in tables]
        for names, some in zip(tables, dealt, strict=True):
            self._had.update((name, variants) for name in names for variants in some)
        self._variants = _turned(self._variants, many)
        return dealt

    def _least(self, names: Sequence[str], many: int) -> list[str]:
        had = {variants: sum(self._had[name, variants] for name in names) for variants in self._variants}
        dealt = list[str]()
        for match in range(many):
            dealt.append(min(_turned(self._variants, match), key=had.__getitem__))
            had[dealt[-1]] += len(names)
        return dealt


def _turned(variants: list[str], many: int) -> list[str]:
    """The turn after so many matches."""
    return [*variants[many % len(variants) :], *variants[: many % len(variants)]]
