"""Student's t: how far from the truth a mean of few groups may lie."""

from math import pi, sqrt, tan
from statistics import NormalDist


def quantile(probability: float, freedom: int) -> float:
    """Exact for one and two degrees of freedom; beyond, by the series of Cornish and Fisher."""
    if freedom == 1:
        return tan(pi * (probability - 0.5))
    if freedom == 2:
        beside = 2.0 * probability - 1.0
        return beside * sqrt(2.0 / (1.0 - beside * beside))
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4.0,
        (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0,
        (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, start=1))
