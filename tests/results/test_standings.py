"""The table of a tournament, and who was placed before whom."""

from random import Random

import pytest

from results.rows import Row
from results.standings import matrix, only, standings
from tests.results.samples import league, row

ROWS = [
    row(0, ["ada", "bob", "cat"], [1, 2, 3], points=[30, 20, 10]),
    row(1, ["bob", "ada", "cat"], [2, 1, 2], points=[20, 40, 20], variants="ufo"),
    row(2, ["cat", "ada"], [2, 1], points=[5, 50], faults=[["late", "exited"], []]),
    row(3, ["ada", "dot"], void="the machine was stopped"),
]


def test_the_table_says_for_each_bot_what_can_be_counted() -> None:
    by_name = {standing.bot: standing for standing in standings(ROWS)}
    ada, cat, dot = by_name["ada"], by_name["cat"], by_name["dot"]
    assert (ada.rank, ada.matches, ada.places, ada.points, ada.faults) == (1, 3, (3,), 40.0, 0)
    assert (cat.matches, cat.places, cat.faults, cat.lost) == (3, (0, 2, 1), 2, 1)
    assert (dot.matches, dot.places, dot.points, dot.ranks) == (0, (), None, None)


def test_the_best_stand_first_and_equal_ones_share_a_rank() -> None:
    table = standings([row(0, ["ada", "bob"], [1, 2]), row(1, ["cat", "dot"], [1, 2])])
    assert [(standing.rank, standing.bot) for standing in table] == [(1, "ada"), (1, "cat"), (3, "bob"), (3, "dot")]


def test_the_order_of_the_rows_changes_nothing() -> None:
    rows = list(league([0.0, 0.3, 0.6, 0.9, 1.2], rounds=4, seed=1))
    expected = standings(rows)
    assert standings(rows[::-1]) == expected
    Random(1).shuffle(rows)
    assert standings(rows) == expected


def test_no_rows_make_an_empty_table() -> None:
    assert standings([]) == []
    assert matrix([]) == {}


def test_filters_keep_one_variant_or_one_table_size() -> None:
    assert [found.number for found in only(ROWS, variants="base")] == [0, 2, 3]
    assert [found.number for found in only(ROWS, seats=2)] == [2, 3]
    assert [found.number for found in only(ROWS, variants="base", seats=3)] == [0]
    assert only(ROWS) == ROWS


def test_the_matrix_counts_a_shared_place_as_half() -> None:
    duels = matrix(ROWS)
    assert (duels["bob", "cat"].matches, duels["bob", "cat"].share) == (2, 0.75)
    assert (duels["cat", "bob"].matches, duels["cat", "bob"].share) == (2, 0.25)
    assert (duels["ada", "cat"].matches, duels["ada", "cat"].share) == (3, 1.0)
    assert ("ada", "dot") not in duels


def test_a_bot_does_not_meet_itself() -> None:
    rows = [row(0, ["ada", "ada", "bob"], [1, 3, 2])]
    assert matrix(rows).keys() == {("ada", "bob"), ("bob", "ada")}
    assert matrix(rows)["ada", "bob"].share == 0.5


@pytest.mark.parametrize("rows", [ROWS, list(league([0.0, 0.5, 1.0, 1.5], rounds=3, seed=2))])
def test_every_seat_that_counted_has_one_place(rows: list[Row]) -> None:
    for standing in standings(rows):
        assert sum(standing.places) == standing.matches
