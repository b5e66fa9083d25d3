"""The law of a walk between two barriers against the closed forms of simpler walks."""

from math import erfc, exp, sqrt
from statistics import NormalDist

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from results.verdicts.brownian import below

FLOORS, CEILINGS, DRIFTS, TIMES = st.floats(-8, -0.2), st.floats(0.2, 8), st.floats(-3, 3), st.floats(0.05, 60)
PLACES = st.floats(0, 1)


@given(FLOORS, CEILINGS, DRIFTS)
def test_after_a_long_time_it_is_the_ruin_of_a_gambler(floor: float, ceiling: float, drift: float) -> None:
    assume(abs(drift) > 0.01)
    ruin = (exp(-2 * drift * ceiling) - 1) / (exp(-2 * drift * ceiling) - exp(-2 * drift * floor))
    assert below(2000.0, floor, floor, ceiling, drift) == pytest.approx(ruin, abs=1e-9)


@given(FLOORS, DRIFTS, TIMES)
@example(-4.0, -3.0, 1.0)
def test_with_one_barrier_far_away_it_is_the_first_passage_through_the_other(
    floor: float, drift: float, time: float
) -> None:
    root = sqrt(time)
    passed = _normal((floor - drift * time) / root) + exp(2 * drift * floor) * _normal((floor + drift * time) / root)
    assert below(time, floor, floor, 500.0, drift) == pytest.approx(passed, abs=1e-9)


@given(DRIFTS, TIMES, st.floats(-10, 10))
def test_with_both_barriers_far_away_it_is_the_normal_distribution(drift: float, time: float, place: float) -> None:
    free = NormalDist(drift * time, sqrt(time)).cdf(place)
    assert below(time, place, -500.0, 500.0, drift) == pytest.approx(free, abs=1e-9)


@given(FLOORS, CEILINGS, DRIFTS, TIMES, PLACES)
def test_the_mirror_image_has_the_other_part_of_the_probability(
    floor: float, ceiling: float, drift: float, time: float, part: float
) -> None:
    place = floor + part * (ceiling - floor)
    other = below(time, -place, -ceiling, -floor, -drift)
    assert below(time, place, floor, ceiling, drift) == pytest.approx(1.0 - other, abs=1e-9)


@given(FLOORS, CEILINGS, DRIFTS, st.floats(0.01, 1), TIMES, PLACES)
def test_more_drift_makes_better_outcomes(
    floor: float, ceiling: float, drift: float, more: float, time: float, part: float
) -> None:
    place = floor + part * (ceiling - floor)
    assert below(time, place, floor, ceiling, drift + more) <= below(time, place, floor, ceiling, drift) + 1e-9


def _normal(z: float) -> float:
    """As `NormalDist().cdf`, but with all digits where that is tiny."""
    return 0.5 * erfc(-z / sqrt(2.0))
