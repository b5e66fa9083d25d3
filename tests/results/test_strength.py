"""Strengths fitted to all matches at once, and whether 95 of 100 rank intervals hold the true rank."""

from fractions import Fraction
from math import exp, log, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.matrices import dot, inverse, product, root, solve
from results.rows import Row
from results.standings import standings
from results.strength import fit
from results.student import quantile
from tests.results.samples import league

Interval = tuple[int, int]


def test_who_wins_three_of_four_is_ahead_by_the_logarithm_of_three() -> None:
    meetings = [(group, (0, 1), (2, 1) if group % 4 == 0 else (1, 2)) for group in range(4000)]
    one, other = fit(meetings, 2).strengths
    assert one - other == pytest.approx(log(3.0), abs=0.01)


def test_chance_in_strengths_is_that_of_the_textbook_where_matches_are_independent() -> None:
    meetings = [(group, (0, 1), (2, 1) if group % 4 == 0 else (1, 2)) for group in range(4000)]
    chance = fit(meetings, 2).covariance
    error = sqrt(chance[0][0] + chance[1][1] - 2 * chance[0][1])
    assert error == pytest.approx(1.0 / sqrt(4000 * 0.75 * 0.25), rel=0.01)


def test_matches_that_share_dice_count_as_one_unit() -> None:
    alone = [(group, (0, 1), (2, 1) if group % 4 == 0 else (1, 2)) for group in range(400)]
    copied = [meeting for meeting in alone for _ in range(9)]
    error, same = (fit(meetings, 2).covariance for meetings in (alone, copied))
    assert same[0][0] == pytest.approx(error[0][0], rel=0.05)


def test_who_never_lost_and_who_never_played_have_a_strength_too() -> None:
    found = fit([(group, (0, 1), (1, 2)) for group in range(50)], 3)
    assert found.strengths[0] > 1.0 > -1.0 > found.strengths[1]
    assert found.strengths[2] == 0.0
    assert found.ranks()[2] == (1, 3)


def test_equal_results_leave_every_rank_open() -> None:
    assert fit([(group, (0, 1, 2), (1, 1, 1)) for group in range(100)], 3).ranks() == [(1, 3)] * 3


def test_one_dice_group_says_nothing_about_ranks() -> None:
    assert fit([(7, (0, 1), (1, 2))] * 100, 2).ranks() == [(1, 2), (1, 2)]


def test_a_bot_is_not_compared_with_itself() -> None:
    assert fit([(group, (0, 0), (1, 2)) for group in range(9)], 1).strengths == [0.0]


@pytest.mark.parametrize(("freedom", "true"), [(3, 2.353), (5, 2.015), (10, 1.812), (30, 1.697), (1000, 1.646)])
def test_quantiles_are_those_of_the_table(freedom: int, true: float) -> None:
    assert quantile(0.95, freedom) == pytest.approx(true, abs=0.01)


@given(st.integers(1, 8), st.integers(0, 1000))
def test_a_root_solves_what_it_is_the_root_of(size: int, seed: int) -> None:
    random = Random(seed)
    some = [[random.gauss(0.0, 1.0) for _ in range(size)] for _ in range(size)]
    matrix = [[dot(one, other) + (one is other) for other in some] for one in some]
    answer = [random.gauss(0.0, 1.0) for _ in range(size)]
    assert solve(root(matrix), [dot(line, answer) for line in matrix]) == pytest.approx(answer, abs=1e-6)
    unit = product(matrix, inverse(root(matrix)))
    assert [unit[i][i] for i in range(size)] == pytest.approx([1.0] * size, abs=1e-6)


# Leagues of known skill


def skills(spread: float, entrants: int, seed: int) -> list[float]:
    random = Random(f"{seed} skills")
    return [random.gauss(0.0, spread) for _ in range(entrants)]


def true_ranks(skills: list[float]) -> dict[str, int]:
    return {f"bot{entrant:02}": 1 + sum(other > own for other in skills) for entrant, own in enumerate(skills)}


def held(intervals: dict[str, Interval], truth: dict[str, int]) -> Fraction:
    """The share of intervals that hold the true rank."""
    return Fraction(sum(best <= truth[bot] <= worst for bot, (best, worst) in intervals.items()), len(truth))


def ours(rows: list[Row]) -> dict[str, Interval]:
    return {standing.bot: standing.ranks or (1, 1) for standing in standings(rows)}


def plain_bootstrap(rows: list[Row], seed: int) -> dict[str, Interval]:
    """What we do not do: the middle 95 % of the ranks that strengths have when chance strikes them once more."""
    names, random = sorted({name for row in rows for name in row.entrants}), Random(seed)
    index = {name: number for number, name in enumerate(names)}
    found = fit([(row.group, tuple(index[name] for name in row.entrants), row.places) for row in rows], len(names))
    lower, drawn = root(found.covariance), []
    for _ in range(400):
        noise = [random.gauss(0.0, 1.0) for _ in names]
        values = [mean + dot(line, noise) for mean, line in zip(found.strengths, lower, strict=True)]
        order = sorted(range(len(names)), key=lambda one: -values[one])
        drawn.append([order.index(one) + 1 for one in range(len(names))])
    columns = [sorted(column) for column in zip(*drawn, strict=True)]
    return {name: (column[10], column[-11]) for name, column in zip(names, columns, strict=True)}


def coverage(shares: list[Fraction]) -> tuple[float, float]:
    """The mean and its sampling error."""
    mean = sum(shares, Fraction(0)) / len(shares)
    variance = sum(float(share - mean) ** 2 for share in shares) / (len(shares) - 1)
    return float(mean), sqrt(variance / len(shares))


def test_rank_intervals_hold_the_true_rank_as_often_as_they_say() -> None:
    leagues = [(skills(0.1, 8, seed), seed) for seed in range(100)]
    shares = [held(ours(list(league(own, rounds=8, seed=seed))), true_ranks(own)) for own, seed in leagues]
    mean, error = coverage(shares)
    assert RIGHT[0] - 2 * error < mean < RIGHT[1] + 2 * error


# (entrants, spread of their skill, rounds, share of luck in the dice, matches of a group), and how often the intervals
# may hold: 93 to 97 %, or more where ranks, which are whole numbers, are hardly in doubt.
RIGHT, EASY = (0.93, 0.97), (0.95, 1.0)
SETTINGS = {
    "6 close": ((6, 0.1, 15, 0.0, 1), EASY),
    "10 close": ((10, 0.1, 10, 0.0, 1), RIGHT),
    "20 close": ((20, 0.1, 5, 0.0, 1), RIGHT),
    "10 close, dice shared by four matches": ((10, 0.05, 8, 0.8, 4), EASY),
    "10 apart": ((10, 0.3, 10, 0.0, 1), EASY),
    "10 far apart": ((10, 1.0, 10, 0.0, 1), EASY),
    "10 almost equal": ((10, 0.02, 10, 0.0, 1), RIGHT),
    "20 almost equal": ((20, 0.02, 10, 0.0, 1), RIGHT),
}


def any_league(seed: int) -> tuple[list[Row], dict[str, int]]:
    """A league of any kind, and the true ranks."""
    random = Random(f"{seed} league")
    own = skills(exp(random.uniform(log(0.02), log(0.5))), random.randint(6, 20), seed)
    shared, matches = random.choice([(0.0, 1), (0.0, 1), (0.8, 4)])
    rows = league(own, random.randint(3, 15), seed, seats=random.randint(2, 5), shared=shared, matches=matches)
    return list(rows), true_ranks(own)


@pytest.mark.proof
def test_over_leagues_of_all_kinds_93_to_97_of_100_rank_intervals_hold(capsys: pytest.CaptureFixture[str]) -> None:
    mine, plain = [], []
    for seed in range(600):
        rows, truth = any_league(seed)
        mine.append(held(ours(rows), truth))
        plain.append(held(plain_bootstrap(rows, seed), truth))
    mean, error = coverage(mine)
    with capsys.disabled():
        print(f"\n600 leagues of all kinds: {mean:.1%} +- {error:.1%}; plain bootstrap {coverage(plain)[0]:.1%}")
    assert RIGHT[0] <= mean <= RIGHT[1]


@pytest.mark.proof
@pytest.mark.parametrize("name", SETTINGS)
def test_coverage_of_rank_intervals_over_five_hundred_leagues(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (entrants, spread, rounds, shared, matches), (least, most) = SETTINGS[name]
    mine, plain, widths = [], [], []
    for seed in range(500):
        own = skills(spread, entrants, seed)
        rows = list(league(own, rounds, seed, shared=shared, matches=matches))
        intervals, truth = ours(rows), true_ranks(own)
        mine.append(held(intervals, truth))
        plain.append(held(plain_bootstrap(rows, seed), truth))
        widths.append(sum(worst - best + 1 for best, worst in intervals.values()) / entrants)
    mean, error = coverage(mine)
    with capsys.disabled():
        print(
            f"\n{name}: {mean:.1%} +- {error:.1%} of the intervals hold the true rank, {sum(widths) / 500:.1f} ranks "
            f"wide; plain bootstrap {coverage(plain)[0]:.1%}"
        )
    assert least <= mean <= most
