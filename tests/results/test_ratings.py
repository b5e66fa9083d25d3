"""Ratings of rows: the package's, in schedule order, whatever the order in which matches ended."""

from random import Random
from typing import Any

import pytest
import trueskill
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from results.ratings import Rating, Settings, ratings
from results.rows import Row
from results.trueskill_package import EXACT
from tests.results.samples import row

NAMES = ["ada", "bob", "cat", "dot", "eva", "fay"]


@st.composite
def some_rows(draw: st.DrawFn) -> list[Row]:
    tables = draw(st.lists(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True), max_size=25))
    rows = []
    for number, entrants in enumerate(tables):
        places = draw(st.lists(st.integers(1, 5), min_size=len(entrants), max_size=len(entrants)))
        void = draw(st.sampled_from(["", "", "", "the machine was stopped"]))
        rows.append(row(number, entrants, places, void=void))
    return rows


def by_hand(rows: list[Row], settings: Settings) -> dict[str, tuple[float, float]]:
    env = trueskill.TrueSkill(beta=settings.beta, tau=0.0, draw_probability=settings.draw, backend=EXACT)
    found = {name: env.create_rating() for played in rows for name in played.entrants}
    for played in rows:
        if not played.void:
            rated = env.rate([(found[name],) for name in played.entrants], ranks=played.places)
            found.update({name: rating for name, (rating,) in zip(played.entrants, rated, strict=True)})
    return {name: (rating.mu, rating.sigma) for name, rating in found.items()}


@given(some_rows(), st.sampled_from([Settings(), Settings(beta=8.0, draw=0.2)]))
def test_ratings_are_those_of_the_package_called_by_hand(rows: list[Row], settings: Settings) -> None:
    expected = by_hand(rows, settings)
    found = ratings(rows, settings)
    assert found.keys() == expected.keys()
    slow = ratings(rows, replace(settings, package=True))
    for name, (mu, sigma) in expected.items():
        assert (found[name].mu, found[name].sigma) == pytest.approx((mu, sigma), abs=1e-9)
        assert (slow[name].mu, slow[name].sigma) == pytest.approx((mu, sigma), abs=1e-9)


@given(some_rows(), st.randoms(use_true_random=False))
def test_the_order_in_which_matches_ended_changes_nothing(rows: list[Row], random: Random) -> None:
    expected = ratings(rows)
    assert ratings(rows[::-1]) == expected
    random.shuffle(rows)
    assert ratings(rows) == expected


def test_a_seat_lost_by_a_fault_counts_with_its_place() -> None:
    clean = ratings([row(0, ["ada", "bob"], [1, 2])])
    assert ratings([row(0, ["ada", "bob"], [1, 2], faults=[[], ["exited"]])]) == clean


def test_a_void_match_teaches_nothing_but_its_bots_are_there() -> None:
    found = ratings([row(0, ["ada", "bob"], void="the disk was full")])
    assert list(found) == ["ada", "bob"]
    assert (found["ada"].mu, found["ada"].sigma) == pytest.approx((25.0, 25.0 / 3.0))


def test_the_conservative_rating_is_three_sigma_below_mu() -> None:
    assert Rating(25.0, 5.0).conservative == 10.0


def test_a_bot_that_has_two_seats_learns_the_mean_of_both() -> None:
    both = ratings([row(0, ["ada", "bob", "ada"], [1, 2, 3])])
    apart = ratings([row(0, ["one", "bob", "two"], [1, 2, 3])])
    precision = (apart["one"].sigma ** -2 + apart["two"].sigma ** -2) / 2
    assert both["ada"].sigma == pytest.approx(precision**-0.5)
    assert both["ada"].mu == pytest.approx(25.0)


@pytest.mark.parametrize("wrong", [{"beta": 0.0}, {"beta": float("nan")}, {"draw": 0.0}, {"draw": 1.0}, {"sigma": -1}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Settings(**wrong)
