"""How often each score was seen, and how badly a supposed mean explains that.

The measure is the best bet in hindsight. Somebody who thinks the mean is `mean` finds every bet at the odds 1 + stake *
(score - mean) fair, whatever the distribution; the logarithm of what the best constant stake would have won from him is
also the logarithm of the likelihood ratio between what was seen and the best explanation with that mean. Stakes that
could lose more than everything, at the ends of the score's range, are not allowed: so explanations may use scores at
both ends that were never seen.
"""

from math import inf, log
from typing import TypeAlias

_ROUNDS, _STILL = 100, 1e-12  # of Newton's method
_RUIN = 1e-12  # odds below this have lost everything

Distances: TypeAlias = list[tuple[float, int]]  # of scores from a supposed mean, and how often each was seen


class Tally:
    """Counts of scores between a floor and a ceiling."""

    def __init__(self, floor: float = -1.0, ceiling: float = 1.0) -> None:
        self.floor, self.ceiling = floor, ceiling
        self.groups = 0
        self._counts: dict[float, int] = {}

    def add(self, score: float) -> None:
        if not self.floor <= score <= self.ceiling:
            raise ValueError(f"a score of {score} is not between {self.floor} and {self.ceiling}")
        self.groups += 1
        self._counts[score] = self._counts.get(score, 0) + 1

    @property
    def counts(self) -> list[tuple[float, int]]:
        """Every score seen and how often, sorted: sums over them do not depend on the order of play."""
        return sorted(self._counts.items())

    @property
    def mean(self) -> float:
        return sum(score * times for score, times in self.counts) / self.groups

    @property
    def variance(self) -> float:
        if self.groups < 2 or len(self._counts) == 1:
            return 0.0
        mean = self.mean
        return sum(times * (score - mean) ** 2 for score, times in self.counts) / (self.groups - 1)

    def beside(self, mean: float) -> Distances:
        return [(score - mean, times) for score, times in self.counts]

    def surprise(self, mean: float, stake: float = 0.0) -> tuple[float, float]:
        """The logarithm of what the best stake won at this mean, and that stake. To start from a stake near it, such as
        the best one before the last group, shortens the search."""
        if not self.groups:
            return 0.0, stake
        beside = self.beside(mean)
        stake = _best_stake(beside, -1.0 / (self.ceiling - mean), 1.0 / (mean - self.floor), stake)
        return winnings(beside, stake), stake


def winnings(beside: Distances, stake: float) -> float:
    """The logarithm of what a stake won on these distances from the mean."""
    total = 0.0
    for distance, times in beside:
        odds = 1.0 + stake * distance
        if odds < _RUIN:
            return -inf
        total += times * log(odds)
    return total


def _best_stake(beside: Distances, low: float, high: float, stake: float) -> float:
    """Newton's method on a concave function, kept between the stakes known to be too low and too high."""
    end, worst = (high, beside[0]) if _slope(beside, 0.0)[0] > 0.0 else (low, beside[-1])
    if 1.0 + end * worst[0] > _RUIN and _slope(beside, end)[0] * end >= 0.0:
        return end
    if not low < stake < high:
        stake = 0.0
    for _ in range(_ROUNDS):
        slope, curvature = _slope(beside, stake)
        if slope * slope <= _STILL * curvature:
            break
        low, high = (stake, high) if slope > 0.0 else (low, stake)
        stake += slope / curvature
        if not low < stake < high:
            stake = (low + high) / 2.0
    return stake


def _slope(beside: Distances, stake: float) -> tuple[float, float]:
    slope = curvature = 0.0
    for distance, times in beside:
        share = distance / (1.0 + stake * distance)
        slope += times * share
        curvature += times * share * share
    return slope, curvature
