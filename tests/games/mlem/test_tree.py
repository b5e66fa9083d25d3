"""Counted trees: how many positions lie one, two, three ... steps ahead, over all decisions and all luck.

The trees end where the next expedition begins. The counts are data: engine and naive counter both have to reach them,
and the positions that they reach have to agree.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from arena.games.api import Chance, Decide
from arena.games.mlem import MLEM
from arena.games.mlem.state import Phase, Rider, State
from arena.games.mlem.tables import Cat
from tests.games.mlem.naive import MAT, Position, successors


def start(options: str = "base", seats: int = 2, aboard: str = "", **changes: Any) -> State:
    """A rocket about to roll with these cats of seats 0, 1, ... aboard; with nobody aboard, about to be boarded."""
    state = MLEM.setup(MLEM.options(options), seats)
    riders = tuple(Rider(seat, Cat(cat)) for seat, cat in enumerate(aboard.split()))
    away = [*riders, *(rider for there in changes.get("space", ()) for rider in there)]
    players = tuple(
        replace(player, home=tuple(cat for cat in player.home if Rider(seat, cat) not in away))
        for seat, player in enumerate(state.players)
    )
    if riders:
        state = replace(state, phase=Phase.ROLL, legal=(), expedition=1, aboard=riders, to_lay=0)
    return replace(state, players=players, **changes)


def settled(**bodies: str) -> tuple[tuple[Rider, ...], ...]:
    """Cats in space, such as `M3="0moon 1planet"`."""
    return tuple(
        tuple(Rider(int(rider[0]), Cat(rider[1:])) for rider in bodies.get(body.id, "").split())
        for body in MLEM.tables().bodies
    )


def token(ability: str, *, extra: int = 0) -> int:
    """The first expedition token with this ability, and with that many printed dice."""
    tokens = MAT["expedition_token"]
    return next(i for i, t in enumerate(tokens) if t["ability"] == ability and len(t.get("extra", ())) == extra)


SEVEN = "0satellite 0navigator 0parachute", "0planet 0deep 0saboteur 0booster"  # all but the moon cat of seat 0
TREES: dict[str, tuple[State, list[int]]] = {
    "boarding by two": (start(), [8, 64, 13440]),
    "boarding by three": (start(seats=3), [8, 64, 512]),
    "boarding after a token": (start("ufo"), [14, 112, 896]),
    "one die": (start(aboard="moon planet", field=9, dice=1), [5, 3, 6, 12, 45, 24, 48, 112]),
    "two dice": (start(aboard="moon planet", field=9, dice=2), [15, 18, 36, 72, 420, 372, 744, 1836]),
    "three dice": (start(aboard="moon planet", field=9, dice=3), [35, 61, 122, 244, 3105]),
    "three dice before the first moon": (
        start(aboard="moon planet", field=4, dice=3),
        [35, 35, 70, 140, 1125, 1188, 2376],
    ),
    "six dice": (start(aboard="satellite deep", field=3, dice=6), [210, 623]),
    "boosters": (start(seats=3, aboard="booster booster moon", field=7, dice=2), [15, 120, 234, 468, 936]),
    "a spent booster": (
        start(seats=3, aboard="booster booster moon", field=7, dice=2, spent=(1,)),
        [15, 54, 102, 204, 408, 3535, 3056],
    ),
    "boosters where 1 is not allowed": (
        start(seats=2, aboard="booster booster", field=8, dice=2),
        [15, 11, 22, 44, 165, 84, 168, 392],
    ),
    "extra dice": (
        start("ufo", aboard="booster moon", field=12, dice=2, ability=True, token=token("extra_dice", extra=2)),
        [15, 54, 102, 204, 1515, 2021, 3650],
    ),
    "extra dice with a flame": (
        start("ufo", aboard="booster moon", field=9, dice=2, ability=True, token=11, ufo=13),
        [15, 120, 234, 468, 3705],
    ),
    "extra dice that are used up": (
        start("ufo", aboard="booster moon", field=9, dice=2, token=11),
        [15, 54, 102, 204, 1515, 1650, 3216],
    ),
    "kept dice": (
        start("ufo", aboard="booster moon", field=9, dice=2, ability=True, token=token("keep_dice")),
        [15, 105, 204, 408, 3810],
    ),
    "reroll": (
        start("ufo", aboard="booster moon", field=9, dice=2, ability=True, token=token("reroll")),
        [15, 69, 327, 1014, 3045],
    ),
    "navigators": (
        start(seats=3, aboard="navigator navigator moon", field=12, dice=2),
        [15, 18, 54, 162, 324, 1960, 1316, 3572],
    ),
    "navigator on the first moon": (
        start(aboard="navigator moon", field=5, dice=2),
        [15, 11, 29, 58, 200, 116, 296, 612],
    ),
    "navigator before deep space": (start(aboard="moon navigator", field=22, dice=2), [15, 18, 30, 90, 460, 264]),
    "navigator beside a full moon group": (
        start(aboard="moon navigator", field=13, dice=2, space=settled(M3="0deep 1deep 1moon")),
        [15, 18, 36, 214, 361, 449, 1338, 3526],
    ),
    "saboteurs": (start(seats=3, aboard="saboteur saboteur moon", field=16, dice=3), [35, 61, 110, 220, 440, 3965]),
    "parachutes for one moon": (
        start(seats=3, aboard="parachute booster parachute", field=14, dice=2, space=settled(M3="0deep 1deep")),
        [15, 23, 34, 44, 88, 385, 553, 670],
    ),
    "parachutes on a planet": (
        start(seats=3, aboard="parachute moon parachute", field=21, dice=2),
        [15, 23, 40, 32, 64, 280, 400, 192],
    ),
    "parachutes beside nothing": (
        start(aboard="parachute parachute", field=5, dice=2),
        [15, 11, 22, 44, 165, 234, 284, 448],
    ),
    "the last crash": (start(aboard="parachute moon", field=23, dice=2, crashes=10), [15, 23]),
    "the eighth cat": (
        start(aboard="moon moon", field=22, dice=2, space=settled(P1=SEVEN[0], P2=SEVEN[1])),
        [15, 18, 30, 60, 345, 198],
    ),
    "exploration chain": (
        start("exploration", aboard="moon deep", field=2, dice=3, face_up=(4, 8), stack=(5, 9, 23)),
        [35, 61, 264, 414, 1634, 2002],
    ),
    "exploration chain of wormholes": (
        start("exploration", aboard="moon deep", field=7, dice=2, face_up=(9, 13, 17), stack=(12, 18)),
        [15, 18, 36, 58, 313, 233, 624, 956],
    ),
    "exploration with an empty stack": (
        start("exploration", aboard="moon deep", field=9, dice=3, face_up=(10, 11, 12), stack=()),
        [35, 61, 122, 244, 2107],
    ),
    "regain up to six": (
        start("exploration", aboard="saboteur deep", field=14, dice=1, face_up=(15, 20), stack=(4,)),
        [5, 2, 4, 8, 30, 15, 30, 62],
    ),
}


def ahead(state: State) -> Iterator[State]:
    """The engine's next positions."""
    node = MLEM.node(state)
    if isinstance(node, Decide):
        (seat,) = node.seats
        yield from (MLEM.apply(state, {seat: action}) for action in MLEM.legal(state, seat))
    elif isinstance(node, Chance):
        yield from (MLEM.resolve(state, outcome) for outcome, _ in MLEM.outcomes(state) or ())


def naive(state: State) -> Position:
    """The same position in the naive counter's words; only for positions outside landings and crashes."""
    position = Position(state.setting.seats)
    position.waits = state.phase.value
    position.home = [{cat.value for cat in player.home} for player in state.players]
    position.rocket = [(rider.seat, rider.cat.value) for rider in state.aboard]
    bodies = state.setting.board.bodies
    position.space = [(r.seat, r.cat.value, bodies[i].id) for i, there in enumerate(state.space) for r in there]
    position.expedition, position.field, position.dice = state.expedition, state.field, state.dice
    position.crashes, position.spent = state.crashes, set(state.spent)
    position.token = None if state.token is None else MAT["expedition_token"][state.token]
    position.ability, position.turns = state.ability, set(state.turns_left)
    position.with_ufo, position.ufo, position.ufo_taken = state.setting.options.ufo, state.ufo, state.ufo_taken
    position.mat, position.stack, position.owed = set(state.face_up), set(state.stack), state.to_lay
    return position


def summary(position: Position) -> tuple[Any, ...]:
    """What two equal positions have in common; where nobody is aboard, the rocket and its dice mean nothing."""
    flying = (position.field, position.dice, position.ability, sorted(position.spent)) if position.rocket else ()
    taken = position.ufo_taken, sorted(position.mat), sorted(position.stack)
    space = [[rider for rider in position.space if rider[2] == body] for body in sorted({r[2] for r in position.space})]
    return position.waits, str((flying, taken, space, position.rocket, position.crashes, position.expedition))


def check(name: str, most: int) -> int:
    """Compare engine and naive counter step by step, down to levels of so many positions; tells how many were seen."""
    root, counts = TREES[name]
    states, positions, seen = [root], [naive(root)], 0
    for depth, count in enumerate(counts, start=1):
        if count > most:
            break
        states = [after for state in states if state.expedition == root.expedition for after in ahead(state)]
        positions = [after for now in positions if now.expedition == root.expedition for after in successors(now)]
        assert (len(states), len(positions)) == (count, count), f"{depth} steps ahead"
        reached = Counter(summary(naive(state)) for state in states)
        assert reached == Counter(map(summary, positions)), f"{depth} steps ahead"
        seen += count
    return seen


@pytest.mark.parametrize("name", TREES)
def test_the_engine_reaches_the_positions_of_a_naive_count_from_the_rules(name: str) -> None:
    assert check(name, most=1000) > 0


@pytest.mark.proof
def test_the_engine_reaches_the_positions_of_a_naive_count_far_ahead(capsys: pytest.CaptureFixture[str]) -> None:
    seen = sum(check(name, most=20_000) for name in TREES)
    with capsys.disabled():
        print(f"\nmlem: {len(TREES)} trees, {seen} positions, the same by engine and naive count")
