"""Kinds of matches for everybody: whole parts where they fit, and a search for the rest."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.cups import span
from tests.tournaments.test_design import EVERY
from tournaments.formats.design import design, parts
from tournaments.formats.halving import Table, at_once, halved, patiently, quickly
from tournaments.formats.mix import Search, apart, can_be_even, spread, whole
from tournaments.formats.packing import packed

TRIANGLE: list[Table] = [(0, 1), (1, 2), (0, 2)]


@pytest.mark.parametrize(("points", "size"), EVERY)
def test_in_every_part_everybody_plays_equally_often(points: int, size: int) -> None:
    had = Counter[tuple[int, int]]()
    for tables, labels in zip(design(points, size), parts(points, size), strict=True):
        had.update((label, point) for table, label in zip(tables, labels, strict=True) for point in table)
    for part in {label for label, _ in had}:
        assert span(had[part, point] for point in range(points)) == 0


@given(
    st.dictionaries(st.integers(1, 5), st.integers(1, 9), min_size=1, max_size=3),
    st.lists(st.integers(0, 12), max_size=4),
)
def test_shares_are_made_of_whole_parts_if_there_is_a_way(parts: dict[int, int], wanted: list[int]) -> None:
    weights, left = tuple(parts), tuple(parts.values())
    found = packed(weights, left, tuple(wanted))
    if found is None:
        assert len(wanted) != 1 or wanted[0] not in _sums(parts)
        return
    assert [sum(w * x for w, x in zip(weights, one, strict=True)) for one in found] == wanted
    assert all(sum(one[place] for one in found) <= many for place, many in enumerate(left))


def _sums(parts: dict[int, int]) -> set[int]:
    """All that some of these parts can weigh together."""
    return {
        sum(weight * many for weight, many in zip(parts, some, strict=True))
        for some in product(*(range(many + 1) for many in parts.values()))
    }


def test_large_parts_make_room_for_small_ones() -> None:
    assert packed((3, 4), (12, 9), (18, 18, 18, 18)) is not None  # three times 4 + 4 + 4 + 3 + 3, and once six 3
    assert packed((4,), (6,), (6, 6)) is None


@pytest.mark.parametrize("search", [at_once, halved])
@pytest.mark.parametrize(("points", "size", "kinds"), [(8, 2, 2), (9, 2, 4), (13, 3, 5), (17, 4, 3), (11, 5, 3)])
def test_both_searches_find_what_is_even(search: object, points: int, size: int, kinds: int) -> None:
    tables = [table for tables in design(points, size) for table in tables]
    found = (at_once if search is at_once else halved)(tables, kinds, 1)
    assert found is not None
    assert apart(tables, found, kinds) <= 1


def test_a_search_for_what_cannot_be_ends_without_success() -> None:
    assert halved(TRIANGLE, 2, 0) is None
    assert apart(TRIANGLE, at_once(TRIANGLE, 2, 0), 2) == 2


def test_what_counting_forbids_is_known_beforehand() -> None:
    assert not can_be_even(TRIANGLE, 2)
    assert can_be_even(TRIANGLE, 3)
    fours = [table for tables in design(15, 4) for table in tables] * 3
    twos = [table for tables in design(15, 2) for table in tables] * 3
    assert not can_be_even(fours + twos, 2)  # 585 seats for each kind, at tables of two and four


def test_whole_parts_give_everybody_the_same() -> None:
    tables = [table for tables in design(12, 3) for table in tables]
    labels = [label for one in parts(12, 3) for label in one]
    kinds = whole(tables, labels, 4)
    assert kinds
    had = Counter((entrant, kind) for table, kind in zip(tables, kinds, strict=True) for entrant in table)
    assert all(span(had[entrant, kind] for entrant in range(12)) == 0 for kind in range(4))
    assert apart(tables, kinds, 4) <= 1


@pytest.mark.parametrize("search", [quickly, patiently])
def test_what_does_not_come_out_in_whole_parts_is_searched_for(search: Search) -> None:
    tables = [table for tables in design(13, 4) for table in tables]
    labels = [label for one in parts(13, 4) for label in one]
    assert whole(tables, labels, 5) is None
    found = [spread(tables, labels, 5, number, search) for number in range(4)]
    assert min(apart(tables, one, 5) for one in found if one) <= 1


def test_the_entrant_who_is_farthest_off_counts() -> None:
    assert apart(TRIANGLE, [0, 0, 1], 2) == 2
    assert apart(TRIANGLE, [0, 0, 0], 3) == 2
    assert apart(TRIANGLE, [0, 1, 2], 3) == 1
