"""Section 1 of the rules: players, cats, dice, mat, crash track and goals."""

from fractions import Fraction

import pytest

from arena.games.api import BadSetting, Decide
from arena.games.mlem import MLEM
from arena.games.mlem.events import DieLost, Launched, Scored
from arena.games.mlem.moves import GoHome, Leave, Roll, Stay, Travel
from arena.games.mlem.scoring import score
from arena.games.mlem.state import Goal, Phase
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import BOARD, Table, crash, landing, place, table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_two_to_five_players_can_play(seats: int) -> None:
    state = MLEM.setup(MLEM.options("base"), seats)
    assert len(state.players) == seats


@pytest.mark.parametrize("seats", [-1, 0, 1, 6])
def test_any_other_number_of_players_is_refused(seats: int) -> None:
    with pytest.raises(BadSetting, match=f"2 to 5 players, not {seats}"):
        MLEM.setup(MLEM.options("base"), seats)


def test_seat_0_starts_the_first_expedition() -> None:
    state = MLEM.setup(MLEM.options("base"), 3)
    assert MLEM.node(state) == Decide((0,))


def test_each_player_owns_the_same_eight_cats_one_of_each_kind() -> None:
    state = MLEM.setup(MLEM.options("base"), 5)
    assert [player.home for player in state.players] == [tuple(Cat)] * 5
    assert len(Cat) == 8


@pytest.mark.parametrize("cats", ["satellite moon deep", "moon satellite deep", "moon deep satellite"])
def test_a_satellite_aboard_lets_the_rocket_start_on_field_3(cats: str) -> None:
    at = Table(MLEM.setup(MLEM.options("base"), 3)).board(cats)
    assert at.state.field == 3
    assert at.told(Launched) == [Launched(3, 0)]


def test_two_or_more_satellites_change_nothing_further() -> None:
    at = Table(MLEM.setup(MLEM.options("base"), 3)).board("satellite satellite satellite")
    assert at.state.field == 3


def test_without_a_satellite_the_rocket_starts_on_field_0() -> None:
    at = Table(MLEM.setup(MLEM.options("base"), 2)).board("moon deep")
    assert at.told(Launched) == [Launched(0, 0)]


def test_a_navigator_may_leave_as_if_the_rocket_stood_one_field_higher() -> None:
    at = landing(9, "0:navigator 1:moon")
    at.do(Leave("M2"))
    assert at.on("M2") == "0:navigator"


def test_a_navigator_may_leave_as_if_the_rocket_stood_one_field_lower() -> None:
    at = landing(8, "0:navigator 1:moon")
    at.do(Leave("M1"))
    assert at.on("M1") == "0:navigator"


def test_a_navigator_may_also_leave_where_the_rocket_stands_or_stay() -> None:
    at = landing(8, "0:navigator 1:moon")
    assert set(at.may) == {Leave("P1"), Leave("M1"), Stay()}


def test_a_navigator_reaches_no_further_than_one_field() -> None:
    at = landing(12, "0:navigator 1:moon")
    assert set(at.may) == {Leave("P2"), Leave("M2"), Stay()}


def test_no_other_cat_hops() -> None:
    for cat in set(Cat) - {Cat.NAVIGATOR}:
        assert landing(9, f"0:{cat} 1:navigator").may == (Leave("P1"), Stay())


def test_a_parachute_may_land_beside_the_crash_instead_of_going_home() -> None:
    at = crash(table("0:moon 1:parachute", field=12))
    assert at.state.asked == 1
    assert at.may == (Leave("P2"), GoHome())


def test_the_moon_that_a_moon_cat_lands_on_scores_double() -> None:
    at = landing(18, "0:moon 1:deep").do(Leave("M4"))
    assert at.told(Scored) == [Scored(0, 10, "moon", "M4")]


def test_a_moon_cat_doubles_no_planet_and_no_deep_space() -> None:
    at = table("0:moon 1:planet", field=25, space={"P3": "1:moon"}).roll(1, 1, 2, 2, 2, 2).do(Travel((1,)))
    assert at.points == (7, 5)
    assert score(at.state) == (7, 5 + BOARD.bodies[place("P3")].points[0])


def test_a_planet_cat_doubles_its_owners_points_for_its_planet_at_the_end() -> None:
    at = table("0:moon 1:deep", space={"P3": "0:planet 1:navigator", "P4": "0:navigator"})
    assert score(at.state) == (2 * 5 + 6, 3)


def test_a_planet_cat_doubles_no_moon_and_no_deep_space() -> None:
    at = landing(18, "0:planet 1:moon").do(Leave("M4"))
    assert at.points == (5, 0)


def test_a_deep_cat_scores_14_on_the_comet() -> None:
    at = table("0:deep 1:moon", field=25).roll(1, 1, 2, 2, 2, 2).do(Travel((1,)))
    assert Scored(0, 14, "deep", "comet") in at.events


def test_a_deep_cat_scores_10_in_the_galaxy() -> None:
    at = table("0:moon 1:deep", field=25).roll(1, 1, 2, 2, 2, 2).do(Travel((1,)))
    assert Scored(1, 10, "deep", "galaxy") in at.events


def test_a_deep_cat_doubles_no_moon() -> None:
    assert landing(18, "0:deep 1:moon").do(Leave("M4")).points == (5, 0)


def test_when_a_saboteur_leaves_the_captain_sets_one_die_aside() -> None:
    at = landing(9, "0:moon 1:saboteur 2:deep", dice=4).do(Stay(), Leave("P1"))
    assert at.state.dice == 3
    assert at.told(DieLost) == [DieLost(0, 3)]


def test_a_saboteur_never_costs_the_last_die() -> None:
    at = landing(9, "0:moon 1:saboteur 2:deep", dice=1).do(Stay(), Leave("P1"))
    assert at.state.dice == 1
    assert at.told(DieLost) == []


def test_a_saboteur_that_stays_costs_nothing() -> None:
    at = landing(9, "0:moon 1:saboteur", dice=4).do(Stay(), Stay())
    assert at.state.dice == 4


def test_a_booster_aboard_is_one_more_die_showing_1_for_the_captain() -> None:
    at = table("0:moon 1:booster", field=9).roll(3, 2, 2, 2, 2, 2).do(Travel((3,), boosters=(1,)))
    assert at.state.field == 13
    assert at.state.dice == 5


def test_a_booster_works_once_per_expedition() -> None:
    at = table("0:moon 1:booster", field=9, spent=(1,)).roll(3, 2, 2, 2, 2, 2)
    assert at.may == (Travel((3,)),)


def test_a_booster_works_only_where_1_is_allowed() -> None:
    at = table("0:moon 1:booster", field=8).roll(2, 2, 2, 1, 1, 1)
    assert at.may == (Travel((2,)),)


def test_a_booster_that_has_left_helps_nobody() -> None:
    at = table("0:moon", seats=2, field=9, space={"P1": "1:booster"}).roll(3, 2, 2, 2, 2, 2)
    assert at.may == (Travel((3,)),)


def test_there_are_six_dice_with_the_faces_1_2_2_3_4_flame() -> None:
    assert (BOARD.dice, BOARD.faces) == (6, (1, 2, 2, 3, 4, "flame"))
    rolls = dict(MLEM.outcomes(table("0:moon 1:deep").state) or ())
    assert sum(rolls.values()) == 1
    assert rolls[Roll(((2, 6),))] == Fraction(1, 3) ** 6
    assert rolls[Roll((("flame", 6),))] == Fraction(1, 6) ** 6


def test_the_mat_has_the_fields_0_to_25_and_deep_space() -> None:
    assert len(BOARD.fields) == 27
    assert BOARD.bodies[BOARD.fields[26].body or 0].kind == "deep"


def test_every_field_names_the_faces_that_may_be_used_on_leaving_it() -> None:
    for field in BOARD.fields[:26]:
        assert field.faces
        assert set(field.faces) <= {1, 2, 3, 4, "flame"}


def test_where_a_flame_is_allowed_it_is_worth_1_2_or_3_fields() -> None:
    assert {field.flame for field in BOARD.fields if "flame" in field.faces} == {1, 2, 3}


def test_field_3_carries_the_satellite() -> None:
    assert BOARD.satellite == 3


def test_fields_6_to_25_lie_beside_a_moon_group_or_a_planet() -> None:
    for field in BOARD.fields[6:26]:
        assert field.body is not None
        assert BOARD.bodies[field.body].kind in ("moons", "planet")


def test_fields_0_to_5_lie_beside_neither() -> None:
    assert [field.body for field in BOARD.fields[:6]] == [None] * 6


def test_a_moon_group_has_moons_with_their_own_points_and_room_for_one_cat_each() -> None:
    at = landing(6, "0:planet 1:deep 2:saboteur 3:satellite")
    at.do(Leave("M1"), Leave("M1"), Leave("M1"))
    assert at.points == (2, 1, 1, 0)
    assert at.state.phase is Phase.ROLL  # no room is left for the fourth


def test_a_planet_has_room_for_any_number_of_cats() -> None:
    full = " ".join(f"1:{cat}" for cat in Cat if cat is not Cat.DEEP)
    at = landing(8, "0:moon 1:deep", space={"P1": full}).do(Leave("P1"))
    assert at.on("P1") == f"{full} 0:moon"


def test_a_planet_has_three_values() -> None:
    planets = [body for body in BOARD.bodies if body.kind == "planet"]
    assert [len(planet.points) for planet in planets] == [3] * 5


def test_the_crash_track_counts_to_11() -> None:
    assert BOARD.crashes == 11


def test_four_goals_are_worth_5_points_each() -> None:
    assert len(Goal) == 4
    assert BOARD.goal == 5
