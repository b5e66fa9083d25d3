"""Section 6 of the rules: when the game ends, planets, totals and places."""

from arena.games.mlem import MLEM
from arena.games.mlem.events import ExpeditionBegan, GameEnded, Scored
from arena.games.mlem.moves import Leave, Stay
from arena.games.mlem.state import Goal
from tests.games.mlem.table import crash, landing, table

SEVEN = {"P1": "0:satellite 0:navigator 0:parachute 0:planet 0:deep 0:saboteur 0:booster"}


def test_the_game_ends_at_once_when_the_crash_track_reaches_11() -> None:
    at = crash(table("0:moon 1:deep", field=8, crashes=10))
    assert at.is_over
    assert at.told(GameEnded) == [GameEnded("crashes")]
    assert at.told(ExpeditionBegan) == []


def test_ten_crashes_do_not_end_the_game() -> None:
    assert not crash(table("0:moon 1:deep", field=8, crashes=9)).is_over


def test_the_game_ends_when_a_player_has_all_8_cats_in_space_and_the_expedition_is_over() -> None:
    at = landing(8, "0:moon 1:deep", space=SEVEN).do(Leave("P1"), Leave("P1"))
    assert at.is_over
    assert at.told(GameEnded) == [GameEnded("all_in_space")]


def test_a_last_cat_that_went_home_does_not_end_the_game() -> None:
    assert not crash(table("0:moon 1:deep", field=8, space=SEVEN)).is_over


def test_players_rank_on_a_planet_by_number_of_cats() -> None:
    at = table("0:moon 1:moon", space={"P3": "0:planet 1:deep 1:booster"})
    assert MLEM.score(at.state) == (2 * 3, 5)


def test_a_tie_on_a_planet_goes_to_whose_first_cat_arrived_earlier() -> None:
    at = table("0:moon 1:moon", space={"P3": "1:deep 0:deep 0:booster 1:booster"})
    assert MLEM.score(at.state) == (3, 5)


def test_the_booklets_example_blue_5_yellow_3_and_the_two_others_2_each() -> None:
    at = table("0:moon 1:moon 2:moon 3:moon", space={"P3": "3:deep 2:deep 1:deep 0:deep 0:booster"})
    assert MLEM.score(at.state) == (5, 2, 2, 3)


def test_every_other_player_with_a_cat_there_gets_the_third_value() -> None:
    at = table("0:moon 1:moon 2:moon 3:moon 4:moon", space={"P5": "0:deep 1:deep 2:deep 3:deep"})
    assert MLEM.score(at.state) == (7, 5, 3, 3, 0)


def test_a_planet_cat_doubles_whatever_value_its_owner_gets_there() -> None:
    at = table("0:moon 1:moon 2:moon", space={"P5": "0:deep 1:planet 2:planet", "P4": "1:deep"})
    assert MLEM.score(at.state) == (7, 2 * 5 + 6, 2 * 3)


def test_each_planet_is_told_when_the_game_ends() -> None:
    at = crash(table("0:moon 1:moon", field=8, crashes=10, space={"P3": "1:deep", "P5": "0:deep 1:booster"}))
    assert at.told(Scored) == [
        Scored(1, 5, "planet", "P3"),
        Scored(0, 7, "planet", "P5"),
        Scored(1, 5, "planet", "P5"),
    ]


def test_the_total_is_moons_and_deep_space_and_goals_and_planets() -> None:
    at = landing(22, "0:moon 1:moon", space={"P3": "0:deep", "M1": "0:planet 0:satellite", "M2": "0:booster"})
    at.do(Leave("M5"))  # 6 doubled, and the goal of four moons
    assert MLEM.score(at.state) == (12 + 5 + 5, 0)


def test_the_total_adds_what_the_variants_add() -> None:
    at = table(
        "0:moon 1:moon", options="ufo+missions", field=7, ufo=8, missions={0: "P1 P2 P3"}, space={"P1": "0:deep"}
    )
    at.roll(1, 3, 3, 3, 3, 3).do(at.may[0])
    assert at.state.players[0].tokens == (5,)
    assert MLEM.score(at.state)[0] == 3 + 5 + 2


def test_all_points_of_a_game_are_told() -> None:
    at = landing(22, "0:moon 1:planet", crashes=10, space={"P3": "0:deep 1:deep", "M1": "1:booster"})
    crash(at.do(Leave("M5"), Stay()))
    told = [sum(event.points for event in at.told(Scored) if event.seat == seat) for seat in (0, 1)]
    assert told == [12 + 5, 3] == list(MLEM.score(at.state))


def test_most_points_win() -> None:
    at = table("0:moon 1:moon 2:moon", space={"P5": "1:deep 2:deep 0:deep"})
    assert MLEM.score(at.state) == (3, 7, 5)
    assert MLEM.places(at.state) == (3, 1, 2)


def test_equal_totals_share_the_win_and_the_second_place_is_left_out() -> None:
    at = table("0:moon 1:moon 2:moon", space={"P3": "0:deep", "P1": "1:booster", "P2": "2:booster 1:deep"})
    assert MLEM.score(at.state) == (5, 5, 4)
    assert MLEM.places(at.state) == (1, 1, 3)


def test_equal_totals_behind_the_winner_share_their_place_too() -> None:
    at = table("0:moon 1:moon 2:moon", space={"P3": "0:deep", "P5": "2:booster 1:deep"})
    assert MLEM.score(at.state) == (5, 5, 7)
    assert MLEM.places(at.state) == (2, 2, 1)


def test_players_who_all_have_nothing_share_the_first_place() -> None:
    assert MLEM.places(table("0:moon 1:moon 2:moon 3:moon").state) == (1, 1, 1, 1)


def test_goals_count_until_the_end_whoever_stands_where_then() -> None:
    at = landing(8, "0:moon 1:deep", space={"P1": "0:planet 0:deep"}).do(Leave("P1"))
    assert at.state.goals[list(Goal).index(Goal.THREE_ON_PLANET)] == 0
    assert MLEM.score(at.state) == (5 + 2 * 3, 0)
