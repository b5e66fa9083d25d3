"""Round robin: what it promises about meetings, matches, seats and variants."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings

from tests.tournaments.cups import cup, cups, matches, meetings, off_share, seats_within, span, variants_within
from tests.tournaments.test_design import is_exact
from tournaments.formats.round_robin import round_robin
from tournaments.pairing import Cup


@settings(max_examples=25)
@given(cups())
def test_meetings_matches_seats_and_variants_are_as_even_as_promised(a_cup: Cup) -> None:
    pairings = round_robin(a_cup, [])
    for number in range(1, a_cup.rounds + 1):
        for size in a_cup.seats:
            tables = [p.entrants for p in pairings if p.round == number and len(p.entrants) == size]
            met, exact = meetings(tables), is_exact(len(a_cup.entrants), size)
            assert span(met[pair] for pair in combinations(sorted(a_cup.entrants), 2)) <= (0 if exact else 1)
            assert span(Counter(name for table in tables for name in table)[name] for name in a_cup.entrants) == 0
    assert seats_within(pairings, a_cup) <= 1
    assert variants_within(pairings, a_cup) <= 2
    assert off_share(pairings, a_cup) < 2
    had = Counter((name, pairing.variants) for pairing in pairings for name in pairing.entrants)
    assert max(span(had[name, variants] for name in a_cup.entrants) for variants in a_cup.variants) <= 2


def can_be_even(a_cup: Cup) -> bool:
    """Whether counting allows variants within one at tables of one size. With m matches for everybody, each of v
    variants takes between n * floor(m / v) and n * ceil(m / v) seats, and whole tables."""
    tables, (size,), kinds = len(round_robin(a_cup, [])), a_cup.seats, len(a_cup.variants)
    entrants = len(a_cup.entrants)
    each = tables * size // entrants
    fewest, most = -(-entrants * (each // kinds) // size), entrants * -(-each // kinds) // size
    return kinds * fewest <= tables <= kinds * most


@pytest.mark.parametrize(("entrants", "size", "variants"), [(3, 2, 2), (4, 3, 3), (5, 4, 3), (5, 4, 4)])
def test_what_counting_forbids_cannot_be(entrants: int, size: int, variants: int) -> None:
    a_cup = cup(entrants, (size,), variants=variants)
    tables = [pairing.entrants for pairing in round_robin(a_cup, [])]
    assert not can_be_even(a_cup)
    for kinds in product(range(variants), repeat=len(tables) - 1):  # the first table has any
        had = Counter((name, kind) for table, kind in zip(tables, (0, *kinds), strict=True) for name in table)
        if all(span(had[name, kind] for kind in range(variants)) <= 1 for name in a_cup.entrants):
            pytest.fail(f"{kinds} is even")


@pytest.mark.parametrize(
    ("entrants", "seats", "variants", "rounds"),
    [(16, (3,), 5, 1), (17, (4,), 6, 3), (25, (4,), 6, 2), (28, (5,), 5, 1), (37, (3,), 6, 2), (13, (3, 4), 3, 2)],
)
def test_what_asks_for_an_exact_share_has_it(entrants: int, seats: tuple[int, ...], variants: int, rounds: int) -> None:
    a_cup = cup(entrants, seats, variants=variants, rounds=rounds)
    assert variants_within(round_robin(a_cup, []), a_cup) == 0


def test_what_can_be_near_the_fair_share_is_near_it() -> None:
    for entrants, seats, variants in [(9, (2,), 4), (14, (3,), 5), (21, (4,), 8), (23, (2, 5), 8), (30, (5,), 3)]:
        a_cup = cup(entrants, seats, variants=variants)
        assert off_share(round_robin(a_cup, []), a_cup) <= 1


@pytest.mark.proof
def test_variants_are_near_the_fair_share_for_every_number_of_entrants(capsys: pytest.CaptureFixture[str]) -> None:
    off, even, never = list[Fraction](), 0, 0
    for entrants in range(2, 41):
        sizes = [size for size in range(2, 6) if size <= entrants]
        for seats in (some for many in range(1, len(sizes) + 1) for some in combinations(sizes, many)):
            for variants in (2 + entrants % 3, 5 + entrants % 4):
                a_cup = cup(entrants, seats, variants=variants, rounds=1 + (entrants + variants) % 3)
                pairings = round_robin(a_cup, [])
                off.append(off_share(pairings, a_cup))
                even += variants_within(pairings, a_cup) <= 1
                never += len(seats) == 1 and not can_be_even(a_cup)
                assert variants_within(pairings, a_cup) <= 2
                assert seats_within(pairings, a_cup) <= 1
    near = sum(one <= 1 for one in off)
    with capsys.disabled():
        print(
            f"\nround robin: {len(off)} cups, largest and smallest count within one in {even / len(off):.1%}, "
            f"impossible by counting in {never / len(off):.1%}; variants within one of the fair share in "
            f"{near / len(off):.1%}, within {float(max(off)):.2f} in all"
        )
    assert near >= 0.97 * len(off)


@pytest.mark.parametrize(
    ("entrants", "seats", "variants", "rounds"), [(8, (2,), 8, 1), (10, (2, 4, 5), 4, 1), (12, (2, 3, 4), 8, 2)]
)
def test_where_nobody_sits_out_variants_are_within_one(
    entrants: int, seats: tuple[int, ...], variants: int, rounds: int
) -> None:
    a_cup = cup(entrants, seats, variants=variants, rounds=rounds)
    assert variants_within(round_robin(a_cup, []), a_cup) <= 1


def test_two_meet_once_a_round() -> None:
    assert [pairing.round for pairing in round_robin(cup(2, rounds=3), [])] == [1, 2, 3]


def test_sizes_are_interleaved_so_that_early_standings_mean_something() -> None:
    pairings = round_robin(cup(12, (2, 3, 4)), [])
    third = matches(pairings[: len(pairings) // 3])
    sizes = Counter(len(pairing.entrants) for pairing in pairings[: len(pairings) // 3])
    assert span(third[f"bot-{number}"] for number in range(12)) <= 3
    assert set(sizes) == {2, 3, 4}


def test_rounds_do_not_repeat_the_same_tables_in_the_same_order() -> None:
    pairings = round_robin(cup(9, (3,), rounds=2), [])
    first, second = pairings[: len(pairings) // 2], pairings[len(pairings) // 2 :]
    assert [set(pairing.entrants) for pairing in first] != [set(pairing.entrants) for pairing in second]


def test_a_large_field_is_scheduled_too() -> None:
    a_cup = cup(52, (2, 5), variants=8)
    pairings = round_robin(a_cup, [])
    assert span(matches(pairings).values()) == 0
    assert seats_within(pairings, a_cup) <= 1
