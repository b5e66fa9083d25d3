"""The update of one match by the `trueskill` package itself: slower, for whoever wants to see that ours is the same."""

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from statistics import NormalDist

import trueskill

from results.trueskill_fast import Belief

# The package's own error function is good to seven digits only; it takes better ones.
EXACT = (
    lambda x: 0.5 * erfc(-x / sqrt(2.0)),
    lambda x: exp(-x * x / 2.0) / sqrt(2.0 * pi),
    NormalDist().inv_cdf,
)


def rate(beliefs: Sequence[Belief], places: Sequence[int], beta: float, margin: float) -> list[Belief]:
    """What to believe of the skills after a match with these places; both in the order of the seats."""
    draw = 2.0 * NormalDist().cdf(margin / (sqrt(2.0) * beta)) - 1.0
    env = trueskill.TrueSkill(beta=beta, tau=0.0, draw_probability=draw, backend=EXACT)
    skills = [(env.create_rating(product / precision, precision**-0.5),) for precision, product in beliefs]
    return [(rating.pi, rating.tau) for (rating,) in env.rate(skills, ranks=list(places))]
