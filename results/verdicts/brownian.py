"""Where a random walk between two barriers ends: the exact law of Brownian motion with drift.

Outcomes are ordered by how well they speak for a high drift: first those that ended at the floor, the earliest first;
then those still on their way, by their place; then those that ended at the ceiling, the latest first.
"""

from math import erfc, exp, log, pi, sqrt

_FAR = 9.0  # standard deviations, beyond which nothing counts
_TAIL = -30.0  # below, the normal distribution is known by its tail only


def below(time: float, place: float, floor: float, ceiling: float, drift: float) -> float:
    """The probability of an outcome not better than being at this place at this time, for a walk from 0 with variance 1
    per unit of time. A place at a barrier means that the walk ended there, then."""
    if drift < 0.0:  # the mirror image, in which no term of the series below grows large
        return 1.0 - below(time, -place, -ceiling, -floor, -drift)
    width, start, end, root = ceiling - floor, -floor, place - floor, sqrt(time)
    carried, total = drift * time, 0.0
    images = 2 + int(_FAR * root / (2.0 * width))
    for image in range(-images, images + 1):
        shift = 2.0 * image * width
        # Ended at the floor by now.
        way = abs(start + shift)
        ended = _weighed(-drift * (start + way), (carried - way) / root)
        ended += _weighed(drift * (way - start), -(carried + way) / root)
        total += ended if start + shift > 0.0 else -ended
        # Still on the way, and not above the place.
        for sign, source, weight in ((1.0, start - shift, -shift), (-1.0, -start - shift, -2.0 * start - shift)):
            reach = _weighed(drift * weight, (end - source - carried) / root)
            total += sign * (reach - _weighed(drift * weight, (-source - carried) / root))
    return min(max(total, 0.0), 1.0)


def _weighed(exponent: float, z: float) -> float:
    """exp(exponent) times the normal distribution at z, also where the one is huge and the other tiny."""
    if z > _TAIL:
        return exp(exponent) * 0.5 * erfc(-z / sqrt(2.0))
    return exp(exponent - z * z / 2.0 - log(-z * sqrt(2.0 * pi)))
