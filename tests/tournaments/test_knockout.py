"""Knockout: full heats, fair byes, the best advance, one final."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.cups import (
    Hat,
    by_strength,
    cup,
    cups,
    off_share,
    played,
    result,
    span,
    variants_within,
    void,
)
from tournaments.formats import FORMATS
from tournaments.formats.knockout import default_advance, knockout
from tournaments.pairing import Cup, Pairing


def stages(pairings: list[Pairing]) -> list[list[frozenset[str]]]:
    """The heats of each stage, in order."""
    heats: dict[int, dict[frozenset[str], None]] = {}
    for pairing in pairings:
        heats.setdefault(pairing.round, {})[frozenset(pairing.entrants)] = None
    return [list(heats[stage]) for stage in sorted(heats)]


@settings(max_examples=40)
@given(cups(one_size=True, rounds=6), st.integers(0, 99), st.integers(1, 4))
def test_heats_are_full_the_best_advance_and_there_is_one_final(a_cup: Cup, seed: int, advance: int) -> None:
    (size,) = a_cup.seats
    best = min(advance, size - 1)
    pairings, _ = played("knockout", a_cup, {"advance": best}, Hat(seed))
    *heats, final = stages(pairings)
    alive = len(a_cup.entrants)
    for number, stage in enumerate(heats):
        assert len(stage) == alive // size or (number == 0 and len(stage) < alive // size)
        assert {len(heat) for heat in stage} == {size}
        assert len(frozenset().union(*stage)) == len(stage) * size  # nobody twice
        alive -= len(stage) * (size - best)
    (table,) = final
    assert len(table) == alive
    assert 2 <= alive <= size


@settings(max_examples=40)
@given(cups(one_size=True, rounds=11), st.integers(0, 99))
def test_in_a_heat_seats_are_within_one(a_cup: Cup, seed: int) -> None:
    pairings, _ = played("knockout", a_cup, hat=Hat(seed))
    for number, stage in enumerate(stages(pairings), 1):
        for heat in stage:
            some = [pairing for pairing in pairings if pairing.round == number and set(pairing.entrants) == heat]
            assert len(some) == a_cup.rounds
            had = Counter((name, seat) for pairing in some for seat, name in enumerate(pairing.entrants))
            assert all(span(had[name, seat] for seat in range(len(heat))) <= 1 for name in heat)
    assert off_share(pairings, a_cup) < 2


@settings(max_examples=60)
@given(cups(one_size=True, rounds=11), st.integers(0, 99), st.integers(1, 4))
def test_who_rests_only_before_his_first_match_has_variants_within_one_and_so_have_all_at_tables_of_two(
    a_cup: Cup, seed: int, advance: int
) -> None:
    (size,) = a_cup.seats
    pairings, _ = played("knockout", a_cup, {"advance": min(advance, size - 1)}, Hat(seed))
    rounds = [frozenset[str]().union(*stage) for stage in stages(pairings)]
    later = [name for here, after in pairwise(rounds[1:]) for name in after - here]
    assert size > 2 or not later
    if not later:
        playing = {name for pairing in pairings for name in pairing.entrants}
        assert variants_within(pairings, a_cup, playing) <= 1
        for number in range(1, len(rounds) + 1):
            heats = [
                [p.variants for p in pairings if p.round == number and set(p.entrants) == heat]
                for heat in stages(pairings)[number - 1]
            ]
            assert all(variants == heats[0] for variants in heats)


def test_byes_are_in_the_first_stage_only_if_that_is_possible() -> None:
    for entrants, size, first in [(33, 2, 1), (40, 2, 8), (22, 4, 3), (13, 5, 1), (11, 4, 2)]:
        assert len(stages(list(knockout(cup(entrants, (size,)), [])))[0]) == first


def test_with_byes_after_matches_within_one_can_be_impossible() -> None:
    """Nine at tables of four, two advance: who rests in the second stage has had one kind, who rested in the first has
    had the other by then, and both can be in the final."""
    a_cup = cup(9, (4,), variants=2)
    pairings, _ = played("knockout", a_cup, hat=by_strength)
    one, other, final = (next(p for p in pairings if p.round == stage) for stage in (1, 2, 3))
    assert one.variants != other.variants
    resting = {name for name in final.entrants if name not in other.entrants}
    late = {name for name in final.entrants if all(name not in p.entrants for p in pairings if p.round == 1)}
    assert resting
    assert late
    assert not resting & late


@settings(max_examples=40)
@given(cups(one_size=True), st.integers(0, 99))
def test_nobody_has_a_second_bye_while_somebody_in_the_stage_had_none(a_cup: Cup, seed: int) -> None:
    pairings, _ = played("knockout", a_cup, hat=Hat(seed))
    rounds = [frozenset[str]().union(*stage) for stage in stages(pairings)]
    byes = Counter[str]()
    for number, playing in enumerate(rounds):
        # Who is seen in a later stage and does not play in this one has a bye.
        resting = frozenset[str]().union(*rounds[number:]) - playing
        assert max((byes[name] for name in resting), default=0) <= min(byes[name] for name in playing)
        byes.update(resting)


def test_the_strongest_reach_the_final_and_meet_nobody_strong_before() -> None:
    pairings, _ = played("knockout", cup(16), hat=by_strength)
    first, *_, (final,) = stages(pairings)
    assert final == {"bot-0", "bot-1"}
    assert frozenset({"bot-0", "bot-15"}) in first
    assert len(stages(pairings)) == 4


def test_seeds_are_spread_as_a_snake() -> None:
    assert set(stages(list(knockout(cup(16, (4,)), [])))[0]) == {
        frozenset({"bot-0", "bot-7", "bot-8", "bot-15"}),
        frozenset({"bot-1", "bot-6", "bot-9", "bot-14"}),
        frozenset({"bot-2", "bot-5", "bot-10", "bot-13"}),
        frozenset({"bot-3", "bot-4", "bot-11", "bot-12"}),
    }


def test_the_better_seeds_rest() -> None:
    playing = frozenset[str]().union(*stages(list(knockout(cup(11, (4,)), [])))[0])
    assert set(cup(11).entrants) - playing == {"bot-0", "bot-1", "bot-2"}


def test_equal_shares_are_decided_by_points() -> None:
    a_cup = cup(3, rounds=2)
    first = list(knockout(a_cup, []))
    one, other = sorted(first[0].entrants)
    rows = [
        result(number, pairing, [points[name] for name in pairing.entrants])
        for (number, pairing), points in zip(enumerate(first), [{one: 9, other: 1}, {one: 4, other: 5}], strict=True)
    ]
    final = stages(list(knockout(a_cup, rows)))[-1]
    assert final == [frozenset({"bot-0", one})]


def test_if_nothing_counts_a_draw_decides_and_always_in_the_same_way() -> None:
    through = set()
    for number in range(20):
        a_cup = cup(3, seed=bytes([number]) * 32)
        first = list(knockout(a_cup, []))
        finals = [stages(list(knockout(a_cup, [void(0, first[0])])))[-1] for _ in range(2)]
        assert finals[0] == finals[1]
        through.update(finals[0])
    assert through == {frozenset({"bot-0", "bot-1"}), frozenset({"bot-0", "bot-2"})}


def test_how_many_advance_if_nothing_is_said() -> None:
    assert [default_advance(size) for size in (2, 3, 4, 5)] == [1, 2, 2, 2]


@pytest.mark.parametrize(
    ("seats", "advance", "problem"),
    [((2, 3), 1, "holds 2 sizes"), ((3,), 3, "is 3, as many"), ((2,), 5, "is 5, as many")],
)
def test_what_cannot_be_a_knockout_is_objected_to(seats: tuple[int, ...], advance: int, problem: str) -> None:
    (objection,) = FORMATS["knockout"].objections(9, seats, {"advance": advance})
    assert objection.problem.startswith(problem)
