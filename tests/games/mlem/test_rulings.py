"""Section 9 of the rules: the rulings on the base game, R1 to R12, R27 and R28, and a watch that none is lost."""

import re
from pathlib import Path

import pytest

from arena.games.api import IllegalAction
from arena.games.mlem import MLEM
from arena.games.mlem.events import CaptainChanged, DieLost, GameEnded, GoalTaken, Landed, Scored, WentHome
from arena.games.mlem.moves import Crash, GoHome, Leave, Stay, Travel
from arena.games.mlem.state import Goal, Phase
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import BOARD, crash, landing, table


def test_every_ruling_has_a_test_that_names_it() -> None:
    sources = [file.read_text("utf-8") for file in Path(__file__).parent.glob("test_rul*.py")]
    named = {int(number) for source in sources for number in re.findall(r"^def test_r(\d\d)_", source, re.MULTILINE)}
    assert named == set(range(1, 29))


def test_r01_a_booster_does_not_force_the_rolled_group_of_1s_nor_the_other_way_round() -> None:
    at = table("0:booster 1:moon", field=2).roll(1, 1, 3, 3, 3, 3)
    assert set(at.may) == {Travel((1,)), Travel((), (0,)), Travel((1,), (0,))}


def test_r01_a_booster_used_beside_rolled_1s_adds_one() -> None:
    at = table("0:booster 1:moon", field=2).roll(1, 1, 3, 3, 3, 3).do(Travel((1,), (0,)))
    assert (at.state.field, at.state.dice) == (5, 4)


def test_r02_a_booster_may_be_used_alone_though_a_rolled_die_is_usable() -> None:
    at = table("0:booster 1:moon", field=7).roll(2, 2, 3, 3, 3, 3).do(Travel((), (0,)))
    assert (at.state.field, at.state.dice) == (8, 6)


def test_r02_a_booster_may_be_used_beside_a_usable_die() -> None:
    at = table("0:booster 1:moon", field=7).roll(2, 2, 3, 3, 3, 3).do(Travel((2,), (0,)))
    assert at.state.field == 12


def test_r03_a_navigator_cannot_hop_from_5_to_6() -> None:
    at = landing(5, "0:navigator 1:navigator")
    assert (at.state.field, at.state.phase) == (5, Phase.ROLL)


def test_r03_a_navigator_on_6_cannot_go_back_to_5() -> None:
    assert landing(6, "0:navigator 1:moon").may == (Leave("M1"), Stay())


def test_r04_a_navigator_in_deep_space_cannot_hop_back_to_25() -> None:
    at = table("0:moon 1:navigator", field=25).roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))
    assert at.on("galaxy") == "1:navigator"
    assert at.on("P5") == ""


def test_r04_a_navigator_captain_in_deep_space_gets_the_comets_7() -> None:
    at = table("0:navigator 1:moon", field=25).roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))
    assert at.points == (7, 5)


def test_r05_a_navigator_hopping_from_25_to_deep_space_scores_the_galaxys_5_even_for_the_captain() -> None:
    at = landing(25, "0:navigator 1:moon")
    assert at.may == (Leave("P5"), Leave("galaxy"), Stay())
    at.do(Leave("galaxy"))
    assert at.told(Landed) == [Landed(0, Cat.NAVIGATOR, "galaxy", "navigator")]
    assert at.told(Scored) == [Scored(0, 5, "deep", "galaxy")]


def test_r05_from_24_deep_space_is_too_far() -> None:
    assert landing(24, "0:navigator 1:moon").may == (Leave("P5"), Leave("M5"), Stay())


def test_r06_a_captains_own_saboteur_costs_the_next_captain_the_die() -> None:
    at = landing(8, "0:saboteur 1:moon", dice=4).do(Leave("P1"))
    assert at.events[-2:] == [CaptainChanged(1), DieLost(1, 3)]


def test_r06_a_saboteur_leaving_last_has_no_effect() -> None:
    at = landing(8, "0:saboteur", seats=2, dice=4).do(Leave("P1"))
    assert at.told(DieLost) == []
    assert at.state.dice == 6  # of the next expedition


def test_r07_parachutes_are_asked_in_rocket_order() -> None:
    at = crash(table("2:parachute 0:moon 1:parachute", field=8, expedition=3))
    assert at.state.asked == 2
    assert at.do(GoHome()).state.asked == 1


def test_r07_each_parachute_sees_what_the_earlier_ones_took() -> None:
    space = {"M5": "0:deep 1:deep"}
    at = crash(table("0:parachute 1:parachute 2:moon", field=22, space=space)).do(Leave("M5"))
    assert at.points == (3, 0, 0)
    assert WentHome(1, Cat.PARACHUTE) in at.events  # there was no moon left for the second


def test_r08_a_goal_counts_for_a_landing_by_parachute_too() -> None:
    at = crash(table("0:parachute 1:moon", field=8, space={"P1": "0:deep 0:planet"})).do(Leave("P1"))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.THREE_ON_PLANET)]


def test_r09_four_moons_may_lie_in_one_group() -> None:
    at = landing(22, "0:moon 1:moon", space={"M1": "0:deep 0:planet", "M5": "0:booster"}).do(Leave("M5"))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.FOUR_MOONS)]


def test_r10_cats_leave_into_deep_space_in_rocket_order_and_that_order_decides_a_goal() -> None:
    space = {"comet": "0:deep", "galaxy": "1:deep"}
    at = table("1:moon 0:moon", field=25, space=space).roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))
    assert [event.seat for event in at.told(Landed)] == [1, 0]
    assert at.told(GoalTaken) == [GoalTaken(1, Goal.TWO_DEEP)]


def test_r11_the_11th_crash_is_resolved_whole_parachutes_included_then_the_game_ends() -> None:
    at = crash(table("0:moon 1:parachute", field=8, crashes=10))
    assert not at.is_over
    at.do(Leave("P1"))
    assert at.is_over
    assert MLEM.score(at.state) == (0, 3)


def test_r12_when_a_player_has_8_cats_in_space_the_others_play_the_expedition_to_its_end() -> None:
    seven = " ".join(f"0:{cat}" for cat in Cat if cat is not Cat.MOON)
    at = landing(8, "0:moon 1:deep", space={"P1": seven}).do(Leave("P1"), Stay())
    assert (at.state.phase, at.aboard) == (Phase.ROLL, "1:deep")
    at.roll(2, 3, 3, 3).do(Travel((2,)), Leave("M2"))
    assert at.told(GameEnded) == [GameEnded("all_in_space")]
    assert at.points[1] == 3


def test_r12_the_others_may_also_crash() -> None:
    seven = " ".join(f"0:{cat}" for cat in Cat if cat is not Cat.MOON)
    at = crash(landing(8, "0:moon 1:deep", space={"P1": seven}).do(Leave("P1"), Stay()))
    assert at.told(GameEnded) == [GameEnded("all_in_space")]


def test_r27_a_planet_cat_counts_as_one_cat_for_the_majority() -> None:
    at = table("0:moon 1:moon", space={"P3": "0:planet 1:deep 1:booster"})
    assert MLEM.score(at.state) == (2 * BOARD.bodies[5].points[1], BOARD.bodies[5].points[0])


def test_r27_a_planet_cat_doubles_only_its_owners_points_for_that_planet() -> None:
    at = table("0:moon 1:moon", space={"P3": "0:planet 1:deep", "P4": "0:deep"})
    assert MLEM.score(at.state) == (2 * 5 + 6, 3)


def test_r28_with_an_allowed_die_in_the_roll_declining_to_move_is_not_possible() -> None:
    at = table("0:booster 1:moon", field=7).roll(2, 3, 3, 3, 3, 3)
    with pytest.raises(IllegalAction):
        at.do(Crash())
    with pytest.raises(IllegalAction):
        at.do(Travel())


def test_r28_with_no_allowed_die_the_captain_may_decline_to_move() -> None:
    at = table("0:booster 1:moon", field=7).roll(3, 3, 3, 3, 3, 3)
    assert at.may == (Travel((), (0,)), Crash())
