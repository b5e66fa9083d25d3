"""Section 5 of the rules: four goals, each for the first player who reaches it."""

from arena.games.mlem.events import GoalTaken, Scored
from arena.games.mlem.moves import Leave, Stay, Travel
from arena.games.mlem.state import Goal
from tests.games.mlem.table import landing, table

THREE_PLANETS = {"P2": "0:planet", "P3": "0:deep", "P4": "0:booster"}


def test_four_planets_is_for_cats_on_4_different_planets() -> None:
    at = landing(8, "0:moon 1:deep", space=THREE_PLANETS).do(Leave("P1"))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.FOUR_PLANETS)]


def test_four_cats_on_three_planets_are_not_four_planets() -> None:
    at = landing(12, "0:moon 1:deep", space=THREE_PLANETS).do(Leave("P2"))
    assert at.told(GoalTaken) == []


def test_three_on_planet_is_for_3_cats_on_one_planet() -> None:
    at = landing(8, "0:moon 1:deep", space={"P1": "0:planet 1:moon 0:deep"}).do(Leave("P1"))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.THREE_ON_PLANET)]


def test_three_cats_of_different_players_on_a_planet_are_no_goal() -> None:
    at = landing(8, "0:moon 1:deep", space={"P1": "0:planet 1:moon 1:planet"}).do(Leave("P1"))
    assert at.told(GoalTaken) == []


def test_four_moons_is_for_cats_on_4_moons() -> None:
    space = {"M1": "0:planet", "M2": "0:deep", "M3": "0:booster"}
    at = landing(22, "0:satellite 1:deep", space=space).do(Leave("M5"))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.FOUR_MOONS)]


def test_three_moons_are_not_enough() -> None:
    at = landing(22, "0:satellite 1:deep", space={"M1": "0:planet", "M2": "0:deep"}).do(Leave("M5"))
    assert at.told(GoalTaken) == []


def test_two_deep_is_for_2_cats_in_deep_space_on_comet_or_galaxy() -> None:
    at = table("1:moon 0:planet", field=25, space={"comet": "0:moon"}).roll(1, 2, 2, 2, 2, 2).do(Travel((1,)))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.TWO_DEEP)]


def test_a_goal_is_worth_5_points_at_once() -> None:
    at = landing(8, "0:moon 1:deep", space=THREE_PLANETS).do(Leave("P1"))
    assert at.told(Scored) == [Scored(0, 5, "goal", "four_planets")]
    assert at.points == (5, 0)


def test_a_goal_goes_to_the_first_player_only() -> None:
    space = {"P1": "0:planet 0:booster 1:moon 1:planet"}
    at = landing(8, "0:moon 1:deep", space=space).do(Leave("P1"), Leave("P1"))
    assert at.told(GoalTaken) == [GoalTaken(0, Goal.THREE_ON_PLANET)]
    assert at.points == (5, 0)


def test_a_goal_that_was_taken_is_taken_from_nobody() -> None:
    space = {"P1": "0:planet 0:booster 0:deep 1:moon 1:planet"}
    goals = {Goal.THREE_ON_PLANET: 0}
    at = landing(8, "0:moon 1:deep", space=space, goals=goals).do(Stay(), Leave("P1"))
    assert at.state.goals[1] == 0
    assert at.told(GoalTaken) == []


def test_one_landing_can_reach_two_goals() -> None:
    at = landing(8, "0:moon 1:deep", space={**THREE_PLANETS, "P1": "0:satellite 0:saboteur"}).do(Leave("P1"))
    assert {event.goal for event in at.told(GoalTaken)} == {Goal.FOUR_PLANETS, Goal.THREE_ON_PLANET}
    assert at.points == (10, 0)


def test_goals_are_looked_at_after_every_single_landing_in_the_order_of_the_landings() -> None:
    space = {"P1": "1:moon 1:planet 0:planet 0:booster"}
    at = landing(8, "1:deep 0:moon", expedition=2, space=space).do(Leave("P1"))
    assert at.told(GoalTaken) == [GoalTaken(1, Goal.THREE_ON_PLANET)]
