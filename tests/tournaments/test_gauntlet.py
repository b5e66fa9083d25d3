"""Gauntlet: challengers who meet the same opponents, and a field that is treated evenly."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
def test_every_gauntlet_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    total, even, never = 0, 0, 0
    for entrants, size, variants, rounds in product(range(2, 41), range(2, 6), range(1, 9), range(1, 4)):
        if size <= entrants:
            a_cup = cup(entrants, (size,), variants=variants, rounds=rounds)
            tables, total = tables_of(gauntlet(a_cup, []), a_cup), total + 1
            even += (within := variants_within(tables, a_cup)) <= 1
            never += within > 1
            assert within <= 1 or not can_be_even(tables, a_cup.entrants[1:], variants)
    mixed, forbidden, missed = 0, 0, list[str]()
    for a_cup in of_several_sizes():
        within = variants_within(gauntlet(a_cup, []), a_cup)
        assert within <= 2
        mixed += 1
        if within > 1 and allowed(a_cup):
            sizes = "+".join(map(str, a_cup.seats))
            missed.append(f"{len(a_cup.entrants)} at {sizes}, {len(a_cup.variants)} x {a_cup.rounds}")
        elif within > 1:
            forbidden += 1
    with capsys.disabled():
        print(
            f"\ngauntlet: {total} cups of one size, variants within one in {even / total:.1%}, impossible by counting "
            f"in {never / total:.1%}; {mixed} of several sizes, within one in "
            f"{(mixed - forbidden - len(missed)) / mixed:.1%}, impossible by counting in {forbidden / mixed:.1%}; "
            f"not found: {'; '.join(missed) or 'none'}"
        )
    assert len(missed) <= 0.01 * mixed


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
    """Whether counting allows variants within one for a challenger, at every size and in all, and for the field: there
    is a way to share out the tables, and a way to choose who sits out, by which no kind has too few seats of the field
    for everybody, or too many."""
    field, kinds = len(a_cup.entrants) - 1, len(a_cup.variants)
    ways, out = {((0, 0),) * kinds}, list[int]()  # of each kind: tables, and seats of the field
    for size in a_cup.seats:
        tables, rest = divmod(a_cup.rounds * field, size - 1)
        out.append(rest)
        each, more = divmod(tables, kinds)
        ways = {
            tuple(
                sorted(
                    (has + each + (kind in first), seats + (size - 1) * (each + (kind in first)))
                    for kind, (has, seats) in enumerate(way)
                )
            )
            for way in ways
            for first in combinations(range(kinds), more)
        }
    fair = [[seats for _, seats in way] for way in ways if span(tables for tables, _ in way) <= 1]
    for missing in product(*(combinations(range(min(sum(out), field)), many) for many in out)):
        missed = Counter(name for names in missing for name in names)
        each_plays = [a_cup.rounds * len(a_cup.seats) - missed[name] for name in range(field)]
        fewest, most = sum(many // kinds for many in each_plays), sum(-(-many // kinds) for many in each_plays)
        if any(fewest <= min(seats) and max(seats) <= most for seats in fair):
            return True
    return False


def test_at_tables_of_several_sizes_the_field_is_within_one_just_where_counting_allows_it() -> None:
    some = [a_cup for a_cup in of_several_sizes() if len(a_cup.entrants) in (5, 7, 8)]
    even = [variants_within(gauntlet(a_cup, []), a_cup) <= 1 for a_cup in some]
    assert even == [allowed(a_cup) for a_cup in some]
    assert set(even) == {False, True}


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
