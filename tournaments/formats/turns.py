"""Variants where a schedule grows with the results: each match has those that its entrants need most.

What was said before stays, so nothing can be made up for by changing earlier tables.
"""

from collections import Counter
from collections.abc import Collection

from tournaments.balance import shuffled
from tournaments.pairing import Cup


class Turns:
    """How often everybody had which variants."""

    def __init__(self, cup: Cup) -> None:
        self._variants = shuffled(cup.seed, cup.variants, "variants")
        self._had = Counter[tuple[str, str]]()
        self._matches = Counter[str]()

    def next(self, names: Collection[str]) -> str:
        """The variants of the next match of all these: those of which nobody has had much more than his fair share;
        among these, those that they had least in all; among these, the first."""
        best = min(self._variants, key=lambda variants: self._cost(names, variants))
        self._had.update((name, best) for name in names)
        self._matches.update(names)
        return best

    def _cost(self, names: Collection[str], variants: str) -> tuple[int, int]:
        ahead = [len(self._variants) * self._had[name, variants] - self._matches[name] for name in names]
        return max(ahead), sum(ahead)
