"""Knockout: full heats, byes only at the start, the best advance, one final."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from results.rows import Row
from tests.tournaments.cups import (
    Hat,
    at_every_moment,
    by_strength,
    cup,
    cups,
    played,
    result,
    seats_within,
    span,
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


def check(a_cup: Cup, advance: int, hat: Callable[[int, Pairing], Row]) -> None:
    """All that the documents promise of any knockout."""
    (size,) = a_cup.seats
    pairings, _ = played("knockout", a_cup, {"advance": advance}, hat)
    every = stages(pairings)
    playing = [frozenset[str]().union(*heats) for heats in every]
    resting = frozenset(a_cup.entrants) - playing[0]
    assert resting == set(a_cup.entrants[: len(resting)])  # the better seeds
    for heats, here, after in zip(every, playing, [*playing[1:], None], strict=True):
        assert {len(heat) for heat in heats} == {size}
        assert len(here) == len(heats) * size  # nobody twice
        if after is None:
            assert len(heats) == 1  # the final
            break
        assert resting <= after <= here | resting  # nobody rests later
        through = [len(heat & after) for heat in heats]
        assert 1 <= min(through) <= max(through) < size
        assert span(through) <= 1  # who makes the difference is a lucky loser
        far = abs(sum(through) - len(heats) * advance)
        others = range(len(heats), len(heats) * (size - 1) + 1)
        assert all(
            far <= abs(many - len(heats) * advance) for many in others if (len(resting) + many) % size == 0 and size > 2
        )
        resting = frozenset()
    for number, heats in enumerate(every, 1):
        some = [pairing for pairing in pairings if pairing.round == number]
        each = [[pairing.variants for pairing in some if set(pairing.entrants) == heat] for heat in heats]
        assert all(variants == each[0] for variants in each)
        assert len(each[0]) == a_cup.rounds * size
    assert max(at_every_moment(pairings, a_cup)) <= 1
    assert seats_within(pairings, a_cup) == 0


def upside_down(number: int, pairing: Pairing) -> Row:
    """The later in the config, the better: every favourite loses."""
    return result(number, pairing, [int(name.split("-")[1]) for name in pairing.entrants])


@settings(max_examples=40)
@given(cups(one_size=True), st.integers(1, 4), st.integers(0, 99))
def test_heats_are_full_nobody_rests_later_and_seats_and_variants_are_even(a_cup: Cup, advance: int, seed: int) -> None:
    check(a_cup, min(advance, a_cup.seats[0] - 1), Hat(seed))


@pytest.mark.proof
def test_every_knockout_keeps_its_promises(capsys: pytest.CaptureFixture[str]) -> None:
    total = 0
    for entrants, size, variants in product(range(2, 41), range(2, 6), range(1, 9)):
        for advance in range(1, size if size <= entrants else 1):
            a_cup = cup(entrants, (size,), variants=variants, rounds=1 + (entrants + variants) % 3)
            for hat in (Hat(total), Hat(total, voids=0.7), Hat(total, voids=1.0), by_strength, upside_down):
                check(a_cup, advance, hat)
                total += 1
    with capsys.disabled():
        print(f"\nknockout: {total} cups, seats equal and variants within one in all, at every moment")


@pytest.mark.parametrize(
    ("entrants", "size", "first", "then"),
    [
        (33, 2, 1, 32),  # the first stage leaves a power of two
        (40, 2, 8, 32),
        (16, 4, 4, 8),
        (12, 4, 3, 8),  # six would advance: two lucky losers
        (11, 4, 2, 8),  # three rest
        (9, 3, 3, 6),
        (6, 3, 2, 3),  # four would advance: one from each heat, and one lucky loser
        (25, 5, 5, 10),
    ],
)
def test_as_many_advance_as_fill_the_next_stage(entrants: int, size: int, first: int, then: int) -> None:
    pairings, _ = played("knockout", cup(entrants, (size,)), hat=by_strength)
    heats, after = stages(pairings)[:2]
    assert (len(heats), len(after) * size) == (first, then)


def test_lucky_losers_are_the_best_of_all_who_came_next() -> None:
    a_cup = cup(6, (3,))
    first = list(knockout(a_cup, []))
    one, other = stages(first)[0]
    points = dict(zip(sorted(one), (9, 5, 1), strict=True)) | dict(zip(sorted(other), (9, 6, 1), strict=True))
    rows = [result(at, pairing, [points[name] for name in pairing.entrants]) for at, pairing in enumerate(first)]
    assert stages(list(knockout(a_cup, rows)))[-1] == [frozenset({min(one), *sorted(other)[:2]})]


def test_a_heat_with_void_matches_can_have_a_lucky_loser() -> None:
    a_cup = cup(6, (3,))
    first = list(knockout(a_cup, []))
    one, other = stages(first)[0]
    points = dict(zip(sorted(one), (9, 7, 1), strict=True)) | dict(zip(sorted(other), (9, 6, 1), strict=True))
    rows = [result(at, pairing, [points[name] for name in pairing.entrants]) for at, pairing in enumerate(first)]
    rows[0] = void(0, first[0])
    assert set(first[0].entrants) == one
    assert stages(list(knockout(a_cup, rows)))[-1] == [frozenset({min(other), *sorted(one)[:2]})]


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
    a_cup = cup(3)
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
        rows = [void(number, pairing) for number, pairing in enumerate(first)]
        finals = [stages(list(knockout(a_cup, rows)))[-1] for _ in range(2)]
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
    (objection,) = FORMATS["knockout"].objections(cup(9, seats), {"advance": advance})
    assert objection.problem.startswith(problem)
