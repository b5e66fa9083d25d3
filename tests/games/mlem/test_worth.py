"""What MLEM's evaluator sees in a position: rolls exactly, flights and landings as one would expect."""

from collections import defaultdict
from math import isclose

import pytest

from arena.games.mlem import luck
from arena.games.mlem.moves import Roll
from arena.games.mlem.prospects import rolls
from arena.games.mlem.standing import Standing
from arena.games.mlem.tables import DEEP
from arena.games.mlem.worth import FEATURES, VERSION, Worth, weights
from tests.games.mlem.table import BOARD, table


@pytest.mark.parametrize("dice", range(1, BOARD.dice + 1))
@pytest.mark.parametrize("field", range(DEEP))
def test_usable_groups_come_as_often_as_the_rolls_that_show_them(field: int, dice: int) -> None:
    due: defaultdict[object, float] = defaultdict(float)
    for roll, chance in luck.outcomes(table("0:moon 1:planet", field=field, dice=dice).state):
        assert isinstance(roll, Roll)
        due[tuple(group for group in roll.groups if group[0] in BOARD.fields[field].faces)] += float(chance)
    found = dict(rolls(BOARD).usable((field, dice)))
    assert set(found) == set(due)
    assert all(isclose(found[groups], due[groups], rel_tol=1e-12) for groups in found)


def test_there_is_a_weight_for_every_feature_of_this_version() -> None:
    by = weights()
    assert (len(by.apart), len(by.mean), by.version) == (len(FEATURES), len(FEATURES), VERSION)


def test_a_captain_expects_the_comet_of_deep_space_and_a_rider_the_galaxy() -> None:
    state = table("0:moon 1:planet", field=20).state
    captain, rider = Standing(state).flights(state)
    assert (captain.arriving((DEEP, 1)).points, rider.arriving((DEEP, 1)).points) == (7.0, 5.0)


def test_the_doubled_cat_expects_more() -> None:
    state = table("0:deep 1:planet", field=20).state
    assert Standing(state).flights(state)[0].arriving((DEEP, 1)).points == 14.0


def test_a_full_moon_group_offers_no_landing() -> None:
    full = table("0:moon 1:planet", field=6, space={"M1": "0:deep 1:deep 1:moon"}).state
    assert Standing(full).flights(full)[0].exits.leave[6] is None


def test_a_parachute_falls_softly() -> None:
    state = table("0:parachute 1:planet", field=20).state
    parachute, other = Standing(state).flights(state)
    assert (parachute.crashing((20, 1)).landed, other.crashing((20, 1)).landed) == (1.0, 0.0)


def test_a_crash_is_bad_luck_for_those_aboard() -> None:
    """One is in space already, the other rides on alone: the roll is good or bad for the rider only."""
    worth = Worth().worth
    flies = worth(table("0:planet", field=20, dice=3, space={"P4": "1:planet"}).roll(2, 2, 2).state)
    falls = worth(table("0:planet", field=20, dice=3, space={"P4": "1:planet"}).roll(1, 3, 4).state)
    assert flies[0] - flies[1] > falls[0] - falls[1]


def test_a_booster_saves_the_rocket_where_a_one_is_allowed() -> None:
    with_booster = table("0:booster 1:planet", field=25).state
    without = table("0:moon 1:planet", field=25).state
    assert Standing(with_booster).flights(with_booster)[0].ahead((25, 1))[0] == 0.0
    assert Standing(without).flights(without)[0].ahead((25, 1))[0] > 0.0


def test_the_captain_alone_takes_what_lies_there() -> None:
    state = table("0:moon 1:planet", options="exploration", field=20, face_up=(21,)).state
    captain, rider = Standing(state).flights(state)
    assert (captain.arriving((21, 1)).tokens >= 3.0, rider.arriving((21, 1)).tokens) == (True, 0.0)


def test_a_wormhole_leads_to_what_lies_behind_it() -> None:
    state = table("0:moon 1:planet", options="ufo+exploration", field=20, face_up=(18, 22), ufo=22).state
    captain, rider = Standing(state).flights(state)
    assert captain.arriving((18, 1)).tokens >= 5.0
    assert rider.arriving((18, 1)) == rider.arriving((22, 1))


def test_another_roll_saves_the_rocket_often_and_extra_dice_wherever_they_count() -> None:
    plain, again, extra = (
        table("0:moon 1:planet", options="ufo", field=21, dice=2, token=token).state
        for token in (None, "reroll", "extra_dice 2 3")
    )
    chances = [Standing(state).flights(state)[0].ahead((21, 2))[0] for state in (plain, again, extra)]
    assert chances == [pytest.approx(4 / 9), pytest.approx(16 / 81), 0.0]
