"""Swiss: equals meet, new opponents first, byes are shared fairly."""

from collections import Counter
from itertools import combinations
from math import lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.cups import (
    Hat,
    at_every_moment,
    by_strength,
    cup,
    cups,
    matches,
    meetings,
    off_share,
    played,
    result,
    seats_within,
    span,
    variants_within,
    void,
)
from tournaments.formats.swiss import swiss
from tournaments.pairing import Cup, Pairing


def tables(pairings: list[Pairing], number: int) -> set[frozenset[str]]:
    return {frozenset(pairing.entrants) for pairing in pairings if pairing.round == number}


def byes(pairings: list[Pairing], a_cup: Cup, number: int) -> set[str]:
    return set(a_cup.entrants) - set().union(*tables(pairings, number))


@settings(max_examples=20)
@given(cups(rounds=6), st.integers(0, 99))
def test_everybody_plays_in_every_round_or_has_a_bye_and_byes_are_within_one(a_cup: Cup, seed: int) -> None:
    pairings, _ = played("swiss", a_cup, hat=Hat(seed))
    had = Counter[str]()
    for number in range(1, a_cup.rounds + 1):
        size = a_cup.seats[(number - 1) % len(a_cup.seats)]
        resting = byes(pairings, a_cup, number)
        assert len(resting) == len(a_cup.entrants) % size
        some = matches(pairing for pairing in pairings if pairing.round == number)
        assert all(some[name] == lcm(size, len(a_cup.variants)) for name in a_cup.entrants if name not in resting)
        had.update(resting)
        assert span(had[name] for name in a_cup.entrants) <= 1


@settings(max_examples=20)
@given(cups(rounds=3), st.integers(0, 99))
def test_whoever_rests_seats_and_variants_are_even(a_cup: Cup, seed: int) -> None:
    pairings, _ = played("swiss", a_cup, hat=Hat(seed))
    assert seats_within(pairings, a_cup) == variants_within(pairings, a_cup) == 0
    assert max(at_every_moment(pairings, a_cup)) <= 1


@pytest.mark.proof
def test_every_swiss_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    total = 0
    for entrants in range(2, 41):
        sizes = range(2, min(entrants, 5) + 1)
        for seats in (some for many in range(1, 5) for some in combinations(sizes, many)):
            a_cup = cup(entrants, seats, variants=1 + (entrants + len(seats)) % 8, rounds=1 + entrants % 4)
            pairings, _ = played("swiss", a_cup, hat=Hat(total))
            assert seats_within(pairings, a_cup) == variants_within(pairings, a_cup) == 0
            assert max(at_every_moment(pairings, a_cup)) <= 1
            total += 1
    with capsys.disabled():
        print(f"\nswiss: {total} cups, seats and variants equal in all, within one at every moment")


@settings(max_examples=20)
@given(cups(rounds=6), st.integers(0, 99), st.integers(1, 7))
def test_with_other_numbers_of_matches_seats_and_variants_are_even_as_far_as_is_promised(
    a_cup: Cup, seed: int, many: int
) -> None:
    pairings, _ = played("swiss", a_cup, {"matches": many}, Hat(seed))
    if all(many % size == 0 for size in a_cup.seats):
        assert seats_within(pairings, a_cup) == 0
    if many % len(a_cup.variants) == 0:
        assert variants_within(pairings, a_cup) == 0


@settings(max_examples=20)
@given(cups(rounds=6), st.integers(0, 99), st.integers(1, 7))
def test_without_byes_all_tables_of_a_round_play_the_same_variants_and_they_take_turns(
    a_cup: Cup, seed: int, many: int
) -> None:
    pairings, _ = played("swiss", a_cup, {"matches": many}, Hat(seed))
    assert off_share(pairings, a_cup) < 2
    if any(len(a_cup.entrants) % size for size in a_cup.seats):
        return
    assert variants_within(pairings, a_cup) <= 1
    for number in range(1, a_cup.rounds + 1):
        each = {
            table: [p.variants for p in pairings if p.round == number and set(p.entrants) == table]
            for table in tables(pairings, number)
        }
        (variants,) = {tuple(variants) for variants in each.values()}
        assert len(variants) == many


def test_with_byes_not_even_three_can_always_be_within_one() -> None:
    """Byes are shared, so three rounds of one match are the three pairs; two of these have the same variants."""
    a_cup = cup(3, variants=2, rounds=3)
    pairings, _ = played("swiss", a_cup, {"matches": 1})
    assert {frozenset(pairing.entrants) for pairing in pairings} == set(map(frozenset, combinations(a_cup.entrants, 2)))
    assert variants_within(pairings, a_cup) == 2
    assert off_share(pairings, a_cup) == 1


@pytest.mark.parametrize(
    ("entrants", "size", "rounds"), [(40, 2, 20), (16, 2, 7), (9, 2, 5), (40, 4, 6), (25, 5, 3), (12, 3, 3)]
)
def test_nobody_meets_anybody_twice_as_long_as_there_are_others(entrants: int, size: int, rounds: int) -> None:
    pairings, _ = played("swiss", cup(entrants, (size,), rounds=rounds), hat=Hat(5))
    met = meetings(table for number in range(1, rounds + 1) for table in map(tuple, tables(pairings, number)))
    assert max(met.values()) == 1


def test_equals_meet() -> None:
    pairings, _ = played("swiss", cup(16, rounds=2), hat=by_strength)
    first, second = tables(pairings, 1), tables(pairings, 2)
    winners = {min(table, key=lambda name: int(name.split("-")[1])) for table in first}
    assert all(len(table & winners) in (0, 2) for table in second)


def test_the_best_comes_out_on_top_of_the_last_round() -> None:
    pairings, _ = played("swiss", cup(16, rounds=4), hat=by_strength)
    assert any("bot-0" in table for table in tables(pairings, 4))


def test_a_round_is_known_only_when_the_one_before_is_complete() -> None:
    a_cup = cup(8, rounds=3)
    first = list(swiss(a_cup, []))
    assert {pairing.round for pairing in first} == {1}
    rows = [by_strength(number, pairing) for number, pairing in enumerate(first)]
    assert list(swiss(a_cup, rows[:-1])) == first
    assert {pairing.round for pairing in swiss(a_cup, rows)} == {1, 2}


def test_what_is_void_counts_as_much_as_a_bye() -> None:
    a_cup = cup(4, rounds=2)
    first = list(swiss(a_cup, [], matches=1))
    winner, loser = first[0].entrants
    others = set(first[1].entrants)
    rows = [result(0, first[0], [9, 3]), void(1, first[1])]
    second = tables(list(swiss(a_cup, rows, matches=1)), 2)
    assert all(len(table & {winner, loser}) == 1 == len(table & others) for table in second)


def test_two_can_play_any_number_of_rounds() -> None:
    pairings, _ = played("swiss", cup(2, rounds=5))
    assert len(pairings) == 10


def test_the_lowest_rest_first() -> None:
    a_cup = cup(9, rounds=2)
    pairings, _ = played("swiss", a_cup, hat=by_strength)
    (first,), (second,) = byes(pairings, a_cup, 1), byes(pairings, a_cup, 2)
    lost = {max(table, key=lambda name: int(name.split("-")[1])) for table in tables(pairings, 1)}
    assert first != second
    assert second in lost
