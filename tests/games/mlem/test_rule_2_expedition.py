"""Section 2 of the rules: launch, and how expeditions follow each other."""

import pytest

from arena.games.api import Chance, IllegalAction
from arena.games.mlem import MLEM, moves
from arena.games.mlem.events import Boarded, CaptainChanged, ExpeditionBegan, Rolled
from arena.games.mlem.moves import Leave, Stay, Travel
from arena.games.mlem.state import Phase
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import Table, crash, landing, table


def new_game(seats: int) -> Table:
    return Table(MLEM.setup(MLEM.options("base"), seats))


def test_at_the_launch_the_rocket_stands_on_field_0() -> None:
    assert new_game(2).state.field == 0
    at = crash(table("0:moon 1:deep", field=17))
    assert (at.state.phase, at.state.field) == (Phase.BOARD, 0)


def test_from_the_starter_clockwise_every_player_puts_one_cat_on_the_rocket() -> None:
    at = crash(table("1:moon 2:deep 0:planet", expedition=2))
    at.board("moon deep planet")
    assert [event.seat for event in at.told(Boarded)] == [2, 0, 1]


def test_every_player_sees_what_was_put_before() -> None:
    at = new_game(3).board("moon deep")
    assert MLEM.view(at.state, 2).aboard == at.state.aboard
    assert at.aboard == "0:moon 1:deep"


def test_only_a_cat_that_is_still_at_home_can_board() -> None:
    at = crash(table("1:deep 0:planet", expedition=2, space={"P1": "0:moon 0:booster"}))
    assert {Cat.MOON, Cat.BOOSTER}.isdisjoint(action.cat for action in at.may if isinstance(action, moves.Board))
    with pytest.raises(IllegalAction, match="moon"):
        at.board("moon")


def test_a_boarded_cat_is_no_longer_at_home() -> None:
    at = new_game(2).board("moon")
    assert Cat.MOON not in at.state.players[0].home
    assert len(at.state.players[0].home) == 7


def test_boarding_order_is_rocket_order() -> None:
    assert new_game(4).board("planet planet moon deep").aboard == "0:planet 1:planet 2:moon 3:deep"


def test_when_everybody_is_aboard_the_captain_rolls() -> None:
    at = new_game(2).board("moon deep")
    assert MLEM.node(at.state) == Chance(("roll", 1, 0, 0))


def test_the_first_cat_in_rocket_order_is_the_captains() -> None:
    at = table("1:moon 0:deep").roll(1, 1, 1, 2, 2, 2)
    assert at.state.asked == 1
    assert at.told(Rolled)[0].seat == 1


def test_travel_and_landing_alternate_while_a_cat_is_aboard() -> None:
    at = table("0:moon 1:deep", field=7).roll(1, 2, 2, 3, 3, 4).do(Travel((1,)))
    phases = [at.state.phase]
    phases.append(at.do(Stay(), Stay()).state.phase)
    phases.append(at.roll(2, 2, 3, 3, 4).state.phase)
    assert phases == [Phase.LAND, Phase.ROLL, Phase.TRAVEL]


def test_an_expedition_ends_when_no_cat_is_aboard() -> None:
    at = landing(8, "0:moon 1:deep").do(Leave("P1"), Leave("P1"))
    assert at.told(ExpeditionBegan) == [ExpeditionBegan(2, 1, 6)]


def test_an_expedition_ends_when_the_rocket_has_crashed() -> None:
    at = crash(table("0:moon 1:deep", field=8))
    assert at.told(ExpeditionBegan) == [ExpeditionBegan(2, 1, 6)]


def test_the_next_seat_clockwise_starts_the_next_expedition_whoever_the_last_captain_was() -> None:
    at = landing(8, "0:moon 1:deep 2:planet").do(Leave("P1"), Leave("P1"), Stay())
    assert at.told(CaptainChanged)[-1] == CaptainChanged(2)
    assert crash(at).state.asked == 1


def test_after_the_last_seat_seat_0_starts_again() -> None:
    at = crash(table("2:moon 0:deep 1:planet", expedition=3))
    assert at.state.asked == 0


def test_dice_boosters_and_the_rocket_are_as_new_in_every_expedition() -> None:
    at = crash(table("0:booster 1:deep", field=8, dice=1, spent=(0,)))
    assert (at.state.dice, at.state.spent, at.state.field, at.aboard) == (6, (), 0, "")
    at.board("deep booster").roll(3, 3, 3, 3, 3, 3)
    assert Travel((), boosters=(0,)) in at.may
