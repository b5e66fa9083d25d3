"""Means with Student's interval, and what sharing dice gains."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.student import quantile
from results.verdicts.estimates import estimate, gain

SCORES = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]), max_size=40)


def test_an_interval_is_that_of_the_textbook() -> None:
    found = estimate([0.0, 0.1, 0.2, 0.3, 0.4])
    assert found.mean == pytest.approx(0.2)
    assert found.high - found.mean == pytest.approx(2.776 * 0.15811 / 5**0.5, rel=0.005)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)
    assert (found.groups, found.certainty) == (5, 0.95)


@pytest.mark.parametrize(("freedom", "true"), [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262)])
def test_two_groups_have_the_quantile_of_the_table_too(freedom: int, true: float) -> None:
    assert quantile(0.975, freedom) == pytest.approx(true, rel=0.01)


@given(st.floats(-1.0, 1.0), st.integers(2, 50))
def test_groups_that_are_all_alike_leave_no_width(score: float, groups: int) -> None:
    found = estimate([score] * groups)
    assert found.low == found.mean == found.high == pytest.approx(score)


@pytest.mark.parametrize("scores", [[], [0.5]])
def test_fewer_than_two_groups_tell_only_the_range(scores: list[float]) -> None:
    found = estimate(scores, floor=-0.25, ceiling=0.75)
    assert (found.low, found.high, found.groups) == (-0.25, 0.75, len(scores))


@given(SCORES)
def test_the_other_bot_has_the_mirror_image(scores: list[float]) -> None:
    one, other = estimate(scores), estimate([-score for score in scores])
    assert (other.low, other.mean, other.high) == pytest.approx((-one.high, -one.mean, -one.low))


@given(SCORES, st.floats(0.5, 0.9), st.floats(0.91, 0.999))
def test_more_certainty_is_a_wider_interval_around_the_same_mean(scores: list[float], less: float, more: float) -> None:
    narrow, wide = estimate(scores, less), estimate(scores, more)
    assert -1.0 <= wide.low <= narrow.low <= narrow.mean == wide.mean <= narrow.high <= wide.high <= 1.0


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    random = Random(7)
    samples = [estimate(random.choices([-1.0, 0.0, 1.0], [0.1, 0.7, 0.2], k=60)) for _ in range(1000)]
    assert sum(found.low <= 0.1 <= found.high for found in samples) == pytest.approx(950, abs=25)


def test_bots_with_their_own_dice_gain_nothing_and_with_shared_dice_what_the_dice_were_worth() -> None:
    random = Random(1)
    dice, mine, yours = ([random.gauss(0.0, 1.0) for _ in range(20_000)] for _ in range(3))
    assert gain(mine, yours) == pytest.approx(1.0, abs=0.05)
    shared = [[2.0 * luck + own for luck, own in zip(dice, side, strict=True)] for side in (mine, yours)]
    assert gain(*shared) == pytest.approx(5.0, rel=0.05)  # (4 + 1) * 2 / 2


@pytest.mark.parametrize(
    ("new", "old"), [([1.0, 0.0, 0.5], [1.0, 0.0, 0.5]), ([1.0, 1.0], [0.0, 0.0]), ([1.0], [0.0]), ([], [])]
)
def test_a_difference_that_never_varies_has_no_gain(new: list[float], old: list[float]) -> None:
    assert gain(new, old) is None
