"""How strong each entrant is by all matches at once, and between which ranks it truly may stand.

The order of the matches plays no part. Every two entrants at a table are a comparison, won by the better place, and the
strengths are those that explain all comparisons best (Bradley and Terry's model, maximum likelihood). Matches that
share dice are not independent of each other, so chance is measured by what whole dice groups did, never single matches.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, sqrt
from typing import TypeAlias

from msgspec import Struct

from results.matrices import Matrix, Vector, inverse, product, root, solve, zeros
from results.student import quantile

# Of one pair. An interval can err at either end: among equals both errors add up, among others hardly one counts.
# With 95.5 % for a pair, 93 to 97 of 100 intervals hold the true rank over all kinds of fields.
CERTAINTY = 0.955
_STEPS, _LONGEST, _STILL = 100, 1.0, 1e-9  # of the fit
_PRIOR = 0.5  # of a win and of a loss against a bot of strength 0, so that who never lost is still a number

Comparison: TypeAlias = tuple[int, int, float]  # one entrant, another, what the first scored: 1, 0.5 or 0
Meeting: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]  # a match: dice group, entrants by seat, their places


class Fit(Struct, frozen=True):
    """Strengths in log odds, and the covariance of what chance did to them."""

    strengths: Vector
    covariance: Matrix
    groups: list[int]  # in how many dice groups each entrant played

    def surely_better(self, one: int, other: int, certainty: float = CERTAINTY) -> bool:
        """Whether chance alone would hardly put one so far ahead of the other: a one-sided test of the pair."""
        groups = min(self.groups[one], self.groups[other])
        if groups < 2:
            return False
        chance = self.covariance
        variance = chance[one][one] + chance[other][other] - 2.0 * chance[one][other]
        error = sqrt(max(variance, 0.0) * groups / (groups - 1))
        return self.strengths[one] - self.strengths[other] > quantile(certainty, groups - 1) * error

    def ranks(self, certainty: float = CERTAINTY) -> list[tuple[int, int]]:
        """For each entrant the best and the worst rank that it may have: behind all that are surely better, ahead of
        all that are surely worse."""
        everybody = range(len(self.strengths))
        better = [[self.surely_better(one, other, certainty) for other in everybody] for one in everybody]
        return [(1 + sum(row[one] for row in better), len(everybody) - sum(better[one])) for one in everybody]


def fit(meetings: Sequence[Meeting], entrants: int) -> Fit:
    """The strengths that explain these matches best."""
    wins = zeros(entrants)
    for _, seated, places in meetings:
        for one, other, score in comparisons(seated, places):
            wins[one][other] += score
            wins[other][one] += 1.0 - score
    strengths, lower = _climb(wins)
    surprises, groups = _surprises(meetings, strengths)
    for entrant, strength in enumerate(strengths):  # the half win and the half loss are chance, too
        likely = _odds(strength)
        surprises[entrant][entrant] += (_PRIOR * likely) ** 2 + (_PRIOR * (1.0 - likely)) ** 2
    slack = inverse(lower)
    return Fit(strengths, product(product(slack, surprises), slack), groups)


def comparisons(entrants: tuple[int, ...], places: tuple[int, ...]) -> Iterable[Comparison]:
    """Every two entrants of a match. A bot that sits twice at a table is not compared with itself."""
    for (one, place), (other, behind) in combinations(zip(entrants, places, strict=True), 2):
        if one != other:
            yield one, other, 0.5 if place == behind else float(place < behind)


def _odds(ahead: float) -> float:
    return 1.0 / (1.0 + exp(-ahead))


def _climb(wins: Matrix) -> tuple[Vector, Matrix]:
    """Newton's method, in short steps at first: the strengths, and the root of the likelihood's curvature there."""
    everybody = range(len(wins))
    met = [(i, j, wins[i][j] + wins[j][i]) for i in everybody for j in range(i) if wins[i][j] + wins[j][i]]
    scored = [sum(row) + _PRIOR for row in wins]
    strengths, lower = [0.0 for _ in everybody], zeros(0)
    for _ in range(_STEPS):
        slope, curvature = scored[:], zeros(len(wins))
        for i in everybody:
            likely = _odds(strengths[i])
            slope[i] -= 2.0 * _PRIOR * likely
            curvature[i][i] += 2.0 * _PRIOR * likely * (1.0 - likely)
        for i, j, times in met:
            likely = _odds(strengths[i] - strengths[j])
            weight = times * likely * (1.0 - likely)
            slope[i] -= times * likely
            slope[j] -= times * (1.0 - likely)
            curvature[i][i] += weight
            curvature[j][j] += weight
            curvature[i][j] = curvature[j][i] = -weight
        lower = root(curvature)
        step = solve(lower, slope)
        longest = max(map(abs, step))
        brake = _LONGEST / max(longest, _LONGEST)
        strengths = [strength + brake * change for strength, change in zip(strengths, step, strict=True)]
        if longest < _STILL:
            break
    return strengths, lower


def _surprises(meetings: Sequence[Meeting], strengths: Vector) -> tuple[Matrix, list[int]]:
    """Squares and products of what the entrants scored beyond expectation, summed over dice groups; and the number of
    groups of each."""
    odds = [exp(strength) for strength in strengths]
    groups: defaultdict[int, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    for group, seated, places in meetings:
        beyond = groups[group]
        for one, other, score in comparisons(seated, places):
            surprise = score - odds[one] / (odds[one] + odds[other])
            beyond[one] += surprise
            beyond[other] -= surprise
    sums, played = zeros(len(strengths)), [0] * len(strengths)
    for beyond in groups.values():
        for one, surprise in beyond.items():
            played[one] += 1
            row = sums[one]
            for other, its in beyond.items():
                row[other] += surprise * its
    return sums, played
