"""An interval for the mean score that may be looked at after every group, for ever, by whoever stops when he likes.

Somebody bets that the true mean is above m, at odds that are fair if it is m. If it is not above m, his capital grows
twentyfold with a chance of one in twenty at the most, however long he plays (Ville's inequality). So every m at which
he would have grown rich is out, and on the other side by the same argument. The capital is spread over stakes from
small to all: one of them fits the spread of the scores, whatever it is, and nobody has to guess it (a mixture of the
bets of Waudby-Smith and Ramdas). The order of the scores plays no part.
"""

from math import exp, inf, log

from results.verdicts.estimates import CERTAINTY
from results.verdicts.tally import Distances, Tally, winnings

_STAKES = [1.5**-power for power in range(12)]  # parts of the largest allowed; the last fits some 100,000 groups
_HALVINGS = 20


class Betting:
    """Scores so far, and what bets on their mean would have won."""

    def __init__(self, certainty: float = CERTAINTY, *, floor: float = -1.0, ceiling: float = 1.0) -> None:
        self.certainty = certainty
        self.tally = Tally(floor, ceiling)

    def add(self, score: float) -> None:
        self.tally.add(score)

    def evidence(self, mean: float) -> float:
        """The capital of who bet that the true mean is above this: 20 or more has a chance of 5 % if it is not."""
        return exp(min(self._above(mean), 700.0))

    def evidence_below(self, mean: float) -> float:
        """The capital of who bet that the true mean is below this."""
        return exp(min(self._below(mean), 700.0))

    @property
    def interval(self) -> tuple[float, float]:
        """All means at which nobody has grown rich, the error shared by both sides."""
        floor, ceiling = self.tally.floor, self.tally.ceiling
        if not self.tally.groups:
            return floor, ceiling
        rich = log(2.0 / (1.0 - self.certainty))
        low, seen = floor, self.tally.mean
        for _ in range(_HALVINGS):
            middle = (low + seen) / 2.0
            low, seen = (middle, seen) if self._above(middle) >= rich else (low, middle)
        high, seen = ceiling, self.tally.mean
        for _ in range(_HALVINGS):
            middle = (seen + high) / 2.0
            seen, high = (seen, middle) if self._below(middle) >= rich else (middle, high)
        return low, high

    def _above(self, mean: float) -> float:
        if mean <= self.tally.floor:
            return inf if self.tally.groups and self.tally.mean > mean else 0.0
        return _mixture(self.tally.beside(mean), 1.0 / (mean - self.tally.floor))

    def _below(self, mean: float) -> float:
        if mean >= self.tally.ceiling:
            return inf if self.tally.groups and self.tally.mean < mean else 0.0
        return _mixture(self.tally.beside(mean), -1.0 / (self.tally.ceiling - mean))


def _mixture(beside: Distances, largest: float) -> float:
    """The logarithm of the capital, spread evenly over all stakes at the start."""
    logs = [winnings(beside, part * largest) for part in _STAKES]
    best = max(logs)
    return best + log(sum(exp(each - best) for each in logs) / len(logs))
