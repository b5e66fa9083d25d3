"""Gauntlet: challengers who meet the same opponents, and a field that is treated evenly."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from operator import sub

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.tournaments.cups import cup, cups, matches, meetings, seats_within, span, variants_within
from tournaments.formats import FORMATS
from tournaments.formats.gauntlet import gauntlet
from tournaments.pairing import Cup, Pairing


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
def test_seats_and_the_variants_of_challengers_are_within_one(given_: tuple[Cup, int]) -> None:
    a_cup, challengers = given_
    pairings = gauntlet(a_cup, [], challengers=challengers)
    assert seats_within(pairings, a_cup) <= 1
    assert variants_within(pairings, a_cup, a_cup.entrants[:challengers]) <= 1


def tables_of(pairings: Sequence[Pairing], a_cup: Cup) -> list[Pairing]:
    """The tables of the field: those that the first challenger meets."""
    return [pairing for pairing in pairings if a_cup.entrants[0] in pairing.entrants]


def can_be_even(tables: Sequence[Pairing], field: Sequence[str], kinds: int) -> bool:
    """Whether counting allows variants within one for the challenger and all of the field, at tables of one size."""
    each, many = matches(tables), len(tables[0].entrants) - 1
    fewest, most = sum(each[name] // kinds for name in field), sum(-(-each[name] // kinds) for name in field)
    return fewest <= many * (len(tables) // kinds) and many * -(-len(tables) // kinds) <= most


@settings(max_examples=40)
@given(cups(one_size=True), st.integers(1, 3))
def test_at_tables_of_one_size_the_field_is_within_one_if_counting_allows_it(a_cup: Cup, many: int) -> None:
    challengers = min(many, len(a_cup.entrants) - a_cup.seats[0] + 1)
    tables = tables_of(gauntlet(a_cup, [], challengers=challengers), a_cup)
    field = a_cup.entrants[challengers:]
    assert variants_within(tables, a_cup, field) <= 1 or not can_be_even(tables, field, len(a_cup.variants))


@pytest.mark.proof
def test_with_enough_rounds_every_gauntlet_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    info = FORMATS["gauntlet"]
    of_one_size = (
        cup(entrants, (size,), variants=variants, rounds=rounds)
        for entrants, size, variants, rounds in product(range(2, 41), range(2, 6), range(1, 9), range(1, 4))
        if size <= entrants
    )
    said = []
    for name, some in (("one size", of_one_size), ("several sizes", of_several_sizes())):
        total, more = 0, Counter[int]()
        for a_cup in some:
            total += 1
            rounds = info.rounds(a_cup, {})
            if rounds > a_cup.rounds:
                more[rounds - a_cup.rounds] += 1
                if len(a_cup.seats) == 1:
                    tables = tables_of(gauntlet(a_cup, []), a_cup)
                    assert not can_be_even(tables, a_cup.entrants[1:], len(a_cup.variants))
            a_cup = replace(a_cup, rounds=rounds)
            pairings = gauntlet(a_cup, [])
            assert seats_within(pairings, a_cup) <= 1
            assert variants_within(pairings, a_cup) <= 1
        later = ", ".join(f"{many} cups with {rounds}" for rounds, many in sorted(more.items()))
        at_once = (total - sum(more.values())) / total
        said.append(
            f"{total} cups of {name}, variants within one in all; at once in {at_once:.1%}, with more rounds in {later}"
        )
    with capsys.disabled():
        print(f"\ngauntlet: {'; '.join(said)}")


def of_several_sizes() -> Iterator[Cup]:
    """Cups of every number of entrants and every mix of sizes; the numbers of variants and rounds take turns."""
    for entrants in range(3, 41):
        sizes = range(2, min(entrants, 5) + 1)
        for seats in (some for many in range(2, 5) for some in combinations(sizes, many)):
            for turn in range(3):
                yield cup(
                    entrants, seats, variants=2 + (entrants + len(seats) + turn) % 7, rounds=1 + (entrants + turn) % 3
                )


def allowed(a_cup: Cup) -> bool:
    """Whether counting allows variants within one for a challenger and for the field: there is a way to share out the
    tables, and a way to choose who sits out, by which no kind has too few seats of the field for everybody, or too
    many."""
    field, kinds = len(a_cup.entrants) - 1, len(a_cup.variants)
    many, out = zip(*(divmod(a_cup.rounds * field, size - 1) for size in a_cup.seats), strict=True)
    each, more = divmod(sum(many), kinds)

    @cache
    def comes_out(left: tuple[int, ...], shares: int, fewest: int, most: int) -> bool:
        if not shares:
            return not any(left)
        return any(
            comes_out(tuple(map(sub, left, some)), shares - 1, fewest, most)
            for some in product(*(range(tables + 1) for tables in left))
            if each <= sum(some) <= each + (more > 0)
            and fewest <= sum((size - 1) * tables for size, tables in zip(a_cup.seats, some, strict=True)) <= most
        )

    for missing in product(*(combinations(range(min(sum(out), field)), some) for some in out)):
        missed = Counter(name for names in missing for name in names)
        each_plays = [a_cup.rounds * len(a_cup.seats) - missed[name] for name in range(field)]
        fewest, most = sum(plays // kinds for plays in each_plays), sum(-(-plays // kinds) for plays in each_plays)
        if comes_out(many, kinds, fewest, most):
            return True
    return False


def test_at_tables_of_several_sizes_the_field_is_within_one_where_counting_allows_it() -> None:
    some = [a_cup for a_cup in of_several_sizes() if len(a_cup.entrants) < 10]
    even = [a_cup for a_cup in some if variants_within(gauntlet(a_cup, []), a_cup) <= 1]
    could = [a_cup for a_cup in some if allowed(a_cup)]
    assert 0 < len(even) < len(some)
    assert [a_cup for a_cup in even if a_cup not in could] == []
    assert [a_cup for a_cup in could if a_cup not in even] == [cup(6, (3, 5), variants=5, rounds=3)]


def test_the_field_sits_together_evenly() -> None:
    pairings = gauntlet(cup(13, (4,), rounds=11), [])
    field = meetings([name for name in pairing.entrants if name != "bot-0"] for pairing in pairings)
    assert span(field[f"bot-{a}", f"bot-{b}"] for a in range(1, 10) for b in range(a + 1, 10)) <= 3


def test_one_challenger_against_one_opponent_plays_a_match_a_round() -> None:
    pairings = gauntlet(cup(2, variants=3, rounds=6), [])
    assert Counter(pairing.entrants[0] for pairing in pairings) == {"bot-0": 3, "bot-1": 3}
    assert set(Counter(pairing.variants for pairing in pairings).values()) == {2}


@pytest.mark.parametrize(("entrants", "seats", "challengers"), [(5, (5,), 2), (4, (2, 3), 3), (3, (2,), 3)])
def test_a_field_too_small_for_the_table_is_objected_to(
    entrants: int, seats: tuple[int, ...], challengers: int
) -> None:
    (objection,) = FORMATS["gauntlet"].objections(cup(entrants, seats), {"challengers": challengers})
    assert objection.path == ("gauntlet", "challengers")
    assert objection.problem.startswith(f"is {challengers}, which leaves {entrants - challengers} others")
