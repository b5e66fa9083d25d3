"""An expedition that is worked out: what the rules bring, what flying it again and again comes to, and in time."""

from itertools import islice
from math import sqrt
from random import Random
from statistics import mean, stdev

import pytest

from arena.games.api import Chance
from arena.games.mlem import MLEM
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from arena.games.mlem.tables import Cat
from bots._expedition import OVER, Expedition
from bots._reckoning import Reckoning
from tests.bots.test_expectation import flying
from tests.bots.test_outlook import expedition, played

WORLDS = 400


def always() -> bool:
    return True


def reckoned(flights: Expedition, state: State, seat: int) -> float:
    chance = Reckoning(flights, state, seat, always).chance(state)
    assert chance is not None
    return chance


def brute(state: State, flights: Expedition) -> float:
    """The chance to win by the rules alone: every roll, and the best of every choice."""
    if not state.aboard:
        return flights.chances(state, OVER)[0]
    if isinstance(MLEM.node(state), Chance):
        return sum(float(p) * brute(MLEM.resolve(state, luck), flights) for luck, p in MLEM.outcomes(state) or ())
    return max(brute(MLEM.apply(state, {0: action}), flights) for action in MLEM.legal(state, 0))


@pytest.mark.parametrize("cat", Cat)
@pytest.mark.parametrize(("field", "dice"), [(20, 2), (25, 2), (16, 1)])
def test_alone_in_the_rocket_the_chance_is_what_the_rules_bring(cat: Cat, field: int, dice: int) -> None:
    state = flying(cat, field, dice)
    flights = expedition(state)
    assert reckoned(flights, state, 0) == pytest.approx(brute(state, flights), abs=1e-12)


def rolls(seats: int, options: Options) -> list[State]:
    """Positions of games by lot before a roll, late in an expedition."""
    states = (played(options, seats, seed, 50 + seed) for seed in range(300))
    return list(islice((state for state in states if state.phase is Phase.ROLL and state.field > 8), 6))


@pytest.mark.parametrize("options", [Options(), Options(ufo=True, exploration=True, missions=True)])
@pytest.mark.parametrize("seats", [2, 4])
def test_whoever_is_aboard_does_better_than_by_plan_and_for_others_all_is_as_planned(
    seats: int, options: Options
) -> None:
    gains = []
    for state in rolls(seats, options):
        flights = expedition(state)
        ends = [flights.chances(state, flights.fly(state, Random(world).random)) for world in range(WORLDS)]
        for seat in range(seats):
            chances = [end[seat] for end in ends]
            gain, error = reckoned(flights, state, seat) - mean(chances), stdev(chances) / sqrt(WORLDS)
            if any(rider.seat == seat for rider in state.aboard):
                assert gain > -4 * error
                gains.append(gain)
            else:
                assert abs(gain) < 4 * error + 1e-9
    assert mean(gains) > 0


def test_without_time_nothing_is_said() -> None:
    state = flying(Cat.MOON, 16, 3)
    left = iter([True] * 5)
    assert Reckoning(expedition(state), state, 0, lambda: next(left, False)).chance(state) is None
