"""What every format keeps: it is pure, it never takes anything back, and it ends."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from results.rows import Row
from tests.tournaments.cups import Hat, by_strength, cup, cups, played, seats_within, settings_for, variants_within
from tournaments import formats
from tournaments.formats import FORMATS
from tournaments.pairing import Cup

ROOT = Path(__file__).parents[2]
FORMAT = pytest.mark.parametrize("name", FORMATS)


@FORMAT
@settings(max_examples=25)
@given(a_cup=cups(), seed=st.integers(0, 999))
def test_nobody_meets_himself_and_everything_asked_for_can_be_played(name: str, a_cup: Cup, seed: int) -> None:
    pairings, _ = played(name, a_cup, settings_for(name, a_cup, Random(seed)), Hat(seed))
    assert pairings
    for number, pairing in enumerate(pairings):
        assert len(set(pairing.entrants)) == len(pairing.entrants)
        assert set(pairing.entrants) <= set(a_cup.entrants)
        assert len(pairing.entrants) in a_cup.seats or name == "knockout"
        assert 2 <= len(pairing.entrants) <= max(a_cup.seats)
        assert pairing.variants in a_cup.variants
        assert pairing.group == number  # dice of its own


@FORMAT
@given(a_cup=cups(most=16), seed=st.integers(0, 999))
@settings(max_examples=25)
def test_what_was_said_before_stays_whatever_is_known(name: str, a_cup: Cup, seed: int) -> None:
    random = Random(seed)
    options = settings_for(name, a_cup, random)
    pairings, rows = played(name, a_cup, options, Hat(seed))
    form = FORMATS[name].pairings
    known = sorted(random.sample(sorted(rows), random.randint(0, len(rows))))
    steps = sorted(random.sample(range(len(known) + 1), min(4, len(known) + 1)))
    said: list[object] = []
    for end in steps:
        now = list(form(a_cup, [rows[number] for number in known[:end]], **options))
        assert now[: len(said)] == said
        assert now == pairings[: len(now)]
        assert all(number < len(now) for number in known[:end] if end == len(known) and _follows(known, end))
        said = list(now)


def _follows(known: list[int], end: int) -> bool:
    return known[:end] == list(range(end))


@FORMAT
@given(a_cup=cups(most=16), seed=st.integers(0, 999))
@settings(max_examples=20)
def test_a_run_that_goes_on_one_result_at_a_time_is_the_same_run(name: str, a_cup: Cup, seed: int) -> None:
    hat = Hat(seed)
    pairings, rows = played(name, a_cup, hat=hat)
    form, known = FORMATS[name].pairings, list[Row]()
    while len(known) < len(pairings):
        now = list(form(a_cup, known))
        assert now == pairings[: len(now)]
        missing = range(len(known), len(now))
        assert missing
        known += [rows[number] for number in missing[: hat.random.randint(1, 40)]]
    assert list(form(a_cup, known)) == pairings


@FORMAT
@given(a_cup=cups(most=12), seed=st.integers(0, 999))
@settings(max_examples=15)
def test_the_same_arguments_give_the_same_pairings(name: str, a_cup: Cup, seed: int) -> None:
    pairings, rows = played(name, a_cup, hat=Hat(seed))
    played(name, cup(7, (3,), rounds=2))  # something else in between
    order = Random(seed).sample(sorted(rows), len(rows))
    assert list(FORMATS[name].pairings(a_cup, [rows[number] for number in order])) == pairings


@FORMAT
def test_a_tournament_of_which_nothing_counts_ends_too(name: str) -> None:
    for a_cup in (cup(2), cup(11, (4,), rounds=3), cup(9, (2, 3, 5), variants=3, rounds=2)):
        pairings, rows = played(name, a_cup, hat=Hat(0, voids=1.0))
        assert len(rows) == len(pairings) > 0


@FORMAT
def test_another_seed_is_another_schedule(name: str) -> None:
    one, other = cup(12, (3,), rounds=2), cup(12, (3,), rounds=2, seed=bytes(32))
    assert FORMATS[name].pairings(one, []) != FORMATS[name].pairings(other, [])


SCRIPT = """
import json
from tests.tournaments.cups import cup, played
from tournaments.formats import FORMATS
print(json.dumps([[[p.round, p.entrants, p.variants] for p in played(name, cup(11, (2, 4), variants=3, rounds=2))[0]]
                  for name in FORMATS]))
"""


def test_schedules_do_not_depend_on_how_python_hashes() -> None:
    said = []
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]
    ours = [played(name, cup(11, (2, 4), variants=3, rounds=2))[0] for name in FORMATS]
    assert said[0] == [[[p.round, list(p.entrants), p.variants] for p in pairings] for pairings in ours]


@FORMAT
def test_a_table_larger_than_the_field_is_objected_to(name: str) -> None:
    (objection,) = FORMATS[name].objections(cup(3, (4,)), {})
    assert objection.path == ("seats",)
    assert objection.problem == "holds 4, but there are only 3 entrants"


@FORMAT
@given(a_cup=cups(), seed=st.integers(0, 99))
def test_what_can_be_played_is_not_objected_to(name: str, a_cup: Cup, seed: int) -> None:
    seats = a_cup.seats[:1] if name == "knockout" else a_cup.seats
    fitting = cup(len(a_cup.entrants), seats)
    assert FORMATS[name].objections(fitting, settings_for(name, fitting, Random(seed))) == []


@FORMAT
@settings(max_examples=60)
@given(a_cup=cups(), seed=st.integers(0, 999))
@example(a_cup=cup(3, variants=2), seed=0)  # these are refused, in a round robin or a gauntlet
@example(a_cup=cup(10, (4,), variants=4), seed=0)
@example(a_cup=cup(4, (3,), variants=2, rounds=2), seed=0)
@example(a_cup=cup(5, (2, 5), variants=4, rounds=2), seed=0)
def test_whatever_is_played_seats_and_variants_are_within_one(name: str, a_cup: Cup, seed: int) -> None:
    """Where so many rounds cannot be, it is said how many can."""
    a_cup = replace(a_cup, seats=a_cup.seats[:1]) if name == "knockout" else a_cup
    assert FORMATS[name].objections(a_cup, {}) == []
    for objection in FORMATS[name].unfairness(a_cup, {}):
        assert objection.path == ("rounds",)
        assert objection.problem == f"is {a_cup.rounds}, with which the variants of one entrant differ by 2 matches"
        more = FORMATS[name].rounds(a_cup, {})
        assert a_cup.rounds < more <= len(a_cup.variants) * 12
        assert objection.right == f"write {more}, or within = 2 in [{name}]"
        a_cup = replace(a_cup, rounds=more)
    assert FORMATS[name].unfairness(a_cup, {}) == []
    pairings, _ = played(name, a_cup, hat=Hat(seed))
    assert seats_within(pairings, a_cup) <= 1
    assert variants_within(pairings, a_cup) <= 1


@FORMAT
@settings(max_examples=25)
@given(a_cup=cups(most=20), seed=st.integers(0, 999))
def test_how_many_matches_there_will_be_is_known_beforehand(name: str, a_cup: Cup, seed: int) -> None:
    a_cup = replace(a_cup, seats=a_cup.seats[:1]) if name == "knockout" else a_cup
    options = settings_for(name, a_cup, Random(seed))
    pairings, _ = played(name, a_cup, options, Hat(seed))
    assert FORMATS[name].total(a_cup, **options) == len(pairings)


def test_a_tournament_without_end_is_objected_to() -> None:
    (objection,) = FORMATS["round-robin"].objections(cup(60, rounds=10_000), {})
    assert objection.path == ("rounds",)
    assert objection.problem == "is 10000, which makes 17,700,000 matches"
    assert objection.right == "write 2824 at most, for 5,000,000"


def test_no_more_rounds_are_proposed_than_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "ROUNDS", range(1, 2))
    (objection,) = FORMATS["round-robin"].unfairness(cup(3, (2,), variants=2), {})
    assert objection.right == "write within = 2 in [round-robin]"


@FORMAT
def test_who_wins_everything_is_placed_first(name: str) -> None:
    info, a_cup = FORMATS[name], cup(11, (3,), variants=2, rounds=2)
    if info.placing is None:
        return
    _, rows = played(name, a_cup, hat=by_strength)
    placing = info.placing(a_cup, [rows[number] for number in sorted(rows)])
    assert placing[0][0] == "bot-0"
    assert sorted(bot for bot, _ in placing) == sorted(a_cup.entrants)


def test_a_knockout_says_who_came_how_far() -> None:
    placing = FORMATS["knockout"].placing
    assert placing
    a_cup = cup(8)
    _, rows = played("knockout", a_cup, hat=by_strength)
    assert placing(a_cup, [rows[number] for number in sorted(rows)]) == [
        *((f"bot-{number}", "final") for number in range(2)),
        *((f"bot-{number}", "stage 2 of 3") for number in range(2, 4)),
        *((f"bot-{number}", "stage 1 of 3") for number in range(4, 8)),
    ]


@pytest.mark.parametrize("name", [info.name for info in FORMATS.values() if info.apart])
def test_who_can_do_with_less_fairness_says_so(name: str) -> None:
    a_cup = cup(4, (3,), variants=2, rounds=2) if name == "gauntlet" else cup(3, (2,), variants=2)
    assert FORMATS[name].unfairness(a_cup, {})
    assert FORMATS[name].unfairness(a_cup, {"within": 2}) == []
    assert variants_within(FORMATS[name].pairings(a_cup, [], within=2), a_cup) == 2


@pytest.mark.parametrize("name", [info.name for info in FORMATS.values() if info.apart])
@given(a_cup=cups(most=9), seed=st.integers(0, 255))
@settings(max_examples=15)
def test_what_is_known_before_names_and_seed_is_true_with_them(name: str, a_cup: Cup, seed: int) -> None:
    known = FORMATS[name].apart
    assert known
    pairings = FORMATS[name].pairings(replace(a_cup, seed=bytes([seed]) * 32), [])
    assert variants_within(pairings, a_cup) == known(a_cup)
