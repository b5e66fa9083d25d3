"""Kinds that take turns on a circle: what is found, or stands in the file, is even for everybody."""

from collections import Counter
from itertools import product

import pytest

from tests.tournaments.cups import cup, span, variants_within
from tests.tournaments.test_design import EVERY
from tournaments.formats.design import circle, design
from tournaments.formats.round_robin import round_robin
from tournaments.formats.turning import Place, listed, pieces, shares, turning


def on_a_circle(points: int, size: int, cut: int) -> tuple[list[tuple[int, ...]], list[Place]]:
    """All tables of a design, and where they are on its circle."""
    tables = [table for tables in design(points, size) for table in tables]
    return tables, [place for places in circle(points, size, cut) for place in places]


def within(tables: list[tuple[int, ...]], kinds: list[int], many: int) -> int:
    had = Counter((entrant, kind) for table, kind in zip(tables, kinds, strict=True) for entrant in table)
    return max(span(had[entrant, kind] for kind in range(many)) for entrant in set().union(*tables))


def test_a_circle_can_be_cut_by_what_divides_it() -> None:
    assert pieces(24, 7) == [6, 4, 3, 2]
    assert pieces(24, 8) == [8, 6, 4, 3, 2]
    assert pieces(31, 8) == []


@pytest.mark.parametrize(("points", "size", "cut"), [(14, 5, 7), (16, 3, 4), (21, 4, 3), (9, 2, 3)])
def test_tables_alike_follow_from_each_other_by_a_piece_of_the_circle(points: int, size: int, cut: int) -> None:
    tables, places = on_a_circle(points, size, cut)
    by_place = dict(zip(places, tables, strict=True))
    assert len(by_place) == len(tables)
    for (alike, piece), table in by_place.items():
        moved = {(point + points // cut) % points for point in table}
        assert set(by_place[alike, (piece + 1) % cut]) == moved


@pytest.mark.parametrize(("points", "size"), EVERY)
def test_without_a_circle_of_all_whole_parts_stay_together(points: int, size: int) -> None:
    if points % size == 0 and points > size:
        _, places = on_a_circle(points, size, 1)
        assert {piece for _, piece in places} == {0}


@pytest.mark.parametrize(
    ("points", "size", "kinds", "cut"), [(21, 5, 6, 3), (28, 5, 7, 7), (32, 5, 8, 8), (35, 2, 7, 7)]
)
def test_what_takes_turns_is_found_at_once_and_even(points: int, size: int, kinds: int, cut: int) -> None:
    tables, places = on_a_circle(points, size, cut)
    found = turning(tables, places, kinds, cut)
    assert found
    assert within(tables, found, kinds) <= 1


def test_what_cannot_be_is_not_found() -> None:
    tables, places = on_a_circle(10, 4, 2)
    assert turning(tables, places, 4, 2) is None


@pytest.mark.parametrize(("points", "size", "kinds"), shares())
def test_every_line_of_the_file_is_even(points: int, size: int, kinds: int) -> None:
    cut, digits = shares()[points, size, kinds]
    tables, places = on_a_circle(points, size, cut)
    assert within(tables, listed(places, kinds, cut, digits), kinds) <= 1


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_cup_for_which_kinds_take_turns_keeps_its_rounds_apart(rounds: int) -> None:
    a_cup = cup(24, (5,), variants=8, rounds=rounds)
    pairings = round_robin(a_cup, [])
    assert variants_within(pairings, a_cup) <= 1
    met = [{frozenset(p.entrants) for p in pairings if p.round == number + 1} for number in range(rounds)]
    assert all(one != other for one, other in product(met, met) if one is not other)
