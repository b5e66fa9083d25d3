"""What the planner expects of a lone expedition is what the rules bring, to the last digit: the engine's own tree of
all rolls and choices, walked without any cleverness, gives the same number."""

from typing import Any

import pytest
from msgspec.structs import replace

from arena.games.api import Chance
from arena.games.mlem import MLEM
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, Rider, State
from arena.games.mlem.tables import Cat
from bots._crew import Plans
from bots._rocket import Stand
from bots._worth import tuned

EXACT = 1e-12
BASE = Options()


def flying(cat: Cat, field: int, dice: int, options: Options = BASE, **more: Any) -> State:
    """One cat alone in the rocket, before a roll, in a game that has begun."""
    state = MLEM.setup(BASE, 2)
    space = list(state.space)
    space[4] = (Rider(1, Cat.MOON),)
    space[7] = (Rider(1, Cat.BOOSTER), Rider(0, Cat.SATELLITE if cat is not Cat.SATELLITE else Cat.MOON))
    return replace(
        state,
        setting=replace(state.setting, options=options),
        phase=Phase.ROLL,
        legal=(),
        space=tuple(space),
        aboard=(Rider(0, cat),),
        players=tuple(replace(p, home=tuple(c for c in Cat if c is not cat)) for p in state.players),
        field=field,
        dice=dice,
        crashes=3,
        **more,
    )


def plans_for(state: State) -> Plans:
    return Plans(state.setting.board, state.setting.options, state.setting.seats, state, tuned())


def brute(state: State, root: State, plans: Plans) -> float:
    """The expectation by the rules alone: every roll, and the best of every choice."""
    if not state.aboard:
        return outcome(state, root, plans)
    if isinstance(MLEM.node(state), Chance):
        return sum(float(p) * brute(MLEM.resolve(state, luck), root, plans) for luck, p in MLEM.outcomes(state) or ())
    return max(brute(MLEM.apply(state, {0: action}), root, plans) for action in MLEM.legal(state, 0))


def outcome(state: State, root: State, plans: Plans) -> float:
    """What the expedition brought: tokens on the way, and the cat in space or at home."""
    cat = root.aboard[0].cat
    tokens = sum(state.players[0].tokens) - sum(root.players[0].tokens)
    for body, riders in enumerate(state.space):
        if Rider(0, cat) in riders:
            return tokens + plans.worth.landing(0, cat, body)
    return tokens + plans.worth.home(0, cat)


def expected(state: State, plans: Plans) -> float:
    cat = state.aboard[0].cat
    return plans.alone(0, cat).riding(Stand(state.field, state.dice, int(cat is Cat.BOOSTER), state.ability))


@pytest.mark.parametrize("cat", Cat)
@pytest.mark.parametrize(("field", "dice"), [(20, 2), (23, 3), (25, 2), (16, 1)])
def test_a_lone_flight_is_worth_what_the_rules_bring(cat: Cat, field: int, dice: int) -> None:
    state = flying(cat, field, dice)
    plans = plans_for(state)
    assert expected(state, plans) == pytest.approx(brute(state, state, plans), abs=EXACT)


@pytest.mark.parametrize("token", range(14))
@pytest.mark.parametrize("cat", [Cat.DEEP, Cat.BOOSTER])
def test_the_abilities_of_expedition_tokens_are_exact(token: int, cat: Cat) -> None:
    state = flying(cat, 21, 2, Options(ufo=True), token=token, ability=True, ufo=24)
    plans = plans_for(state)
    assert expected(state, plans) == pytest.approx(brute(state, state, plans), abs=EXACT)


@pytest.mark.parametrize("face_up", [(19, 20, 23), (18, 22, 23), (17, 21, 22)])
def test_exploration_tokens_in_the_way_are_exact(face_up: tuple[int, ...]) -> None:
    state = flying(Cat.PLANET, 16, 2, Options(exploration=True), face_up=face_up)
    plans = plans_for(state)
    assert expected(state, plans) == pytest.approx(brute(state, state, plans), abs=EXACT)


def test_a_reroll_is_no_chance_to_leave() -> None:
    """Standing somewhere after a reroll and arriving there are not the same, though field and dice are."""
    state = flying(Cat.DEEP, 20, 1, Options(ufo=True), token=0, ability=True, ufo=24)
    plans = plans_for(state)
    plans.alone(0, Cat.DEEP).arriving(Stand(23, 1))
    assert expected(state, plans) == pytest.approx(brute(state, state, plans), abs=EXACT)


def test_one_last_roll() -> None:
    state = flying(Cat.DEEP, 25, 1)
    plans = plans_for(state)
    alone = plans.alone(0, Cat.DEEP)
    reaches = 2 / 6  # a 1 or a flame, each on one side of a die
    assert alone.riding(Stand(25, 1)) == pytest.approx(
        reaches * alone.exits.comet + (1 - reaches) * plans.worth.home(0, Cat.DEEP)
    )
