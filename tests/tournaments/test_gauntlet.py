"""Gauntlet: challengers who meet the same opponents, and a field that is treated evenly."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.cups import cup, cups, matches, meetings, off_share, seats_within, span, variants_within
from tournaments.formats import FORMATS
from tournaments.formats.gauntlet import gauntlet
from tournaments.pairing import Cup


@st.composite
def gauntlets(draw: st.DrawFn) -> tuple[Cup, int]:
    a_cup = draw(cups())
    return a_cup, draw(st.integers(1, len(a_cup.entrants) - max(a_cup.seats) + 1))


@settings(max_examples=50)
@given(gauntlets())
def test_at_every_table_one_challenger_meets_the_field(given_: tuple[Cup, int]) -> None:
    a_cup, challengers = given_
    first = set(a_cup.entrants[:challengers])
    for pairing in gauntlet(a_cup, [], challengers=challengers):
        assert len(first.intersection(pairing.entrants)) == 1


@settings(max_examples=50)
@given(gauntlets())
def test_every_challenger_meets_the_same_tables_with_the_same_variants(given_: tuple[Cup, int]) -> None:
    a_cup, challengers = given_
    first = a_cup.entrants[:challengers]
    pairings = gauntlet(a_cup, [], challengers=challengers)
    met = [
        [(p.round, frozenset(p.entrants) - {name}, p.variants) for p in pairings if name in p.entrants]
        for name in first
    ]
    assert all(tables == met[0] for tables in met)


@settings(max_examples=50)
@given(gauntlets())
def test_at_every_size_and_after_every_round_the_field_has_played_equally_often_within_one(
    given_: tuple[Cup, int],
) -> None:
    a_cup, challengers = given_
    pairings = gauntlet(a_cup, [], challengers=challengers)
    for number in range(1, a_cup.rounds + 1):
        for size in a_cup.seats:
            some = matches(p for p in pairings if p.round <= number and len(p.entrants) == size)
            counts = [some[name] for name in a_cup.entrants[challengers:]]
            assert span(counts) in (0, challengers)
            assert max(counts) <= number * challengers
            assert number * len(counts) // (size - 1) == sum(counts) // challengers // (size - 1)


@settings(max_examples=50)
@given(gauntlets())
def test_seats_are_within_one_and_variants_of_challengers_within_two_and_less_than_two_off_their_share(
    given_: tuple[Cup, int],
) -> None:
    a_cup, challengers = given_
    pairings = gauntlet(a_cup, [], challengers=challengers)
    assert seats_within(pairings, a_cup) <= 1
    assert variants_within(pairings, a_cup, a_cup.entrants[:challengers]) <= 2
    assert off_share(pairings, a_cup, a_cup.entrants[:challengers]) < 2


def test_the_field_sits_together_evenly() -> None:
    pairings = gauntlet(cup(13, (4,), rounds=11), [])
    field = meetings([name for name in pairing.entrants if name != "bot-0"] for pairing in pairings)
    assert span(field[f"bot-{a}", f"bot-{b}"] for a in range(1, 10) for b in range(a + 1, 10)) <= 2


def test_one_challenger_against_one_opponent_plays_a_match_a_round() -> None:
    pairings = gauntlet(cup(2, variants=3, rounds=6), [])
    assert Counter(pairing.entrants[0] for pairing in pairings) == {"bot-0": 3, "bot-1": 3}
    assert set(Counter(pairing.variants for pairing in pairings).values()) == {2}


@pytest.mark.parametrize(("entrants", "seats", "challengers"), [(5, (5,), 2), (4, (2, 3), 3), (3, (2,), 3)])
def test_a_field_too_small_for_the_table_is_objected_to(
    entrants: int, seats: tuple[int, ...], challengers: int
) -> None:
    (objection,) = FORMATS["gauntlet"].objections(entrants, seats, {"challengers": challengers})
    assert objection.path == ("gauntlet", "challengers")
    assert objection.problem.startswith(f"is {challengers}, which leaves {entrants - challengers} others")
