"""The fast update is the package's, for any table and over long leagues, and stays sane where the package gives up."""

from itertools import pairwise
from math import isfinite, sqrt
from random import Random
from statistics import NormalDist

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st

from results import trueskill_fast
from results.trueskill_fast import SWEEPS, draw_margin, rate
from results.trueskill_package import EXACT

BETA = 25.0 / 6.0
CLOSE = 1e-9

Skill = tuple[float, float]  # mu, sigma
any_skill = st.tuples(st.floats(-20.0, 70.0), st.floats(0.3, 12.0))
likely_skill = st.tuples(st.floats(0.0, 50.0), st.floats(0.5, 9.0))  # the package loses digits on ties far outside


def package(before: list[Skill], places: list[int], beta: float, draw: float, backend: object = EXACT) -> list[Skill]:
    env = trueskill.TrueSkill(beta=beta, tau=0.0, draw_probability=draw, backend=backend)
    rated = env.rate([(env.create_rating(*skill),) for skill in before], ranks=places)
    return [(rating.mu, rating.sigma) for (rating,) in rated]


def ours(before: list[Skill], places: list[int], beta: float, draw: float) -> list[Skill]:
    beliefs = [(sigma**-2, mu * sigma**-2) for mu, sigma in before]
    return [(product / p, p**-0.5) for p, product in rate(beliefs, places, beta, draw_margin(draw, beta))]


def distance(one: list[Skill], other: list[Skill]) -> float:
    return max(abs(a - b) for mine, its in zip(one, other, strict=True) for a, b in zip(mine, its, strict=True))


def after_sweeps(sweeps: int, before: list[Skill], places: list[int], beta: float, draw: float) -> list[Skill]:
    """Our result after exactly so many sweeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trueskill_fast, "SWEEPS", sweeps)
        patch.setattr(trueskill_fast, "STILL", -1.0)
        return ours(before, places, beta, draw)


def assert_same(
    after: list[Skill], expected: list[Skill], before: list[Skill], places: list[int], beta: float, draw: float
) -> None:
    """Equal; or else, where a result is against all expectation, equal after some number of sweeps, and almost equal.
    There the package's rounding can keep it from seeing that all stands still, and it sweeps on."""
    if distance(after, expected) >= CLOSE:
        assert distance(after, expected) < 1e-6
        others = (after_sweeps(sweeps, before, places, beta, draw) for sweeps in range(1, SWEEPS + 1))
        assert any(distance(other, expected) < CLOSE for other in others)


@given(st.data())
def test_any_table_in_any_order_is_rated_as_by_the_package(data: st.DataObject) -> None:
    before = data.draw(st.lists(any_skill, min_size=2, max_size=5))
    places = data.draw(st.permutations(range(1, len(before) + 1)))
    beta, draw = data.draw(st.floats(2.0, 12.0)), data.draw(st.floats(0.001, 0.6))
    after = ours(before, places, beta, draw)
    try:
        expected = package(before, places, beta, draw)
    except FloatingPointError:  # the package cannot: then we must
        assert all(isfinite(mu) and 0.0 < sigma < 13.0 for mu, sigma in after)
    else:
        assert_same(after, expected, before, places, beta, draw)


@given(st.data())
def test_any_table_with_shared_places_is_rated_as_by_the_package(data: st.DataObject) -> None:
    before = data.draw(st.lists(likely_skill, min_size=2, max_size=5))
    places = data.draw(st.lists(st.integers(1, 5), min_size=len(before), max_size=len(before)))
    beta, draw = data.draw(st.floats(3.0, 12.0)), data.draw(st.floats(0.02, 0.6))
    after, expected = ours(before, places, beta, draw), package(before, places, beta, draw)
    assert_same(after, expected, before, places, beta, draw)


@given(st.integers(0, 10_000), st.integers(2, 5))
def test_a_long_fold_stays_with_the_package(seed: int, seats: int) -> None:
    random, mine, its = Random(seed), [(25.0, 25.0 / 3.0)] * 6, [(25.0, 25.0 / 3.0)] * 6
    for _ in range(30):
        table = random.sample(range(6), seats)
        places = [random.randint(1, seats) for _ in table]
        for column, update in ((mine, ours), (its, package)):
            after = update([column[entrant] for entrant in table], places, BETA, 0.05)
            for entrant, skill in zip(table, after, strict=True):
                column[entrant] = skill
    assert distance(mine, its) < CLOSE


def test_the_package_as_it_comes_differs_by_its_error_function_only() -> None:
    before = [(25.0, 25.0 / 3.0)] * 4
    assert distance(ours(before, [1, 2, 2, 4], BETA, 0.1), package(before, [1, 2, 2, 4], BETA, 0.1, None)) < 1e-5


@pytest.mark.parametrize("places", [[1, 2], [2, 1], [1, 1], [1, 2, 3], [3, 2, 1], [1, 1, 1], [1, 2, 2], [2, 2, 1]])
@pytest.mark.parametrize("far", [1e2, 1e3, 1e5])
def test_a_result_against_all_expectation_is_still_a_number(places: list[int], far: float) -> None:
    before = [(seat * far, 1.0) for seat in range(len(places))]
    for mu, sigma in ours(before, places, BETA, 0.05):
        assert isfinite(mu)
        assert 0.0 < sigma <= 1.0 + 1e-9


@pytest.mark.parametrize("tied", [False, True])
def test_the_series_far_out_continue_the_formulas(tied: bool) -> None:
    places, steps = [1, 1 if tied else 2], []
    for gap in (175.0, 178.0, 181.0, 184.0):  # the standard normal's 30 lies within
        (mu, _), _ = ours([(0.0, 0.5), (gap, 0.5)], places, BETA, 0.05)
        steps.append(mu)
    changes = [b - a for a, b in pairwise(steps)]
    assert max(changes) - min(changes) < 1e-3 * max(changes)


def test_a_draw_probability_is_the_one_of_two_equal_bots() -> None:
    margin = draw_margin(0.2, 3.0)
    spread = NormalDist(0.0, 3.0 * sqrt(2.0))
    assert spread.cdf(margin) - spread.cdf(-margin) == pytest.approx(0.2)
