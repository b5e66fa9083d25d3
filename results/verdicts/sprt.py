"""A test that ends as soon as it knows enough: is the mean group score `low` or `high`?

Wald's sequential probability ratio test, generalised: the likelihoods are those of the best explanations of what was
seen that have the one mean or the other, over all distributions of scores in the range. Nothing needs to be known about
the spread of the scores, and a score that never varies comes to a verdict too (see `Tally`).
"""

from collections.abc import Callable, Iterable
from enum import Enum
from math import log, sqrt

from msgspec import Struct

from results.verdicts.brownian import below
from results.verdicts.estimates import CERTAINTY, Estimate, estimate
from results.verdicts.tally import Tally

MARGIN = 0.03  # of win share: by so much less a bot is weaker
_CLEAR = 1.0  # a log likelihood ratio that is not about zero
_HALVINGS = 25


class Verdict(Enum):
    """Which hypothesis was accepted, in the words of the test for a bot not weaker than another."""

    ACCEPT_LOW = "weaker"
    ACCEPT_HIGH = "not weaker"
    UNDECIDED = "undecided"


class Sprt(Struct, frozen=True):
    """Two means to decide between. Alpha is the chance of accepting `high` where `low` is true, beta that of accepting
    `low` where `high` is true."""

    low: float = -MARGIN
    high: float = 0.0
    alpha: float = 0.05
    beta: float = 0.05
    floor: float = -1.0
    ceiling: float = 1.0

    def __post_init__(self) -> None:
        if not self.floor < self.low < self.high < self.ceiling:
            raise ValueError("a test needs floor < low < high < ceiling")
        if not (self.alpha > 0.0 and self.beta > 0.0 and self.alpha + self.beta < 1.0):
            raise ValueError("alpha and beta of a test are above 0 and together below 1")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's: the test goes on while the log likelihood ratio is between these."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)

    def llr(self, scores: Iterable[float]) -> float:
        """The logarithm of the likelihood ratio of `high` to `low`, whatever the order of the scores."""
        tally = Tally(self.floor, self.ceiling)
        for score in scores:
            tally.add(score)
        return tally.surprise(self.low)[0] - tally.surprise(self.high)[0]

    def run(self, scores: Iterable[float] = ()) -> "SprtRun":
        """The test as it stands when it has seen these scores in this order, or when it ended before."""
        run = SprtRun(self)
        for score in scores:
            if run.add(score) is not Verdict.UNDECIDED:
                break
        return run

    def verdict(self, scores: Iterable[float]) -> Verdict:
        return self.run(scores).verdict


class SprtRun:
    """A test under way. It ends with its verdict: groups that were still being played then are not for it."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.tally = Tally(test.floor, test.ceiling)
        self.llr = 0.0
        self.verdict = Verdict.UNDECIDED
        self._bounds = test.bounds
        self._stakes = (0.0, 0.0)

    @property
    def groups(self) -> int:
        return self.tally.groups

    def add(self, score: float) -> Verdict:
        if self.verdict is not Verdict.UNDECIDED:
            raise ValueError("the test has ended")
        self.tally.add(score)
        against_low, stake_low = self.tally.surprise(self.test.low, self._stakes[0])
        against_high, stake_high = self.tally.surprise(self.test.high, self._stakes[1])
        self._stakes = stake_low, stake_high
        self.llr = against_low - against_high
        low, high = self._bounds
        if self.llr <= low:
            self.verdict = Verdict.ACCEPT_LOW
        elif self.llr >= high:
            self.verdict = Verdict.ACCEPT_HIGH
        return self.verdict


def after_stopping(test: Sprt, scores: Iterable[float], certainty: float = CERTAINTY) -> Estimate:
    """The mean that is as often too high as too low, and its interval, where the raw mean is too far out because the
    test ended on it. Scores beyond the end of the test are not looked at.

    The test is taken for a walk of Brownian motion between its bounds. An outcome counts as worse than another if it is
    a pass that came later or a failure that came earlier.
    """
    seen = list(scores)
    run = test.run(seen)
    tally = run.tally
    if not tally.variance:
        return estimate(seen[: run.groups], certainty, floor=test.floor, ceiling=test.ceiling)
    apart, middle = test.high - test.low, (test.low + test.high) / 2.0
    walked = run.groups * (tally.mean - middle)
    # The variance at which normal scores would have led to the same likelihood ratio. It is larger than the seen one
    # while rare scores may still be missing.
    implied = walked * apart / run.llr if abs(run.llr) > _CLEAR else tally.variance
    if implied <= 0.0:
        implied = tally.variance
    spread = sqrt(max(tally.variance, implied))
    place, scale = walked / spread, implied / (apart * spread)
    low, high = test.bounds
    floor, ceiling = min(low * scale, place), max(high * scale, place)

    def worse(mean: float) -> float:
        return below(run.groups, place, floor, ceiling, (mean - middle) / spread)

    outside = (1.0 - certainty) / 2.0
    means = [_where(worse, chance, test.floor, test.ceiling) for chance in (1.0 - outside, 0.5, outside)]
    return Estimate(low=means[0], mean=means[1], high=means[2], groups=run.groups, certainty=certainty)


def _where(falling: Callable[[float], float], value: float, low: float, high: float) -> float:
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if falling(middle) > value else (low, middle)
    return (low + high) / 2.0
