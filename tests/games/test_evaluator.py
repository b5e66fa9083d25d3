"""What every game's evaluator owes: luck with a mean of exactly zero, whoever plays and whatever is played."""

from math import sqrt
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.api import Chance, Evaluator
from arena.games.chance import RandomDraw
from arena.luck import expected, stroke
from tests.games.contract import SETTINGS, Setting, Trace, play, seeded, some
from tests.games.test_contract import quick

JUDGED = [setting for setting in SETTINGS if setting.game.evaluator]
few = settings(quick, max_examples=2)
ROLLS, GAMES = 1_000_000, 100  # of the long test


def judge(setting: Setting) -> Evaluator:
    assert setting.game.evaluator
    return setting.game.evaluator


def waits(trace: Trace) -> list[Any]:
    """The positions that wait for luck."""
    return [step.state for step in trace.steps if isinstance(step.node, Chance)]


def lucks(setting: Setting, state: Any) -> dict[Any, tuple[float, ...]]:
    """The luck of each outcome, by seat."""
    mean, worth, game = expected(setting.game, judge(setting), state), judge(setting).worth, setting.game
    return {
        outcome: tuple(came - due for came, due in zip(worth(game.resolve(state, outcome)), mean, strict=True))
        for outcome, _ in game.outcomes(state) or ()
    }


@pytest.mark.parametrize("setting", JUDGED, ids=str)
@few
@given(number=st.integers(0, 2**64), choices=st.lists(st.integers(0, 999), max_size=40))
def test_the_mean_of_the_luck_is_zero_at_every_chance(setting: Setting, number: int, choices: list[int]) -> None:
    trace = play(setting, *seeded(number, choices))
    for state in some([state for state in waits(trace) if judge(setting).alike(state)], Random(number), 2):
        found, chances = lucks(setting, state), dict(setting.game.outcomes(state) or ())
        one = next(iter(chances))
        assert found[one] == stroke(setting.game, judge(setting), state, setting.game.resolve(state, one))
        for seat in range(setting.seats):
            assert abs(sum(float(chances[outcome]) * luck[seat] for outcome, luck in found.items())) < 1e-9


@pytest.mark.parametrize("setting", JUDGED, ids=str)
@few
@given(number=st.integers(0, 2**64))
def test_where_outcomes_are_called_alike_they_are_worth_the_same(setting: Setting, number: int) -> None:
    game, worth = setting.game, judge(setting).worth
    trace = play(setting, *seeded(number))
    for state in some([state for state in waits(trace) if not judge(setting).alike(state)], Random(number), 2):
        outcomes = some([outcome for outcome, _ in game.outcomes(state) or ()], Random(number), 20)
        assert len({worth(game.resolve(state, outcome)) for outcome in outcomes}) == 1


@pytest.mark.parametrize("setting", JUDGED[::5], ids=str)
@few
@given(number=st.integers(0, 2**64))
def test_the_worth_depends_on_the_position_alone(setting: Setting, number: int) -> None:
    """Not on what was asked before: an equal position that was made anew is worth exactly as much."""
    trace = play(setting, *seeded(number))
    states = some(trace.states, Random(number), 12)
    first = [judge(setting).worth(state) for state in states]
    copies = [msgspec.convert(msgspec.to_builtins(state), setting.game.kinds.state) for state in states]
    assert [judge(setting).worth(state) for state in reversed(copies)][::-1] == first


@pytest.mark.proof
def test_the_mean_of_the_luck_of_a_million_rolls_is_zero() -> None:
    """Over every combination of variants and every number of seats; the luck of the seat that rolls."""
    random, total, squares, rolls = Random(1), 0.0, 0.0, 0
    draw = RandomDraw(random)
    per_game = ROLLS // (GAMES * 10) + 1
    for number in range(GAMES):
        setting = JUDGED[number % len(JUDGED)]
        states = [state for state in waits(play(setting, *seeded(number))) if judge(setting).alike(state)]
        for state in (random.choice(states) for _ in range(10)):
            known, seat = lucks(setting, state), random.randrange(setting.seats)
            for _ in range(per_game):
                luck = known[setting.game.sample(state, draw)][seat]
                total, squares, rolls = total + luck, squares + luck * luck, rolls + 1
    z = total / sqrt(squares)
    print(f"luck: {rolls} rolls, mean {total / rolls:+.5f}, deviation {sqrt(squares / rolls):.3f} points, z = {z:+.2f}")
    assert rolls >= ROLLS
    assert abs(z) < 3
