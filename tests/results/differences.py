"""Scores of simulated comparisons: what a bot won more than another in its seat, with the same dice and opponents."""

from collections.abc import Iterator
from math import log
from random import Random
from typing import TypeAlias

Odds: TypeAlias = dict[float, float]

# Of equal bots. The more alike two bots are, the more often they share the result.
EQUAL: dict[str, Odds] = {
    "4 seats, 90 % zeros": {-1.0: 0.05, 0.0: 0.9, 1.0: 0.05},
    "4 seats, 80 % zeros": {-1.0: 0.08, -0.5: 0.02, 0.0: 0.8, 0.5: 0.02, 1.0: 0.08},
    "2 seats, 70 % zeros": {-1.0: 0.1, -0.5: 0.05, 0.0: 0.7, 0.5: 0.05, 1.0: 0.1},
    "2 seats, 40 % zeros": {-1.0: 0.2, -0.5: 0.1, 0.0: 0.4, 0.5: 0.1, 1.0: 0.2},
}


def moved(odds: Odds, by: float) -> Odds:
    """The same odds with another mean: some wins are losses instead, or the reverse."""
    return odds | {-1.0: odds[-1.0] - by / 2.0, 1.0: odds[1.0] + by / 2.0}


def draws(odds: Odds, seed: int) -> Iterator[float]:
    random, scores, weights = Random(seed), list(odds), list(odds.values())
    while True:
        yield from random.choices(scores, weights, k=100)


def moments(odds: Odds) -> tuple[float, float]:
    """Mean and variance."""
    mean = sum(score * chance for score, chance in odds.items())
    return mean, sum(chance * (score - mean) ** 2 for score, chance in odds.items())


def wald_groups(odds: Odds, apart: float, alpha: float, beta: float) -> float:
    """Wald's expected number of groups where one of two means that lie so far apart is true. Beta is the chance of the
    wrong end."""
    drift = apart * apart / (2.0 * moments(odds)[1])
    return ((1.0 - beta) * log((1.0 - beta) / alpha) + beta * log(beta / (1.0 - alpha))) / drift
