"""Section 9 of the rules: the rulings on the variants, R13 to R26."""

from importlib.resources import files

import pytest
from msgspec.structs import replace

from arena.games.api import Decide, IllegalAction, Refused
from arena.games.mlem import MLEM, boardfile
from arena.games.mlem.events import AbilityUsed, MissionsDealt, MissionsKept, Regained, TokenTaken, Wormhole
from arena.games.mlem.moves import Crash, Dealt, Keep, Laid, Leave, Regain, Reroll, Travel, Turned
from arena.games.mlem.state import Phase
from arena.games.mlem.tables import ExplorationToken
from tests.games.mlem.table import BOARD, Table, crash, landing, table


def choosing() -> Table:
    at = Table(MLEM.setup(MLEM.options("missions"), 2))
    return at.luck(Dealt(("M1", "M1", "P4", "P5")), Dealt(("M2", "P3", "P4", "P5")))


def test_r13_without_a_token_there_are_6_dice_and_no_ability_and_the_ufo_stays() -> None:
    at = table("0:moon 1:deep", options="ufo", field=8, dice=4, token="reroll", ufo=11)
    at.state = replace(at.state, turns_left=())
    crash(at).do(Crash())
    assert (at.state.phase, at.state.dice, at.state.ufo) == (Phase.BOARD, 6, 11)
    at.board("moon deep").roll(1, 1, 1, 1, 1, 1)
    assert at.may == (Travel((1,)),)


def test_r14_the_ufo_stops_on_field_0() -> None:
    at = crash(table("0:moon 1:deep", options="ufo", field=8, ufo=2))
    furthest = next(token for token in at.state.turns_left if BOARD.expedition_tokens[token].ufo == 3)
    assert at.luck(Turned(furthest)).state.ufo == 0


def test_r15_a_reroll_replaces_the_roll_as_a_whole_and_is_then_spent() -> None:
    at = table("0:moon 1:deep", options="ufo", token="reroll", field=8).roll(2, 2, 2, 4, 4, 4).do(Reroll())
    assert (at.state.roll, at.state.ability) == ((), False)
    assert at.roll(2, 3, 3, 3, 3, 3).may == (Travel((2,)),)


def test_r15_a_booster_may_still_be_used_after_a_reroll() -> None:
    at = table("0:booster 1:deep", options="ufo", token="reroll", field=9)
    at = crash(crash(at).do(Reroll()))
    assert at.may == (Travel((), (0,)), Crash())


def test_r16_keep_dice_is_spent_even_if_no_die_was_saved_by_it() -> None:
    at = table("0:moon 1:deep", options="ufo", token="keep_dice").roll("flame", 3, 3, 3, 3, 3)
    at.do(Travel(("flame",), ability=True))
    assert (at.state.dice, at.state.ability) == (6, False)
    assert at.told(AbilityUsed) == [AbilityUsed(0, "keep_dice", ())]


def test_r16_extra_dice_are_announced_with_the_travel_choice() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 2 3", field=8).roll(4, 3, 3, 3, 3, 3)
    assert {Travel((4,)), Travel((4,), ability=True)} <= set(at.may)
    at.do(Travel((4,), ability=True))
    assert (at.state.field, at.state.ability) == (14, False)


def test_r17_an_extra_flame_counts_the_fields_flame_value() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 1 flame", field=9).roll(3, 2, 2, 2, 2, 2)
    assert at.do(Travel((3,), ability=True)).state.field == 9 + 3 + 1 + 2


def test_r17_an_extra_flame_counts_nothing_where_the_flame_is_not_allowed() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 1 flame", field=11).roll(3, 4, 4, 4, 4, 4)
    at.do(Travel((3,), ability=True))
    assert at.state.field == 11 + 3 + 1
    assert at.told(AbilityUsed) == [AbilityUsed(0, "extra_dice", (1,))]


def test_r18_the_exploration_token_is_resolved_before_the_ufo_contact_is_judged() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=10, face_up=(12,), ufo=12).roll(2, 3, 3, 3, 3, 3)
    at.do(Travel((2,)))
    assert at.told(TokenTaken) == [TokenTaken(0, "exploration", 12, 2), TokenTaken(0, "ufo", 12, 5)]


def test_r18_a_wormhole_leads_away_from_a_ufo_on_its_own_field() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=7, face_up=(9,), ufo=9).roll(2, 3, 3, 3, 3, 3)
    assert at.do(Travel((2,))).told(TokenTaken) == []


def test_r18_a_wormhole_leads_to_a_ufo_where_it_ends() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=7, face_up=(9,), ufo=13).roll(2, 3, 3, 3, 3, 3)
    assert at.do(Travel((2,))).told(TokenTaken) == [TokenTaken(0, "ufo", 13, 5)]


def test_r18_the_contact_waits_until_the_die_is_taken_back_and_new_tokens_lie() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=7, face_up=(8,), stack=(20,), ufo=8, dice=4)
    at.roll(1, 3, 3, 3).do(Travel((1,)), Regain(True))
    assert at.told(TokenTaken) == []
    assert at.luck(Laid(20)).told(TokenTaken) == [TokenTaken(0, "ufo", 8, 5)]


def test_r19_a_wormhole_past_the_end_stops_on_26() -> None:
    at = table("0:moon 1:planet", options="exploration", field=22, face_up=(24,))
    board = replace(BOARD, exploration_tokens=(ExplorationToken(24, "wormhole"),))
    at.state = replace(at.state, setting=replace(at.state.setting, board=board))
    at.roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert at.told(Wormhole) == [Wormhole(24, 26)]
    assert at.points == (7, 5)


def test_r20_dice_that_the_expedition_token_left_out_may_come_back() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=7, face_up=(8,), dice=5)
    at.roll("flame", 3, 3, 3, 3).do(Travel(("flame",)), Regain(True))
    assert at.told(Regained) == [Regained(0, 6)]


def test_r20_six_dice_are_the_most() -> None:
    at = table("0:moon 1:deep", options="ufo+exploration", field=7, face_up=(8,), dice=6)
    at.roll("flame", 3, 3, 3, 3, 3).do(Travel(("flame",)))
    assert (at.state.phase, at.state.dice) == (Phase.LAND, 6)


def test_r21_regain_is_optional() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,), dice=3).roll(1, 3, 3).do(Travel((1,)))
    assert set(at.may) == {Regain(True), Regain(False)}
    at.do(Regain(False))
    assert (at.state.dice, at.state.face_up, at.told(Regained)) == (2, (), [])


def test_r21_the_captain_is_asked_only_when_regain_would_have_an_effect() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,)).roll("flame", 3, 3, 3, 3, 3)
    assert at.do(Travel(("flame",))).state.phase is Phase.LAND


def test_r22_every_exploration_token_has_its_own_field() -> None:
    fields = [token.field for token in BOARD.exploration_tokens]
    assert len(set(fields)) == len(fields) == 20


def test_r22_a_board_with_two_exploration_tokens_for_one_field_is_refused() -> None:
    text = files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8")
    twice = text.replace('field = 4\neffect = "wormhole"', 'field = 5\neffect = "wormhole"')
    assert twice != text
    with pytest.raises(Refused, match="5"):
        boardfile.read(twice)


def test_r23_one_cat_fulfils_both_tokens_of_one_mission_target() -> None:
    at = table("0:moon 1:moon", options="missions", missions={0: "M1 M1 P5"}, space={"M1": "0:deep"})
    assert MLEM.score(at.state)[0] == 5


def test_r24_for_a_navigator_the_body_it_lands_on_counts_for_a_mission() -> None:
    missions = {0: "M1 P4 P5", 1: "M2 P1 P3"}
    at = landing(8, "0:navigator 1:navigator", options="missions", missions=missions)
    at.do(Leave("M1"), Leave("M1"))
    assert at.points == (2, 1)
    assert MLEM.score(at.state) == (2 + 2, 1)  # beside P1, but not on it


def test_r25_all_players_choose_their_missions_at_once() -> None:
    assert MLEM.node(choosing().state) == Decide((0, 1))


def test_r25_one_choice_alone_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"waits for \[0, 1\]"):
        MLEM.apply(choosing().state, {0: Keep(("M1", "M1", "P4"))})


def test_r25_nobody_sees_another_players_choice() -> None:
    at = choosing()
    MLEM.apply(at.state, {0: Keep(("M1", "M1", "P4")), 1: Keep(("M2", "P3", "P4"))}, at.events.append)
    seen = [event for event in at.events if event.seen_by(1) and isinstance(event, MissionsDealt | MissionsKept)]
    assert {event.seat for event in seen} == {1}
    assert len(seen) == 2


def test_r26_a_new_token_drawn_onto_the_rockets_field_waits_for_a_later_travel_phase() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9,), stack=(13, 17))
    at.roll(2, 3, 3, 3, 3, 3).do(Travel((2,))).luck(Laid(13))
    assert (at.state.field, at.state.phase, at.state.face_up) == (13, Phase.LAND, (13,))
    assert at.told(Wormhole) == [Wormhole(9, 13)]


def test_r26_a_token_that_lay_there_before_the_chain_began_is_resolved_in_it() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9, 13), stack=(17, 20))
    at.roll(2, 3, 3, 3, 3, 3).do(Travel((2,))).luck(Laid(17), Laid(20))
    assert at.told(Wormhole) == [Wormhole(9, 13), Wormhole(13, 17)]
    assert at.state.face_up == (17, 20)
