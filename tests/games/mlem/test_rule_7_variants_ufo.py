"""Section 7 of the rules, the variant `ufo`."""

import pytest

from arena.games.api import Chance, Decide
from arena.games.mlem import MLEM
from arena.games.mlem.events import AbilityUsed, Moved, Rolled, TokenTaken, TokenTurned
from arena.games.mlem.moves import Crash, Leave, Reroll, Stay, Travel, Turned
from arena.games.mlem.state import Phase
from tests.games.mlem.table import BOARD, Table, crash, expedition_token, table


def test_there_are_14_expedition_tokens_in_an_order_that_luck_decides() -> None:
    state = MLEM.setup(MLEM.options("ufo"), 2)
    tokens = [outcome for outcome, _ in MLEM.outcomes(state) or ()]
    assert tokens == [Turned(token) for token in range(14)]


def test_the_ufo_stands_on_field_26_at_first() -> None:
    assert MLEM.setup(MLEM.options("ufo"), 2).ufo == 26


def test_an_expedition_begins_by_turning_up_a_token_before_any_cat_boards() -> None:
    at = Table(MLEM.setup(MLEM.options("ufo"), 2))
    assert MLEM.node(at.state) == Chance(("turn", "expedition"))
    at.luck(Turned(3))
    assert MLEM.node(at.state) == Decide((0,))
    assert at.aboard == ""


def test_every_expedition_turns_up_the_next_token_and_no_token_comes_twice() -> None:
    at = crash(table("0:moon 1:deep", options="ufo", field=8))
    assert at.state.phase is Phase.TURN
    gone = at.state.turns_left
    at.luck(Turned(gone[0]))
    assert at.state.turns_left == gone[1:]


@pytest.mark.parametrize("token", range(14))
def test_the_ufo_moves_0_to_3_fields_towards_the_start(token: int) -> None:
    printed = BOARD.expedition_tokens[token]
    at = Table(MLEM.setup(MLEM.options("ufo"), 2)).luck(Turned(token))
    assert 0 <= printed.ufo <= 3
    assert at.state.ufo == 26 - printed.ufo
    assert at.told(TokenTurned)[0].ufo == 26 - printed.ufo


@pytest.mark.parametrize("token", range(14))
def test_the_captain_has_4_5_or_6_dice_in_this_expedition(token: int) -> None:
    at = Table(MLEM.setup(MLEM.options("ufo"), 2)).luck(Turned(token)).board("moon deep")
    assert at.state.dice == BOARD.expedition_tokens[token].dice
    assert 4 <= at.state.dice <= 6


def test_the_ability_is_usable_once_in_the_expedition() -> None:
    at = table("0:moon 1:deep", options="ufo", token="keep_dice").roll(1, 2, 3, 3, 3, 4)
    at.do(Travel((1,), ability=True)).roll(2, 2, 2, 3, 3, 3)
    assert not any(action.ability for action in at.may if isinstance(action, Travel))


def test_the_ability_is_usable_by_whoever_is_captain_then() -> None:
    at = table("0:moon 1:deep", options="ufo", token="keep_dice", field=7).roll(1, 3, 3, 3, 3, 3)
    at.do(Travel((1,)), Leave("P1"), Stay()).roll(2, 3, 3, 3, 3).do(Travel((2,), ability=True))
    assert at.told(AbilityUsed) == [AbilityUsed(1, "keep_dice", ())]
    assert at.state.dice == 5


def test_a_new_expedition_has_a_new_ability() -> None:
    at = table("0:moon 1:deep", options="ufo", token="reroll", field=8)
    crash(crash(at).do(Reroll()))
    at.luck(Turned(expedition_token("keep_dice")))
    assert at.state.ability


def test_extra_dice_are_used_in_addition_in_this_travel() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 2 2 3", field=8).roll(4, 3, 3, 3, 3, 3)
    at.do(Travel((4,), ability=True))
    assert at.told(Moved)[0].to == 8 + 4 + 2 + 2


def test_all_extra_dice_allowed_at_the_field_must_be_used_and_the_others_are_lost() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 2 2 3", field=8).roll(4, 3, 3, 3, 3, 3)
    at.do(Travel((4,), ability=True))
    assert at.told(AbilityUsed) == [AbilityUsed(0, "extra_dice", (2, 2))]
    assert not at.state.ability


def test_extra_dice_save_the_rocket_when_the_roll_has_no_allowed_die() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 2 2 3", field=8).roll(3, 3, 3, 3, 3, 3)
    assert at.may == (Travel(ability=True), Crash())
    at.do(Travel(ability=True))
    assert (at.state.field, at.state.crashes) == (12, 0)


def test_extra_dice_that_are_not_allowed_at_the_field_do_not_save_the_rocket() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 4", field=9).roll(2, 2, 2, 2, 2, 2)
    assert at.state.crashes == 1


def test_extra_dice_are_never_part_of_the_pool() -> None:
    at = table("0:moon 1:deep", options="ufo", token="extra_dice 2 2 3", field=8, dice=4).roll(4, 3, 3, 3)
    at.do(Travel((4,), ability=True))
    assert at.state.dice == 3


def test_with_keep_dice_the_dice_used_in_this_travel_are_not_set_aside() -> None:
    at = table("0:moon 1:deep", options="ufo", token="keep_dice", dice=5).roll(1, 2, 2, 3, 3)
    assert at.do(Travel((1, 2), ability=True)).state.dice == 5


def test_keep_dice_is_a_choice() -> None:
    at = table("0:moon 1:deep", options="ufo", token="keep_dice", dice=5).roll(1, 2, 2, 3, 3)
    at.do(Travel((1, 2)))
    assert (at.state.dice, at.state.ability) == (2, True)


def test_keep_dice_alone_does_not_save_the_rocket() -> None:
    assert crash(table("0:moon 1:deep", options="ufo", token="keep_dice", field=8)).state.crashes == 1


def test_with_reroll_all_available_dice_are_rolled_again() -> None:
    at = table("0:moon 1:deep", options="ufo", token="reroll", dice=4).roll(1, 2, 3, 3).do(Reroll())
    assert MLEM.node(at.state) == Chance(("roll", 1, 0, 1))
    at.roll("flame", 2, 2, 2)
    assert len(at.told(Rolled)) == 2
    assert {action.faces for action in at.may if isinstance(action, Travel)} == {(2,), ("flame",), (2, "flame")}


def test_dice_are_rolled_again_only_once() -> None:
    at = table("0:moon 1:deep", options="ufo", token="reroll", dice=4).roll(1, 2, 3, 3).do(Reroll()).roll(1, 1, 1, 1)
    assert Reroll() not in at.may


def test_the_new_roll_stands_even_if_it_crashes() -> None:
    at = table("0:moon 1:deep", options="ufo", token="reroll", field=8).roll(2, 2, 2, 2, 2, 2).do(Reroll())
    assert crash(at).state.crashes == 1


def test_dice_may_be_rolled_again_after_a_roll_that_would_crash() -> None:
    at = crash(table("0:moon 1:deep", options="ufo", token="reroll", field=8))
    assert at.may == (Reroll(), Crash())
    saved = at.do(Reroll()).roll(2, 3, 3, 3, 3, 3)
    assert saved.may == (Travel((2,)),)


def test_a_rocket_that_ends_its_travel_on_the_ufos_field_brings_the_captain_the_top_ufo_token() -> None:
    at = table("1:moon 0:deep", options="ufo", field=7, ufo=8).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert at.told(TokenTaken) == [TokenTaken(1, "ufo", 8, 5)]
    assert at.state.players[1].tokens == (5,)


def test_the_contact_comes_before_the_captain_can_leave() -> None:
    at = table("0:moon 1:deep", options="ufo", field=7, ufo=8).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)), Leave("P1"))
    assert at.state.players[0].tokens == (5,)


def test_contact_is_possible_where_nobody_can_land() -> None:
    at = table("0:moon 1:deep", options="ufo", ufo=1).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert at.told(TokenTaken) == [TokenTaken(0, "ufo", 1, 5)]


def test_contact_is_possible_in_deep_space() -> None:
    at = table("0:moon 1:deep", options="ufo", field=25, ufo=26).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert at.told(TokenTaken) == [TokenTaken(0, "ufo", 26, 5)]


def test_flying_past_the_ufo_is_no_contact() -> None:
    at = table("0:moon 1:deep", options="ufo", field=7, ufo=8).roll(2, 3, 3, 3, 3, 3).do(Travel((2,)))
    assert at.told(TokenTaken) == []


@pytest.mark.parametrize(("taken", "points"), [(0, 5), (1, 4), (2, 3), (3, 2), (4, 1)])
def test_ufo_tokens_are_taken_in_the_order_5_4_3_2_1(taken: int, points: int) -> None:
    at = table("0:moon 1:deep", options="ufo", field=7, ufo=8, ufo_taken=taken).roll(1, 3, 3, 3, 3, 3)
    assert at.do(Travel((1,))).state.players[0].tokens == (points,)


def test_when_the_ufo_tokens_are_gone_a_contact_brings_nothing() -> None:
    at = table("0:moon 1:deep", options="ufo", field=7, ufo=8, ufo_taken=5).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert at.told(TokenTaken) == []


def test_a_ufo_token_is_worth_its_points_at_the_end() -> None:
    at = table("0:moon 1:deep", options="ufo", field=7, ufo=8).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert at.points == (0, 0)
    assert MLEM.score(at.state) == (5, 0)


def test_without_the_variant_there_is_no_contact_and_no_token() -> None:
    at = table("0:moon 1:deep", field=25).roll(1, 3, 3, 3, 3, 3).do(Travel((1,)))
    assert at.told(TokenTaken) == []
    assert at.state.phase is Phase.BOARD
