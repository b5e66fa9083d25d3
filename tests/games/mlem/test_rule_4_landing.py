"""Section 4 of the rules: who leaves the rocket, in which order, and where to."""

import pytest

from arena.games.mlem.events import CaptainChanged, DieLost, Landed, Scored, Stayed
from arena.games.mlem.moves import Leave, Stay, Travel
from arena.games.mlem.scoring import score
from arena.games.mlem.state import Phase
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import Table, crash, landing, table


def to_deep_space(aboard: str) -> Table:
    return table(aboard, field=25).roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))


@pytest.mark.parametrize("field", [1, 2, 3, 4, 5])
def test_landing_is_skipped_while_the_rocket_stands_on_fields_0_to_5(field: int) -> None:
    assert landing(field, "0:moon 1:deep").state.phase is Phase.ROLL


@pytest.mark.parametrize("field", range(6, 26))
def test_a_landing_phase_follows_every_travel_that_ends_on_fields_6_to_25(field: int) -> None:
    at = landing(field, "0:moon 1:deep")
    assert (at.state.field, at.state.phase, at.state.asked) == (field, Phase.LAND, 0)


def test_from_the_captain_in_rocket_order_each_player_decides_to_stay_or_leave() -> None:
    at = landing(8, "2:moon 0:deep 1:planet", expedition=3)
    asked = []
    while at.state.phase is Phase.LAND:
        asked.append(at.state.asked)
        assert at.may == (Leave("P1"), Stay())
        at.do(Stay())
    assert asked == [2, 0, 1]
    assert at.told(Stayed) == [Stayed(2, Cat.MOON), Stayed(0, Cat.DEEP), Stayed(1, Cat.PLANET)]


def test_whoever_has_no_cat_aboard_decides_nothing() -> None:
    at = landing(8, "0:moon 2:deep", seats=3).do(Stay())
    assert at.state.asked == 2


def test_everybody_is_asked_once_even_when_those_before_leave() -> None:
    at = landing(8, "0:moon 1:deep 2:planet").do(Leave("P1"), Stay(), Leave("P1"))
    assert at.state.phase is Phase.ROLL
    assert at.aboard == "1:deep"


def test_a_cat_takes_the_free_moon_with_the_most_points() -> None:
    at = landing(22, "0:planet 1:deep 2:saboteur").do(Leave("M5"), Leave("M5"))
    assert at.told(Scored) == [Scored(0, 6, "moon", "M5"), Scored(1, 4, "moon", "M5")]


def test_moon_points_are_scored_at_once() -> None:
    assert landing(22, "0:planet 1:deep").do(Leave("M5")).points == (6, 0)


def test_moon_points_are_doubled_by_a_moon_cat() -> None:
    assert landing(22, "0:planet 1:moon 2:deep").do(Leave("M5"), Leave("M5")).points == (6, 8, 0)


def test_without_a_free_moon_nobody_lands_there() -> None:
    at = landing(22, "0:moon 1:deep", space={"M5": "0:planet 1:planet 1:moon"})
    assert at.state.phase is Phase.ROLL


def test_who_cannot_land_is_passed_over_for_a_navigator_who_can() -> None:
    at = landing(22, "0:moon 1:navigator", space={"M5": "0:planet 1:planet 1:moon"})
    assert (at.state.asked, at.may) == (1, (Leave("P4"), Stay()))


def test_a_full_moon_group_stops_those_who_come_later_in_the_same_landing() -> None:
    at = landing(22, "0:moon 1:deep", space={"M5": "0:planet 1:planet"}).do(Leave("M5"))
    assert at.state.phase is Phase.ROLL
    assert at.aboard == "1:deep"


def test_a_cat_joins_the_planet_and_does_not_score_yet() -> None:
    at = landing(8, "0:moon 1:deep").do(Leave("P1"))
    assert at.told(Landed) == [Landed(0, Cat.MOON, "P1", "rocket")]
    assert at.told(Scored) == []
    assert at.points == (0, 0)


def test_the_order_of_first_arrival_per_player_is_kept() -> None:
    at = landing(8, "0:moon 1:deep", space={"P1": "1:moon"}).do(Leave("P1"), Stay())
    assert at.on("P1") == "1:moon 0:moon"


def test_a_planet_scores_at_the_end() -> None:
    at = landing(8, "0:moon 1:deep").do(Leave("P1"))
    assert score(at.state) == (3, 0)


def test_in_deep_space_everybody_must_leave() -> None:
    at = to_deep_space("0:moon 1:planet 2:saboteur")
    assert at.aboard == ""
    assert at.state.phase is Phase.BOARD  # nobody was asked: the next expedition has begun


def test_in_deep_space_the_captains_cat_goes_to_the_comet_for_7() -> None:
    at = to_deep_space("1:moon 0:planet")
    assert at.on("comet") == "1:moon"
    assert at.points[1] == 7


def test_in_deep_space_all_others_go_to_the_galaxy_for_5_each() -> None:
    at = to_deep_space("0:moon 1:planet 2:saboteur")
    assert at.on("galaxy") == "1:planet 2:saboteur"
    assert at.points == (7, 5, 5)


def test_in_deep_space_a_deep_cat_doubles() -> None:
    assert to_deep_space("0:deep 1:deep 2:moon").points == (14, 10, 5)


def test_deep_space_has_room_for_any_number_of_cats() -> None:
    at = table("0:moon 1:planet", field=25, space={"comet": "0:deep 1:moon", "galaxy": "0:booster"})
    at.roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))
    assert at.on("comet") == "0:deep 1:moon 0:moon"
    assert at.on("galaxy") == "0:booster 1:planet"


def test_when_the_captains_cat_leaves_the_next_in_rocket_order_is_captain_with_the_dice_left() -> None:
    at = landing(8, "0:moon 1:deep 2:planet", dice=4).do(Leave("P1"))
    assert at.told(CaptainChanged) == [CaptainChanged(1)]
    at.do(Stay(), Stay()).roll(2, 2, 3, 4)
    assert at.state.asked == 1


def test_when_several_leave_the_captain_is_the_first_still_aboard() -> None:
    at = landing(8, "0:moon 1:deep 2:planet").do(Leave("P1"), Leave("P1"), Stay())
    assert at.told(CaptainChanged) == [CaptainChanged(1), CaptainChanged(2)]


def test_when_another_cat_leaves_the_captain_stays() -> None:
    at = landing(8, "0:moon 1:deep 2:planet").do(Stay(), Leave("P1"), Stay())
    assert at.told(CaptainChanged) == []


def test_a_saboteur_that_leaves_costs_the_captain_one_available_die() -> None:
    at = landing(8, "0:moon 1:saboteur 2:saboteur 3:deep", dice=4).do(Stay(), Leave("P1"), Leave("P1"), Stay())
    assert at.told(DieLost) == [DieLost(0, 3), DieLost(0, 2)]
    assert at.state.dice == 2


def test_saboteurs_never_cost_the_last_die() -> None:
    at = landing(8, "0:moon 1:saboteur 2:saboteur 3:deep", dice=2).do(Stay(), Leave("P1"), Leave("P1"), Stay())
    assert at.told(DieLost) == [DieLost(0, 1)]
    assert at.state.dice == 1


def test_a_saboteur_that_goes_home_after_a_crash_costs_nothing() -> None:
    at = crash(table("0:moon 1:saboteur", field=8, dice=4))
    assert at.told(DieLost) == []
