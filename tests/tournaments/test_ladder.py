"""Ladder: nobody starves, batches do not depend on speed, and doubt decides who plays."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.cups import Hat, by_strength, cup, cups, matches, played, span, variants_within
from tournaments.formats.cycles import Cycles
from tournaments.formats.ladder import LEAD, ladder
from tournaments.formats.rating import Rating, information, rated
from tournaments.pairing import Cup


def is_crowded(a_cup: Cup) -> bool:
    """Whether tables of all sizes cannot be filled at once."""
    return sum(a_cup.seats) > len(a_cup.entrants)


@settings(max_examples=30)
@given(cups(rounds=8), st.integers(0, 99), st.integers(1, 30), st.integers(1, 6))
def test_nobody_is_ever_further_ahead_than_the_lead_or_two_cycles_of_variants(
    a_cup: Cup, seed: int, batch: int, lead: int
) -> None:
    pairings, _ = played("ladder", a_cup, {"batch": batch, "lead": lead}, Hat(seed))
    had = dict.fromkeys(a_cup.entrants, 0)
    for pairing in pairings:
        for name in pairing.entrants:
            had[name] += 1
        assert span(had.values()) <= max(lead, (3 if is_crowded(a_cup) else 2) * len(a_cup.variants))


@settings(max_examples=30)
@given(cups(rounds=8), st.integers(0, 99), st.integers(1, 30), st.integers(1, 40))
def test_at_every_moment_everybody_has_had_all_variants_equally_often_within_one(
    a_cup: Cup, seed: int, batch: int, lead: int
) -> None:
    pairings, _ = played("ladder", a_cup, {"batch": batch, "lead": lead}, Hat(seed))
    had = {name: dict.fromkeys(a_cup.variants, 0) for name in a_cup.entrants}
    for pairing in pairings:
        for name in pairing.entrants:
            had[name][pairing.variants] += 1
            assert is_crowded(a_cup) or span(had[name].values()) <= 1


@pytest.mark.parametrize("seats", [(2,), (3,), (4,), (5,)])
@pytest.mark.parametrize("variants", [2, 3, 8])
def test_the_smallest_fields_have_variants_within_one_too(seats: tuple[int, ...], variants: int) -> None:
    for entrants in range(seats[0], 2 * seats[0] + 2):
        a_cup = cup(entrants, seats, variants=variants, rounds=12)
        pairings, _ = played("ladder", a_cup, hat=Hat(entrants))
        assert variants_within(pairings, a_cup) <= 1


@given(st.integers(0, 999), st.integers(2, 9), st.integers(2, 5), st.integers(2, 5), st.integers(1, 20))
def test_whoever_chooses_the_tables_there_is_always_a_way_on(
    seed: int, entrants: int, size: int, variants: int, lead: int
) -> None:
    random, size = Random(seed), min(size, entrants)
    cycles, names = Cycles(cup(entrants, variants=variants), size, lead), list(cup(entrants).entrants)
    for _ in range(60):
        kind = random.choice(cycles.now.variants)
        able = [name for name in names if cycles.now.can_have(name, kind)]
        table = random.sample(able, size) if len(able) >= size else []
        if not table or not cycles.is_safe(table, kind):
            table, kind = cycles.way_on(random.sample(names, entrants))
            assert cycles.is_safe(table, kind)
        assert len(set(table)) == size
        assert all(cycles.now.can_have(name, kind) for name in table)
        cycles.play(table, kind)


@pytest.mark.proof
def test_in_crowded_ladders_variants_are_nearly_always_within_one(capsys: pytest.CaptureFixture[str]) -> None:
    even, total = 0, 0
    for entrants in range(3, 14):
        sizes = range(2, min(entrants, 5) + 1)
        for seats in (some for many in range(2, 5) for some in combinations(sizes, many) if sum(some) > entrants):
            for variants, rounds, lead in product((2, 3, 5, 8), (1, 3, 8), (1, 4, 20)):
                a_cup = cup(entrants, seats, variants=variants, rounds=rounds)
                even += variants_within(played("ladder", a_cup, {"lead": lead})[0], a_cup) <= 1
                total += 1
    with capsys.disabled():
        print(f"\ncrowded ladder: {total} cups, largest and smallest count within one in {even / total:.1%}")
    assert even > 0.98 * total


@settings(max_examples=25)
@given(cups(rounds=8), st.integers(0, 99))
def test_it_ends_after_as_many_matches_as_rounds_times_entrants(a_cup: Cup, seed: int) -> None:
    pairings, _ = played("ladder", a_cup, hat=Hat(seed))
    assert len(pairings) == a_cup.rounds * len(a_cup.entrants)
    assert span(Counter(len(pairing.entrants) for pairing in pairings).values()) <= 1
    assert min(matches(pairings)[name] for name in a_cup.entrants) > 0


def test_a_batch_is_known_only_when_the_one_before_is_complete() -> None:
    a_cup = cup(10, rounds=4)
    first = list(ladder(a_cup, [], batch=6))
    assert [pairing.round for pairing in first] == [1] * 6
    rows = [by_strength(number, pairing) for number, pairing in enumerate(first)]
    assert list(ladder(a_cup, rows[1:], batch=6)) == first
    assert [pairing.round for pairing in ladder(a_cup, rows, batch=6)] == [1] * 6 + [2] * 6


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
    late = [[int(name.split("-")[1]) for name in pairing.entrants] for pairing in pairings[180:]]
    near = sum(abs(a - b) <= 3 for a, b in late)
    assert near / len(late) > 0.6  # of all pairs, 0.45 are as near as that


def test_seats_are_nearly_even() -> None:
    a_cup = cup(8, (4,), variants=4, rounds=20)
    pairings, _ = played("ladder", a_cup, hat=Hat(3))
    seats = Counter((name, seat) for pairing in pairings for seat, name in enumerate(pairing.entrants))
    for name in a_cup.entrants:
        assert span(seats[name, seat] for seat in range(4)) <= 4


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
