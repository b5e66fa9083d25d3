"""A light rating for choosing who should play whom; the ratings that are shown are made elsewhere.

Every pair at a table is a small match between two, as in Weng and Lin's approximation of Bradley and Terry's model. The
chance to win is (1 + x / sqrt(1 + x^2)) / 2: with roots only and no exponentials, all machines agree to the last bit.
"""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt

from msgspec import Struct

NOISE = 2 * (25 / 6) ** 2  # of one match between two


class Rating(Struct, frozen=True):
    """What is believed of an entrant."""

    mean: float = 25.0
    variance: float = (25 / 3) ** 2


def information(a: Rating, b: Rating) -> float:
    """How much a match between two would tell: most if both are in doubt and seem equal."""
    doubt = a.variance + b.variance
    scale = doubt + NOISE
    return doubt / scale / (1 + (a.mean - b.mean) ** 2 / scale) ** 2


def rated(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match, by seat."""
    means, weights = [0.0] * len(places), [0.0] * len(places)
    for i, j in combinations(range(len(places)), 2):
        scale = ratings[i].variance + ratings[j].variance + NOISE
        x = (ratings[i].mean - ratings[j].mean) / sqrt(scale)
        root = sqrt(1 + x * x)
        won = ((places[i] < places[j]) - (places[i] > places[j]) + 1) / 2
        pull = 2 * (won - (1 + x / root) / 2) / root / sqrt(scale)
        for seat, sign in ((i, 1), (j, -1)):
            means[seat] += sign * pull
            weights[seat] += 1 / scale / root**4
    share = 2 / len(places)  # the pairs of a table are not independent
    return [
        Rating(old.mean + share * old.variance * mean, old.variance / (1 + share * old.variance * weight))
        for old, mean, weight in zip(ratings, means, weights, strict=True)
    ]
