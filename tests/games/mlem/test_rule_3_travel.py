"""Section 3 of the rules: rolling, moving, setting dice aside, crashing."""

import pytest

from arena.games.api import IllegalAction
from arena.games.mlem.events import Crashed, ExpeditionBegan, Landed, Moved, Rolled, WentHome
from arena.games.mlem.moves import Crash, GoHome, Leave, Stay, Travel
from arena.games.mlem.state import Phase
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import crash, landing, table


def test_the_captain_rolls_all_available_dice() -> None:
    at = table("0:moon 1:deep", dice=4).roll(1, 2, 2, "flame")
    assert at.told(Rolled) == [Rolled(0, 0, ((1, 1), (2, 2), ("flame", 1)))]


def test_an_expedition_begins_with_six_dice() -> None:
    at = crash(table("0:moon 1:deep", field=8, dice=2))
    assert at.state.dice == 6


def test_only_faces_allowed_at_the_rockets_field_count() -> None:
    at = table("0:moon 1:deep", field=8).roll(1, 2, 3, 3, "flame", "flame")
    assert at.may == (Travel((2,)),)


def test_a_face_that_was_not_rolled_cannot_be_chosen() -> None:
    at = table("0:moon 1:deep", field=8).roll(2, 2, 2, 3, 3, 3)
    with pytest.raises(IllegalAction):
        at.do(Travel((4,)))


def test_the_captain_chooses_any_set_of_allowed_groups_but_at_least_one() -> None:
    at = table("0:moon 1:deep", field=0).roll(1, 2, 2, "flame", 4, 4)
    sets = {(1,), (2,), ("flame",), (1, 2), (1, "flame"), (2, "flame"), (1, 2, "flame")}
    assert {action.faces for action in at.may if isinstance(action, Travel)} == sets
    assert len(at.may) == 7


def test_a_chosen_group_is_used_whole() -> None:
    at = table("0:moon 1:deep", field=0).roll(1, 2, 2, 2, 4, 4).do(Travel((2,)))
    assert (at.state.field, at.state.dice) == (6, 3)


def test_the_rocket_advances_by_the_sum_of_all_that_was_chosen() -> None:
    at = table("0:moon 1:booster", field=0).roll(1, 2, 2, 3, 4, 4).do(Travel((1, 2), boosters=(1,)))
    assert at.told(Moved) == [Moved(0, 0, 6, (1, 2), (1,), 3)]


def test_any_number_of_boosters_aboard_may_be_used() -> None:
    at = table("0:booster 1:booster 2:booster", field=9).roll(2, 2, 2, 2, 2, 2)
    ways = {action.boosters for action in at.may if isinstance(action, Travel)}
    assert ways == {(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)}
    assert at.do(Travel((), boosters=(0, 1, 2))).state.field == 12


@pytest.mark.parametrize(("field", "to"), [(0, 2), (9, 13), (16, 22)])
def test_a_flame_counts_its_value_at_the_field_it_leaves(field: int, to: int) -> None:
    at = table("0:moon 1:deep", field=field).roll("flame", "flame", 4, 4, 4, 4).do(Travel(("flame",)))
    assert at.state.field == to


def test_the_last_field_is_a_wall() -> None:
    at = table("0:moon 1:deep", field=23).roll(4, 4, 4, "flame", "flame", 1).do(Travel((4, "flame")))
    assert at.told(Moved)[0].to == 26
    assert at.on("comet") == "0:moon"


def test_the_dice_used_are_set_aside_for_the_rest_of_the_expedition() -> None:
    at = table("0:moon 1:deep", field=0).roll(1, 2, 2, 3, 4, 4).do(Travel((1, 2)))
    assert at.state.dice == 3
    assert at.roll(2, 2, 4).do(Travel((4,))).state.dice == 2


def test_dice_showing_a_flame_stay_available() -> None:
    at = table("0:moon 1:deep", field=0).roll(1, "flame", "flame", 3, 4, 4).do(Travel((1, "flame")))
    assert at.state.dice == 5


def test_dice_that_were_not_used_stay_available() -> None:
    at = table("0:moon 1:deep", field=0).roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))
    assert at.state.dice == 5


def test_used_boosters_are_spent() -> None:
    at = table("0:moon 1:booster 2:booster", field=0).roll(3, 3, 3, 3, 3, 3).do(Travel((), boosters=(1,)))
    assert at.state.spent == (1,)
    at = table("0:moon 1:booster 2:booster", field=2, spent=(1,)).roll(3, 3, 3, 3, 3, 3)
    assert at.may == (Travel((), boosters=(2,)), Crash())


def test_a_booster_used_alone_sets_no_die_aside() -> None:
    at = table("0:moon 1:booster", field=0).roll(1, 2, 3, 3, 3, 3).do(Travel((), boosters=(1,)))
    assert at.state.dice == 6


def test_with_no_die_left_one_comes_back() -> None:
    at = table("0:moon 1:deep", field=0, dice=3).roll(2, 2, 2).do(Travel((2,)))
    assert at.state.dice == 1


def test_the_last_die_comes_back_again_and_again() -> None:
    at = table("0:moon 1:deep", field=8, dice=1).roll(2).do(Travel((2,)), Stay(), Stay())
    at.roll(2).do(Travel((2,)))
    assert (at.state.field, at.state.dice) == (12, 1)


def test_without_an_allowed_die_the_rocket_crashes_and_nobody_is_asked() -> None:
    at = table("0:moon 1:deep", field=8).roll(1, 1, 3, 3, "flame", "flame")
    assert at.told(Crashed) == [Crashed(0, 8, (2, 4), 1)]
    assert at.told(ExpeditionBegan) != []


def test_a_single_allowed_die_is_enough_not_to_crash() -> None:
    at = table("0:moon 1:deep", field=8).roll(1, 1, 3, 3, 3, 4)
    assert at.may == (Travel((4,)),)


def test_the_captain_may_save_the_rocket_with_a_booster_where_1_is_allowed() -> None:
    at = table("0:moon 1:booster", field=9).roll(2, 2, 2, 2, 2, 2)
    assert at.may == (Travel((), boosters=(1,)), Crash())
    at.do(Travel((), boosters=(1,)))
    assert (at.state.field, at.state.crashes) == (10, 0)


def test_where_1_is_not_allowed_a_booster_does_not_save_the_rocket() -> None:
    at = table("0:moon 1:booster", field=8).roll(1, 1, 1, 1, 1, 1)
    assert at.state.crashes == 1


def test_a_spent_booster_does_not_save_the_rocket() -> None:
    at = table("0:moon 1:booster", field=9, spent=(1,)).roll(2, 2, 2, 2, 2, 2)
    assert at.state.crashes == 1


def test_the_captain_may_decline_to_save_the_rocket() -> None:
    at = table("0:moon 1:booster", field=9).roll(2, 2, 2, 2, 2, 2).do(Crash())
    assert at.told(Crashed) == [Crashed(0, 9, (1, 3, "flame"), 1)]
    assert at.state.phase is Phase.BOARD


def test_a_crash_advances_the_crash_track_by_one() -> None:
    assert crash(table("0:moon 1:deep", field=8, crashes=4)).state.crashes == 5


def test_a_parachute_lands_on_the_planet_beside_the_crash() -> None:
    at = crash(table("0:moon 1:parachute", field=8)).do(Leave("P1"))
    assert at.told(Landed) == [Landed(1, Cat.PARACHUTE, "P1", "parachute")]
    assert at.on("P1") == "1:parachute"


def test_a_parachute_lands_on_the_best_free_moon_beside_the_crash() -> None:
    at = crash(table("0:moon 1:parachute", field=18, space={"M4": "0:deep"})).do(Leave("M4"))
    assert at.points == (0, 3)


def test_a_parachute_may_also_go_home() -> None:
    at = crash(table("0:moon 1:parachute", field=8)).do(GoHome())
    assert at.told(WentHome) == [WentHome(0, Cat.MOON), WentHome(1, Cat.PARACHUTE)]
    assert Cat.PARACHUTE in at.state.players[1].home


def test_a_parachute_has_nowhere_to_land_when_all_moons_are_taken() -> None:
    at = crash(table("0:moon 1:parachute", field=18, space={"M4": "0:deep 0:planet 1:deep"}))
    assert at.told(WentHome) == [WentHome(0, Cat.MOON), WentHome(1, Cat.PARACHUTE)]


def test_a_parachute_has_nowhere_to_land_on_fields_0_to_5() -> None:
    at = crash(table("0:parachute 1:parachute", field=4))
    assert len(at.told(WentHome)) == 2


def test_a_captains_parachute_may_land_too() -> None:
    at = crash(table("0:parachute 1:moon", field=8))
    assert (at.state.phase, at.state.asked) == (Phase.PARACHUTE, 0)


def test_everybody_else_goes_home() -> None:
    at = crash(table("0:moon 1:parachute 2:deep", field=8)).do(Leave("P1"))
    assert at.told(WentHome) == [WentHome(0, Cat.MOON), WentHome(2, Cat.DEEP)]
    assert at.state.players[0].home == tuple(Cat)


def test_after_a_crash_the_expedition_is_over() -> None:
    at = crash(landing(8, "0:moon 1:deep 2:planet").do(Leave("P1"), Stay(), Stay()))
    assert (at.state.phase, at.state.expedition, at.aboard) == (Phase.BOARD, 2, "")


def test_cats_that_left_before_a_crash_stay_in_space() -> None:
    at = crash(landing(8, "0:moon 1:deep").do(Leave("P1"), Stay()))
    assert at.on("P1") == "0:moon"
    assert Cat.MOON not in at.state.players[0].home
