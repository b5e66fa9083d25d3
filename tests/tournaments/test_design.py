"""Designs and their starters: everybody meets everybody equally often."""

from collections import Counter
from math import comb

import pytest

from tests.tournaments.cups import span
from tournaments.formats import starter
from tournaments.formats.design import design
from tournaments.formats.starter import LISTED, Starter, find, text

EVERY = [(points, size) for size in range(2, 6) for points in range(size, LISTED + 1)]


def is_exact(points: int, size: int) -> bool:
    """What the documents promise: all meet equally often if this holds, and within one otherwise."""
    if (points, size) in [(10, 3), (22, 3), (34, 3)]:
        return False
    return points % size < 2 or comb(points, size) <= 21


@pytest.mark.parametrize(("points", "size"), EVERY)
def test_all_meet_equally_often_and_all_play_equally_often(points: int, size: int) -> None:
    tables = [table for tables in design(points, size) for table in tables]
    met = Counter((a, b) for table in tables for a in table for b in table if a < b)
    assert span(met[a, b] for b in range(points) for a in range(b)) <= (0 if is_exact(points, size) else 1)
    plays = Counter(point for table in tables for point in table)
    assert set(plays) == set(range(points))
    assert span(plays.values()) == 0


@pytest.mark.parametrize(("points", "size"), EVERY)
def test_nobody_plays_twice_in_one_class_or_sits_twice_at_one_table(points: int, size: int) -> None:
    for tables in design(points, size):
        seated = [point for table in tables for point in table]
        assert len(seated) == len(set(seated))
        assert {len(table) for table in tables} == {size}


@pytest.mark.parametrize(("points", "size"), EVERY)
def test_a_round_has_about_as_many_matches_for_everybody_as_there_are_others(points: int, size: int) -> None:
    tables = [table for tables in design(points, size) for table in tables]
    each = len(tables) * size / points
    assert points - size - 1 <= each <= points + 1 or len(tables) == comb(points, size)


def test_a_table_of_one_is_a_line() -> None:
    assert design(3, 1) == (((0,), (1,), (2,)),)


@pytest.mark.parametrize(("points", "size"), [(3, 4), (2, 5), (3, 0)])
def test_a_table_needs_enough_entrants(points: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"{points} entrants cannot sit at a table of {size}"):
        design(points, size)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_beyond_the_list_a_starter_is_searched_for_and_is_nearly_even(size: int) -> None:
    found = starter.starter(LISTED + 7, size)
    assert span(found.meetings()) <= 2
    assert not found.overlaps


def test_the_search_finds_what_the_list_has() -> None:
    for points, size in [(7, 3), (9, 4), (11, 5), (12, 4), (17, 5)]:
        found = find(points, size, effort=30_000)
        assert found
        assert span(found.meetings()) == span(starter.starter(points, size).meetings())


def test_the_search_gives_up() -> None:
    assert find(22, 3, effort=0) is None


def test_starters_are_written_as_they_are_read() -> None:
    assert text([Starter(4, 3, ((3, 0, 1, 2),)), Starter(7, 7, ((4, 2, 1), (6, 3, 5)))]) == (
        "4 4 3: 0 1 2 3\n7 3 7: 1 2 4 | 3 5 6\n"
    )
