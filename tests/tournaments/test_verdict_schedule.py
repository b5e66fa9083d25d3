"""The schedule of a comparison: pairs that differ in one bot, everything else shared out evenly."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from results.rows import Row
from tests.tournaments.cups import VARIANTS, result, span, void
from tournaments.pairing import Pairing
from tournaments.verdicts.asking import Asked, comparison
from tournaments.verdicts.comparison import FIRST, Comparison
from tournaments.verdicts.groups import groups, settled, win_share
from tournaments.verdicts.rules import Answer, Rule
from tournaments.verdicts.schedule import Design, schedule

SEED = bytes(32)


@st.composite
def designs(draw: st.DrawFn) -> Design:
    seats = draw(st.lists(st.integers(2, 5), min_size=1, max_size=4, unique=True))
    field = draw(st.integers(max(seats) - 1, 8))
    return Design(
        new="new",
        old="old",
        field=tuple(f"bot-{number}" for number in range(field)),
        seats=tuple(seats),
        variants=VARIANTS[: draw(st.integers(1, 8))],
    )


def new_ones(pairings: list[Pairing]) -> list[Pairing]:
    return pairings[::2]


@given(designs(), st.integers(0, 150))
def test_the_two_matches_of_a_group_differ_in_one_seat_only(design: Design, many: int) -> None:
    pairings = schedule(design, SEED, many)
    assert len(pairings) == 2 * many
    for number, (first, second) in enumerate(zip(pairings[::2], pairings[1::2], strict=True)):
        assert first.group == second.group == number
        assert first.variants == second.variants
        assert second.entrants == tuple("old" if name == "new" else name for name in first.entrants)
        assert len(set(first.entrants)) == len(first.entrants)


@given(designs(), st.integers(1, 150))
def test_after_any_number_of_groups_everything_was_had_equally_often(design: Design, many: int) -> None:
    tables = new_ones(schedule(design, SEED, many))
    assert span(Counter(len(table.entrants) for table in tables)[size] for size in design.seats) <= 1
    for size in design.seats:
        some = [table for table in tables if len(table.entrants) == size]
        assert span(Counter(table.entrants.index("new") for table in some)[seat] for seat in range(size)) <= 1
        assert span(Counter(table.variants for table in some)[variants] for variants in design.variants) <= 1
        met = Counter(name for table in some for name in table.entrants)
        assert span(met[name] for name in design.field) <= 1


@given(designs())
def test_in_the_long_run_every_seat_meets_every_variant_equally_often(design: Design) -> None:
    for size in design.seats:
        cells = size * len(design.variants)
        tables = new_ones(schedule(design, SEED, 2 * cells * len(design.seats)))
        had = Counter((t.entrants.index("new"), t.variants) for t in tables if len(t.entrants) == size)
        assert len(had) == cells
        assert set(had.values()) == {2}


@given(designs(), st.integers(0, 60), st.integers(0, 60))
def test_a_short_comparison_is_the_beginning_of_a_longer_one(design: Design, short: int, more: int) -> None:
    assert schedule(design, SEED, short) == schedule(design, SEED, short + more)[: 2 * short]


def test_another_seed_gives_another_schedule() -> None:
    design = Design(new="new", old="old", field=("a", "b", "c"), seats=(2, 3), variants=VARIANTS)
    assert schedule(design, SEED, 30) != schedule(design, bytes([1]) * 32, 30)


def test_a_small_field_fills_a_large_table() -> None:
    found = comparison(Asked(new="random", old="random", groups=3, field="greedy,greedy,bold", seats="5"))
    assert found.names == ("random (new)", "random (old)", "greedy", "greedy 2", "bold", "greedy 3")


def test_a_win_that_is_shared_counts_in_part() -> None:
    row = result(0, Pairing(1, ("a", "b", "c"), "base", 0), [7, 7, 3])
    assert [win_share(row, seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_a_group_with_a_void_match_does_not_count_and_what_is_missing_ends_the_prefix() -> None:
    design = Design(new="new", old="old", field=("a",), seats=(2,), variants=("base",))
    pairings = schedule(design, SEED, 4)
    rows = [result(number, pairing, [1, 0]) for number, pairing in enumerate(pairings)]
    rows[3] = void(3, pairings[3])
    assert [group.number for group in groups(rows, "new", "old")] == [0, 2, 3]
    assert [row.number for row in settled([*rows[:5], *rows[6:]])] == [0, 1, 2, 3]
    assert settled(rows) == rows
    assert settled([]) == []


def regression(limit: int) -> Comparison:
    asked = Asked(new="random", old="random", groups=limit, field="random", seats="2", variants="base")
    return comparison(asked, Rule(margin=0.1))


def luck_of(number: int, pairing: Pairing, better: float) -> Row:
    """A result out of a hat, in which NEW is so much better."""
    hat = Random(number)
    focal = next(seat for seat, name in enumerate(pairing.entrants) if "(" in name)
    wins = hat.random() < 0.5 + (better if "(new)" in pairing.entrants[focal] else 0.0)
    return result(number, pairing, [int((seat == focal) == wins) for seat in range(2)])


def all_played(plan: Comparison, better: float, stops: Random) -> dict[int, Row]:
    """Play to the end, in any order, and ask anew in the middle, as a run does that was killed."""
    rows: dict[int, Row] = {}
    while missing := [
        (number, pairing)
        for number, pairing in enumerate(plan.pairings(SEED, [rows[number] for number in sorted(rows)]))
        if number not in rows
    ]:
        for number, pairing in stops.sample(missing, max(len(missing) // stops.randint(1, 3), 1)):
            rows[number] = luck_of(number, pairing, better)
    return rows


@settings(max_examples=25)
@given(st.sampled_from([-0.4, 0.0, 0.4]), st.integers(1, 150), st.randoms(use_true_random=False))
def test_what_is_played_and_the_answer_depend_neither_on_the_order_nor_on_kills(
    better: float, limit: int, stops: Random
) -> None:
    plan = regression(limit)
    straight, killed = all_played(plan, better, Random(0)), all_played(plan, better, stops)
    assert straight == killed
    assert len(straight) <= 2 * limit
    trial = Rule(margin=0.1).trial()
    design = plan.description.design
    answer = trial.see(group.share for group in groups(straight.values(), design.new, design.old))
    assert answer is not Answer.UNDECIDED or len(straight) == 2 * limit
    assert len(straight) // 2 - len(trial.scores) <= max(FIRST, len(straight) // 16)


def test_a_rule_does_not_look_beyond_its_answer() -> None:
    for anytime in (False, True):
        trial = Rule(margin=0.2, anytime=anytime).trial()
        assert trial.see([1.0] * 1000) is Answer.YES
        assert len(trial.scores) < 100
        before = trial.estimate
        assert trial.see([-1.0] * 1000) is Answer.YES
        assert trial.estimate == before
