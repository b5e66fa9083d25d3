"""Section 7 of the rules, the variant `exploration`."""

import pytest

from arena.games.api import Chance
from arena.games.mlem import MLEM
from arena.games.mlem.events import Moved, Regained, TokenLaid, TokenResolved, TokenTaken, Wormhole
from arena.games.mlem.moves import Laid, Regain, Travel
from arena.games.mlem.state import Phase
from arena.games.mlem.tables import ExplorationToken, Face
from tests.games.mlem.table import BOARD, Table, table

# On the mat that ships: field 4, 9, 13, 18 wormhole; 5, 8, 11, 15, 20, 22 regain; the others points.


def test_the_positions_of_these_tests_are_those_of_the_mat() -> None:
    assert {ExplorationToken(4, "wormhole"), ExplorationToken(8, "regain"), ExplorationToken(12, "points", 2)} <= set(
        BOARD.exploration_tokens
    )


def test_there_are_20_tokens_in_an_order_that_luck_decides() -> None:
    state = MLEM.setup(MLEM.options("exploration"), 2)
    assert MLEM.node(state) == Chance(("lay", "exploration"))
    assert len(MLEM.outcomes(state) or ()) == 20


def test_5_tokens_lie_face_up_at_first_each_on_the_field_of_its_number() -> None:
    at = Table(MLEM.setup(MLEM.options("exploration"), 2))
    at.luck(Laid(4), Laid(23), Laid(7), Laid(12), Laid(9))
    assert at.state.phase is Phase.BOARD
    assert at.state.face_up == (4, 7, 9, 12, 23)
    assert len(at.state.stack) == 15
    assert at.told(TokenLaid)[1] == TokenLaid(23, "points", 3)


def test_when_a_travel_phase_ends_on_a_token_the_captain_resolves_it() -> None:
    at = table("1:moon 0:deep", options="exploration", field=10, face_up=(12,)).roll(2, 3, 3, 3, 3, 3)
    at.do(Travel((2,)))
    assert at.told(TokenTaken) == [TokenTaken(1, "exploration", 12, 2)]


def test_flying_past_a_token_leaves_it_there() -> None:
    at = table("0:moon 1:deep", options="exploration", field=8, face_up=(9,)).roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert at.state.face_up == (9,)
    assert at.state.phase is Phase.LAND


def test_a_token_is_resolved_after_the_used_dice_were_set_aside() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,), dice=6).roll(1, 3, 3, 3, 3, 3)
    at.do(Travel((1,)))
    assert at.state.phase is Phase.REGAIN  # with 5 dice at hand
    assert at.do(Regain(True)).state.dice == 6


@pytest.mark.parametrize(("field", "face", "points"), [(15, 1, 1), (10, 2, 2), (20, "flame", 3)])
def test_points_tokens_are_worth_1_2_or_3_and_are_kept_to_the_end(field: int, face: Face, points: int) -> None:
    at = table("0:moon 1:deep", options="exploration", field=field, face_up=(12, 16, 23)).roll(face, *[3] * 5)
    at.do(Travel((face,)))
    assert at.state.players[0].tokens == (points,)
    assert at.points == (0, 0)
    assert MLEM.score(at.state) == (points, 0)


def test_regain_takes_one_die_back_that_was_set_aside() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,), dice=3).roll(1, 3, 3)
    at.do(Travel((1,)), Regain(True))
    assert at.told(Regained) == [Regained(0, 3)]
    assert at.state.dice == 3


def test_regain_has_no_effect_with_all_6_at_hand() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,), dice=6).roll("flame", 3, 3, 3, 3, 3)
    at.do(Travel(("flame",)))
    assert (at.state.phase, at.state.dice) == (Phase.LAND, 6)
    assert at.told(TokenResolved) == [TokenResolved(0, 8, "regain")]
    assert at.state.face_up == ()


def test_a_wormhole_moves_the_rocket_4_fields_ahead_and_the_travel_phase_ends_there() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9,)).roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert at.told(Moved)[0].to == 9
    assert at.told(Wormhole) == [Wormhole(9, 13)]
    assert (at.state.field, at.state.phase) == (13, Phase.LAND)


def test_a_wormhole_on_field_4_leads_to_a_landing_on_field_8() -> None:
    at = table("0:moon 1:deep", options="exploration", field=3, face_up=(4,)).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert (at.state.field, at.state.phase) == (8, Phase.LAND)


def test_a_token_on_the_field_a_wormhole_leads_to_is_resolved_too() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9, 13, 17)).roll(2, 3, 3, 3, 3, 3)
    at.do(Travel((2,)))
    assert at.told(Wormhole) == [Wormhole(9, 13), Wormhole(13, 17)]
    assert at.told(TokenTaken) == [TokenTaken(0, "exploration", 17, 2)]


def test_a_regain_at_the_end_of_a_wormhole_is_asked_for() -> None:
    at = table("0:moon 1:deep", options="exploration", field=3, face_up=(4, 8)).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert (at.state.phase, at.state.field) == (Phase.REGAIN, 8)


def test_resolved_tokens_leave_the_mat() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9, 13, 23)).roll(2, 3, 3, 3, 3, 3)
    assert at.do(Travel((2,))).state.face_up == (23,)


def test_as_many_new_ones_are_drawn_when_the_whole_chain_is_resolved() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9, 13, 23), stack=(6, 20, 21))
    at.roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert at.state.phase is Phase.LAY
    at.luck(Laid(21))
    assert at.state.phase is Phase.LAY
    at.luck(Laid(6))
    assert at.state.face_up == (6, 21, 23)
    assert (at.state.stack, at.state.phase) == ((20,), Phase.LAND)


def test_new_tokens_are_drawn_after_the_die_was_taken_back() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(8,), stack=(20,), dice=3).roll(1, 3, 3)
    at.do(Travel((1,)), Regain(True))
    assert at.state.phase is Phase.LAY
    assert at.luck(Laid(20)).state.phase is Phase.LAND


def test_an_empty_stack_lays_nothing() -> None:
    at = table("0:moon 1:deep", options="exploration", field=7, face_up=(9, 13), stack=(20,)).roll(2, 3, 3, 3, 3, 3)
    at.do(Travel((2,))).luck(Laid(20))
    assert (at.state.face_up, at.state.phase) == ((20,), Phase.LAND)


def test_a_resolved_token_never_comes_back() -> None:
    at = table("0:moon 1:deep", options="exploration", field=10, face_up=(12,)).roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert 12 not in (*at.state.face_up, *at.state.stack)


def test_tokens_stay_on_the_mat_from_one_expedition_to_the_next() -> None:
    at = table("0:moon 1:deep", options="exploration", field=8, face_up=(20, 21)).roll(3, 3, 3, 3, 3, 3)
    assert (at.state.expedition, at.state.face_up) == (2, (20, 21))
