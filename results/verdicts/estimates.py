"""The mean of group scores and its interval, for one look at a number of groups that was fixed beforehand.

Who looks again and again until the interval pleases needs `betting` or `sprt` instead.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance

from msgspec import Struct

from results.student import quantile

CERTAINTY = 0.95


class Estimate(Struct, frozen=True, kw_only=True):
    """A mean score, and the bounds between which the true one is with this certainty."""

    mean: float
    low: float
    high: float
    groups: int
    certainty: float


def estimate(
    scores: Sequence[float], certainty: float = CERTAINTY, *, floor: float = -1.0, ceiling: float = 1.0
) -> Estimate:
    """The mean with Student's interval over groups. Fewer than two groups tell nothing but the range of the score;
    groups that never differ leave no chance to measure, and the interval has no width."""
    groups = len(scores)
    if groups < 2:
        mean = scores[0] if groups else (floor + ceiling) / 2.0
        return Estimate(mean=mean, low=floor, high=ceiling, groups=groups, certainty=certainty)
    mean = fmean(scores)
    reach = quantile((1.0 + certainty) / 2.0, groups - 1) * sqrt(_spread(scores) / groups)
    low, high = max(floor, mean - reach), min(ceiling, mean + reach)
    return Estimate(mean=mean, low=low, high=high, groups=groups, certainty=certainty)


def gain(new: Sequence[float], old: Sequence[float]) -> float | None:
    """How many times more matches with independent dice would tell the two bots apart as precisely as these pairs with
    the same dice did; None if the two never differed by anything but a constant."""
    differences = [one - other for one, other in zip(new, old, strict=True)]
    if len(differences) < 2 or not (apart := _spread(differences)):
        return None
    return (_spread(new) + _spread(old)) / apart


def _spread(scores: Sequence[float]) -> float:
    """The variance, and exactly zero where nothing varies."""
    return 0.0 if min(scores) == max(scores) else variance(scores)
