"""What stands in for a bot that failed: the least harm to the others."""

import pytest

from arena.games.api import IllegalAction
from arena.games.mlem import MLEM, moves
from arena.games.mlem.moves import Action, Dealt, GoHome, Keep, Leave, Regain, Reroll, Stay, Travel
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import Table, crash, landing, table


def default(at: Table) -> Action:
    return MLEM.default(at.state, at.state.asked)


def test_it_keeps_the_first_three_missions() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 2))
    at.luck(Dealt(("M1", "M1", "P4", "P5")), Dealt(("M2", "P3", "P4", "P5")))
    assert MLEM.default(at.state, 0) == Keep(("M1", "M1", "P4"))
    assert MLEM.default(at.state, 1) == Keep(("M2", "P3", "P4"))


def test_it_boards_the_first_cat_at_home() -> None:
    assert default(Table(MLEM.setup(MLEM.options("base"), 2))) == moves.Board(Cat.SATELLITE)
    at = crash(table("1:moon 0:deep", expedition=2, space={"P1": "0:satellite"}))
    assert default(at) == moves.Board(Cat.NAVIGATOR)


def test_a_captain_travels_by_the_first_group_alone() -> None:
    at = table("0:moon 1:booster").roll(1, 1, 2, "flame", 3, 3)
    assert default(at) == Travel((1,))


def test_a_captain_spends_no_ability_where_a_die_will_do() -> None:
    at = table("0:moon 1:deep", options="ufo", token="keep_dice").roll(2, 2, 3, 3, 3, 3)
    assert default(at) == Travel((2,))


def test_a_captain_saves_the_rocket_with_a_booster_rather_than_to_crash() -> None:
    at = table("0:moon 1:booster", field=9).roll(2, 2, 2, 2, 2, 2)
    assert default(at) == Travel((), boosters=(1,))


def test_a_captain_saves_the_rocket_with_extra_dice_rather_than_to_crash() -> None:
    at = crash(table("0:moon 1:deep", options="ufo", token="extra_dice 2 3", field=8))
    assert default(at) == Travel(ability=True)


def test_a_captain_rolls_again_rather_than_to_crash() -> None:
    at = crash(table("0:moon 1:deep", options="ufo", token="reroll", field=8))
    assert default(at) == Reroll()


def test_a_captain_takes_the_die_back() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,)).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert default(at) == Regain(True)


def test_a_captain_leaves_as_soon_as_it_can() -> None:
    assert default(landing(8, "0:moon 1:deep")) == Leave("P1")


def test_a_captain_who_is_a_navigator_leaves_where_the_rocket_stands() -> None:
    assert default(landing(8, "0:navigator 1:deep")) == Leave("P1")


def test_everybody_else_stays_aboard() -> None:
    assert default(landing(8, "0:moon 1:deep").do(Stay())) == Stay()


def test_whoever_became_captain_in_this_landing_leaves_too() -> None:
    assert default(landing(8, "0:moon 1:deep").do(Leave("P1"))) == Leave("P1")


def test_a_parachute_stays_folded() -> None:
    assert default(crash(table("0:parachute 1:deep", field=8))) == GoHome()


def test_it_is_always_legal_and_always_the_same() -> None:
    at = table("0:moon 1:booster", options="ufo", token="reroll").roll(1, 1, 2, "flame", 3, 3)
    assert default(at) in at.may
    assert default(at) == default(at)


def test_a_seat_that_owes_nothing_has_no_default() -> None:
    at = landing(8, "0:moon 1:deep")
    with pytest.raises(IllegalAction, match="seat 1 owes no action in the phase land"):
        MLEM.default(at.state, 1)


def test_while_luck_is_waited_for_and_after_the_end_there_is_no_default() -> None:
    at = table("0:moon 1:deep", field=8, crashes=10)
    with pytest.raises(IllegalAction, match="phase roll"):
        MLEM.default(at.state, 0)
    with pytest.raises(IllegalAction, match="phase over"):
        MLEM.default(crash(at).state, 0)
