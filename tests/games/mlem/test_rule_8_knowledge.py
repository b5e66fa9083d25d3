"""Section 8 of the rules: what everybody knows, what one player knows and what nobody knows."""

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from arena.games.api import Chance
from arena.games.chance import RandomDraw
from arena.games.mlem import MLEM
from arena.games.mlem.events import MissionsDealt, MissionsKept
from arena.games.mlem.moves import Dealt, Leave, Travel
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from tests.games.mlem.table import BOARD, Table, landing, riders, table

ALL = "ufo+exploration+missions"
MISSIONS = {0: "M1 P4 P5", 1: "M2 P1 P3"}


def behind(state: State, seat: int) -> State:
    """A whole position that the seat may imagine."""
    setting = state.setting
    draw = RandomDraw(Random(7))
    return MLEM.imagine(setting.options, setting.seats, setting.board, MLEM.view(state, seat), draw)


def everything() -> Table:
    return table(
        "0:booster 1:deep",
        options=ALL,
        field=9,
        dice=4,
        crashes=3,
        spent=(0,),
        space={"P1": "1:moon"},
        token="keep_dice",
        ufo=12,
        ufo_taken=2,
        face_up=(6, 20),
        stack=(7, 8),
        missions=MISSIONS,
    )


def test_cats_in_space_at_home_and_aboard_are_public() -> None:
    at = everything()
    for seat in (0, 1):
        view = MLEM.view(at.state, seat)
        assert (view.aboard, view.space) == (at.state.aboard, at.state.space)
        assert [player.home for player in view.players] == [player.home for player in at.state.players]


def test_dice_field_and_crash_track_are_public() -> None:
    at = everything().roll(1, 2, 3, "flame")
    view = MLEM.view(at.state, 1)
    assert (view.field, view.dice, view.crashes, view.spent) == (9, 4, 3, (0,))
    assert view.roll == ((1, 1), (2, 1), (3, 1), ("flame", 1))


def test_points_taken_from_moons_and_deep_space_and_goals_are_public() -> None:
    at = landing(22, "0:moon 1:deep", space={"M1": "0:planet 0:deep", "M2": "0:booster"}).do(Leave("M5"))
    view = MLEM.view(at.state, 1)
    assert view.players[0].points == 12 + 5
    assert view.goals == (None, None, 0, None)


def test_the_ufo_the_expedition_token_and_the_face_up_tokens_are_public() -> None:
    at = everything()
    view = MLEM.view(at.state, 1)
    assert (view.ufo, view.ufo_taken, view.face_up) == (12, 2, (6, 20))
    assert (view.token, view.ability) == (at.state.token, True)


def test_tokens_kept_face_down_were_seen_when_taken_and_are_public() -> None:
    at = table("0:moon 1:deep", options="ufo", field=7, ufo=8).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert MLEM.view(at.state, 1).players[0].tokens == (5,)


def test_a_players_missions_dealt_and_kept_are_private() -> None:
    at = everything()
    mine, theirs = MLEM.view(at.state, 0).players
    assert (mine.missions, len(mine.dealt or ())) == (("M1", "P4", "P5"), 4)
    assert (theirs.missions, theirs.dealt) == (None, None)


def test_missions_are_private_from_the_deal_on() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 2)).luck(Dealt(("M1", "M1", "P4", "P5")))
    assert MLEM.view(at.state, 1).players[0].dealt is None
    assert MLEM.view(at.state, 0).players[0].dealt == ("M1", "M1", "P4", "P5")


def test_missions_are_told_to_their_owner_only() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 2))
    at.luck(Dealt(("M1", "M1", "P4", "P5")), Dealt(("M2", "P3", "P4", "P5")))
    MLEM.apply(at.state, {seat: MLEM.default(at.state, seat) for seat in (0, 1)}, at.events.append)
    told = [event for event in at.events if isinstance(event, MissionsDealt | MissionsKept)]
    assert [(event.seat, event.seen_by(0), event.seen_by(1)) for event in told] == [
        (0, True, False),
        (1, False, True),
    ] * 2


def test_different_missions_of_others_give_the_same_view() -> None:
    at = everything()
    mine, theirs = at.state.players
    other = replace(theirs, dealt=("M3", "M3", "M4", "M4"), missions=("M3", "M3", "M4"))
    assert MLEM.view(replace(at.state, players=(mine, other)), 0) == MLEM.view(at.state, 0)


def test_nobody_knows_the_order_of_the_stacks() -> None:
    at = Table(MLEM.setup(MLEM.options("exploration"), 2))
    chances = [probability for _, probability in MLEM.outcomes(at.state) or ()]
    assert chances == [Fraction(1, 20)] * 20
    view = MLEM.view(at.state, 0)
    assert view.stack == tuple(sorted(view.stack))


def test_nobody_knows_future_dice() -> None:
    at = everything()
    assert MLEM.node(at.state) == Chance(("roll", 1, 0, 0))
    assert MLEM.view(at.state, 0).roll == ()


@pytest.mark.parametrize("options", MLEM.every, ids=str)
def test_a_view_is_all_that_is_needed_to_go_on(options: Options) -> None:
    at = table("0:booster 1:deep", options=str(options), field=9, missions=MISSIONS).roll(1, 1, 2, 2, 3, 3)
    imagined = behind(at.state, 1)
    assert MLEM.view(imagined, 1) == MLEM.view(at.state, 1)
    assert imagined.legal == at.state.legal
    assert MLEM.node(imagined) == MLEM.node(at.state)


def test_imagined_missions_are_tokens_that_the_seat_has_not_seen() -> None:
    at = table("0:moon 1:deep", options="missions", missions={0: "M1 M1 P5"})
    _, theirs = behind(at.state, 0).players
    assert len(theirs.dealt or ()) == 4
    assert len(theirs.missions or ()) == 3
    assert "M1" not in (theirs.dealt or ())


def test_missions_are_imagined_also_while_a_new_exploration_token_is_drawn() -> None:
    at = table("0:moon 1:deep", options=ALL, field=10, face_up=(12,), stack=(20, 21), missions=MISSIONS)
    at.roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert at.state.phase is Phase.LAY
    _, theirs = behind(at.state, 0).players
    assert len(theirs.dealt or ()) == 4
    assert len(theirs.missions or ()) == 3


def test_before_the_deal_nobody_is_imagined_to_have_missions() -> None:
    at = Table(MLEM.setup(MLEM.options(ALL), 2))
    assert [player.dealt for player in behind(at.state, 0).players] == [(), ()]


def test_whoever_is_dealt_later_is_imagined_without_missions() -> None:
    at = Table(MLEM.setup(MLEM.options("missions"), 3)).luck(Dealt(("M1", "M1", "P4", "P5")))
    first, second, third = behind(at.state, 2).players
    assert len(first.dealt or ()) == 4
    assert (second.dealt, third.dealt) == ((), ())


def test_without_missions_nothing_is_hidden() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=9, space={"P1": "1:moon"})
    assert behind(at.state, 0) == at.state
    assert at.state.aboard == riders("0:moon 1:deep")


def test_the_mat_is_public() -> None:
    assert everything().state.setting.board == BOARD
