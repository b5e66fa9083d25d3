"""The TrueSkill update of one free-for-all match, without a graph of objects.

It sends the messages of the `trueskill` package in the package's order and stops by the package's rule, so the result
is the package's, in a small part of its time. A table is a chain, best place first, shared places by seat:

    skill    s0    s1    s2    s3
              |     |     |     |       + beta^2 of luck and form
    play     p0    p1    p2    p3
               \\   /  \\  /  \\  /
    gap         d0    d1    d2          each above the draw margin, or within it where the place is shared

A belief is a pair of numbers, precision and precision times mean: beliefs then multiply by adding. Messages go down the
chain and up again until they stand still.
"""

from collections.abc import Sequence
from math import erfc, exp, expm1, pi, sqrt
from statistics import NormalDist

SWEEPS = 10  # at most, as in the package
STILL = 0.0001  # a sweep that moves no message by more than this is the last, as in the package
_FAR = -30.0  # further out than this, the quotients of densities and tails are taken from their series
_HALF = sqrt(0.5)
_DENSITY = 1.0 / sqrt(2.0 * pi)

Belief = tuple[float, float]  # precision, precision times mean
_NOTHING: Belief = (0.0, 0.0)


def draw_margin(draw: float, beta: float) -> float:
    """How far apart two plays may be and still share a place, if equal bots share places with probability `draw`."""
    return NormalDist().inv_cdf((draw + 1.0) / 2.0) * sqrt(2.0) * beta


def rate(beliefs: Sequence[Belief], places: Sequence[int], beta: float, margin: float) -> list[Belief]:
    """What to believe of the skills after a match with these places; both in the order of the seats."""
    order = sorted(range(len(places)), key=places.__getitem__)
    variance = beta * beta
    plays = []
    for seat in order:
        precision, product = beliefs[seat]
        share = 1.0 / (1.0 + variance * precision)
        plays.append((share * precision, share * product))
    tied = [places[order[x]] == places[order[x + 1]] for x in range(len(order) - 1)]
    after = list(beliefs)
    for seat, (known, shift) in zip(order, _chain(plays, tied, margin), strict=True):
        precision, product = beliefs[seat]
        share = 1.0 / (1.0 + variance * known)
        after[seat] = (precision + share * known, product + share * shift)
    return after


def _chain(plays: list[Belief], tied: list[bool], margin: float) -> list[Belief]:
    """What the places say about each play."""
    last = len(tied) - 1
    gaps = [_NOTHING] * (last + 1)  # what the places say about each gap
    above = [_NOTHING] * (last + 2)  # what the gap to the better neighbour says about a play
    below = [_NOTHING] * (last + 2)  # and that to the worse neighbour
    if last == 0:
        gaps[0] = _cut(*_apart(plays[0], plays[1], _NOTHING, _NOTHING), tied[0], margin)
    for _ in range(SWEEPS if last else 0):
        moved = 0.0
        for x in range(last):
            left, left_mean, right, right_mean = _apart(plays[x], plays[x + 1], above[x], below[x + 1])
            known, product = gap = _cut(left, left_mean, right, right_mean, tied[x], margin)
            moved = max(moved, abs(product - gaps[x][1]), sqrt(abs(known - gaps[x][0])))
            gaps[x] = gap
            share = 1.0 / (1.0 + known * left)
            above[x + 1] = (known * share, (known * left_mean - product) * share)
        for x in range(last, 0, -1):
            left, left_mean, right, right_mean = _apart(plays[x], plays[x + 1], above[x], below[x + 1])
            known, product = gap = _cut(left, left_mean, right, right_mean, tied[x], margin)
            moved = max(moved, abs(product - gaps[x][1]), sqrt(abs(known - gaps[x][0])))
            gaps[x] = gap
            share = 1.0 / (1.0 + known * right)
            below[x] = (known * share, (known * right_mean + product) * share)
        if moved <= STILL:
            break
    # The two ends of the chain are told last, and once.
    _, _, right, right_mean = _apart(plays[0], plays[1], above[0], below[1])
    known, product = gaps[0]
    share = 1.0 / (1.0 + known * right)
    below[0] = (known * share, (known * right_mean + product) * share)
    left, left_mean, _, _ = _apart(plays[last], plays[last + 1], above[last], below[last + 1])
    known, product = gaps[last]
    share = 1.0 / (1.0 + known * left)
    above[last + 1] = (known * share, (known * left_mean - product) * share)
    return [(a[0] + b[0], a[1] + b[1]) for a, b in zip(above, below, strict=True)]


def _apart(better: Belief, worse: Belief, above: Belief, below: Belief) -> tuple[float, float, float, float]:
    """Variance and mean of two neighbours' plays, as all the others know them."""
    left = better[0] + above[0]
    right = worse[0] + below[0]
    return 1.0 / left, (better[1] + above[1]) / left, 1.0 / right, (worse[1] + below[1]) / right


def _cut(left: float, left_mean: float, right: float, right_mean: float, tied: bool, margin: float) -> Belief:
    """What the places add to the belief about a gap: it is above the margin, or within it."""
    mean, variance = left_mean - right_mean, left + right
    root = sqrt(variance)
    if tied:
        v, w = _within(mean / root, margin / root)
    else:
        z = (mean - margin) / root
        if z > _FAR:
            v = _DENSITY * exp(-0.5 * z * z) / (0.5 * erfc(-_HALF * z))
            w = v * (v + z)
        else:
            u = 1.0 / (z * z)
            v = -z - (1.0 - u * (2.0 - u * (10.0 - u * 74.0))) / z
            w = 1.0 - u * (1.0 - u * (6.0 - u * (50.0 - u * 518.0)))
    rest = variance * (1.0 - w)
    return w / rest, (mean * w + v * root) / rest


def _within(mean: float, margin: float) -> Belief:
    """How mean and variance of a standard normal around `mean` change when it is cut to -margin .. margin."""
    far = abs(mean)
    high, low = margin - far, -margin - far
    if high > _FAR:
        mass = 0.5 * (erfc(-_HALF * high) - erfc(-_HALF * low))
        at_high, at_low = _DENSITY * exp(-0.5 * high * high), _DENSITY * exp(-0.5 * low * low)
        v = (at_low - at_high) / mass
        w = v * v + (high * at_high - low * at_low) / mass
    else:  # what is left so far out is an exponential, cut to a length of two margins
        length = -2.0 * margin * high
        end = length / expm1(min(length, 700.0))
        v, w = high + (1.0 - end) / high, 1.0 - (1.0 - end * end * exp(min(length, 700.0))) / (high * high)
    return (-v if mean < 0.0 else v), w
