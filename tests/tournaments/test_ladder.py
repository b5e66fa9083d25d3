"""Ladder: nobody starves, batches do not depend on speed, and doubt decides who plays."""

from collections.abc import Sequence
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
    played,
    seats_within,
    span,
    variants_within,
)
from tournaments.formats.ladder import LEAD, ladder
from tournaments.formats.rating import Rating, information, rated
from tournaments.pairing import Cup, Pairing


def tables(pairings: Sequence[Pairing], a_cup: Cup, matches: int | None = None) -> list[Sequence[Pairing]]:
    """The matches of each table."""
    found, start = list[Sequence[Pairing]](), 0
    while start < len(pairings):
        many = matches or lcm(len(pairings[start].entrants), len(a_cup.variants))
        found.append(pairings[start : start + many])
        start += many
    return found


def check(a_cup: Cup, lead: int, pairings: Sequence[Pairing]) -> None:
    """All that the documents promise of any ladder of whole sets."""
    had, sizes = dict.fromkeys(a_cup.entrants, 0), dict.fromkeys(a_cup.seats, 0)
    for table in tables(pairings, a_cup):
        assert {frozenset(pairing.entrants) for pairing in table} == {frozenset(table[0].entrants)}
        for name in table[0].entrants:
            had[name] += 1
        sizes[len(table[0].entrants)] += 1
        assert span(had.values()) <= lead
        assert span(sizes.values()) <= 1
    assert sum(sizes.values()) == a_cup.rounds * len(a_cup.entrants)
    assert min(had.values()) > 0
    assert max(at_every_moment(pairings, a_cup)) <= 1
    assert seats_within(pairings, a_cup) == variants_within(pairings, a_cup) == 0


@settings(max_examples=25)
@given(cups(most=16, rounds=2), st.integers(0, 99), st.integers(1, 30), st.integers(1, 6))
def test_nobody_is_ever_further_ahead_than_the_lead_and_seats_and_variants_are_even(
    a_cup: Cup, seed: int, batch: int, lead: int
) -> None:
    check(a_cup, lead, played("ladder", a_cup, {"batch": batch, "lead": lead}, Hat(seed))[0])


@pytest.mark.proof
def test_every_ladder_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    total = 0
    for entrants in range(2, 41):
        sizes = range(2, min(entrants, 5) + 1)
        for seats in (some for many in range(1, 5) for some in combinations(sizes, many)):
            variants, lead = 1 + (entrants + len(seats)) % 8, 1 + total % 5
            a_cup = cup(entrants, seats, variants=variants, rounds=1 + entrants % 2)
            check(a_cup, lead, played("ladder", a_cup, {"lead": lead}, Hat(total))[0])
            total += 1
    with capsys.disabled():
        print(f"\nladder: {total} cups, seats and variants equal in all, within one at every moment")


@settings(max_examples=25)
@given(cups(rounds=4), st.integers(0, 99), st.integers(1, 6), st.integers(1, 6))
def test_with_fewer_matches_at_a_table_the_lead_still_holds(a_cup: Cup, seed: int, lead: int, many: int) -> None:
    pairings, _ = played("ladder", a_cup, {"lead": lead, "matches": many}, Hat(seed))
    assert len(pairings) == a_cup.rounds * len(a_cup.entrants) * many
    had = dict.fromkeys(a_cup.entrants, 0)
    for pairing in pairings[::many]:
        for name in pairing.entrants:
            had[name] += 1
        assert span(had.values()) <= lead
    assert min(had.values()) > 0
    if many % len(a_cup.variants) == 0:
        assert variants_within(pairings, a_cup) == 0
    if all(many % size == 0 for size in a_cup.seats):
        assert seats_within(pairings, a_cup) == 0


def test_a_batch_is_known_only_when_the_one_before_is_complete() -> None:
    a_cup = cup(10, rounds=4)
    first = list(ladder(a_cup, [], batch=3))
    assert [pairing.round for pairing in first] == [1] * 6
    rows = [by_strength(number, pairing) for number, pairing in enumerate(first)]
    assert list(ladder(a_cup, rows[1:], batch=3)) == first
    assert [pairing.round for pairing in ladder(a_cup, rows, batch=3)] == [1] * 6 + [2] * 6


def test_other_results_are_another_ladder_and_the_first_is_found_again() -> None:
    a_cup = cup(9, (3,), rounds=6)
    one, _ = played("ladder", a_cup, hat=Hat(1))
    other, _ = played("ladder", a_cup, hat=Hat(2))
    again, _ = played("ladder", a_cup, hat=Hat(1))
    assert one != other
    assert one == again


def test_equals_meet_more_often_than_others() -> None:
    a_cup = cup(12, rounds=30)
    pairings, _ = played("ladder", a_cup, hat=by_strength)
    late = [[int(name.split("-")[1]) for name in pairing.entrants] for pairing in pairings[360:]]
    near = sum(abs(a - b) <= 3 for a, b in late)
    assert near / len(late) > 0.6  # of all pairs, 0.45 are as near as that


def test_the_default_lead_is_what_the_documents_say() -> None:
    assert LEAD == 4


def test_a_match_tells_most_about_equals_in_doubt() -> None:
    unknown, known = Rating(), Rating(variance=1.0)
    assert information(unknown, unknown) > information(unknown, known) > information(known, known)
    assert information(known, known) > information(known, Rating(mean=40.0, variance=1.0))


def test_who_wins_rises_who_loses_falls_and_doubt_shrinks() -> None:
    first, second, third = rated([Rating(), Rating(), Rating()], [1, 2, 2])
    assert first.mean > Rating().mean > second.mean == third.mean
    assert max(first.variance, second.variance, third.variance) < Rating().variance


def test_ratings_come_out_in_the_order_of_strength() -> None:
    ratings = [Rating() for _ in range(4)]
    for _ in range(200):
        ratings = rated(ratings, [1, 2, 3, 4])
    means = [rating.mean for rating in ratings]
    assert means == sorted(means, reverse=True)
    assert means[0] - means[3] < 100
