"""Whatever is not possible is refused with a message that helps, and nothing is changed."""

import msgspec
import pytest

from arena.games import api
from arena.games.api import BadSetting, IllegalAction, IllegalOutcome, Refused, WrongRules
from arena.games.mlem import MLEM, Mlem, moves
from arena.games.mlem.moves import Crash, Dealt, Laid, Leave, Outcome, Regain, Reroll, Roll, Stay, Travel, Turned
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from arena.games.mlem.tables import Cat
from tests.games.mlem.table import BOARD, Table, crash, landing, table


class NextRules(Mlem):
    """The same game after its rules have changed."""

    version = Mlem.version + 1


class OtherGame(Mlem):
    name = "chess"


def asked_to_travel() -> State:
    return table("0:moon 1:deep").roll(1, 2, 2, 3, 3, 3).state


def test_an_illegal_action_is_refused_with_a_message_that_names_it_and_the_choices() -> None:
    with pytest.raises(IllegalAction) as refusal:
        MLEM.apply(asked_to_travel(), {0: Travel((3,))})
    assert "seat 0 may not do Travel(faces=(3,)" in str(refusal.value)
    for choice in MLEM.legal(asked_to_travel(), 0):
        assert str(choice) in str(refusal.value)


def test_after_a_refusal_the_state_is_unchanged_and_nothing_was_told() -> None:
    at = table("0:moon 1:deep").roll(1, 2, 2, 3, 3, 3)
    before, told = msgspec.msgpack.encode(at.state), list(at.events)
    with pytest.raises(IllegalAction):
        at.do(Stay())
    assert (msgspec.msgpack.encode(at.state), at.events) == (before, told)
    assert at.do(Travel((2,))).state.field == 4


@pytest.mark.parametrize(
    "action",
    [
        Stay(),
        Leave("P1"),
        Crash(),
        Reroll(),
        Regain(True),
        moves.Board(Cat.DEEP),
        moves.Keep(("M1", "M2", "M3")),
        moves.GoHome(),
        Travel(),
        Travel((2, 1)),
        Travel((1, 1)),
        Travel((1,), boosters=(1,)),
        Travel((1,), ability=True),
    ],
    ids=str,
)
def test_what_does_not_belong_here_is_refused(action: moves.Action) -> None:
    with pytest.raises(IllegalAction):
        MLEM.apply(asked_to_travel(), {0: action})


def test_a_cat_cannot_leave_for_a_body_that_is_not_there() -> None:
    at = landing(8, "0:moon 1:deep")
    for body in ("P2", "M1", "comet", "galaxy", "nowhere"):
        with pytest.raises(IllegalAction, match=body):
            at.do(Leave(body))


def test_a_seat_that_is_not_asked_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"seats \[1\] act, but the game waits for \[0\]"):
        MLEM.apply(asked_to_travel(), {1: Travel((1,))})


def test_a_seat_that_is_not_at_the_table_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"\[7\]"):
        MLEM.apply(asked_to_travel(), {7: Travel((1,))})


def test_one_seat_too_many_is_refused() -> None:
    with pytest.raises(IllegalAction, match=r"seats \[0, 1\] act"):
        MLEM.apply(asked_to_travel(), {0: Travel((1,)), 1: Travel((1,))})


def test_nobody_acting_is_refused_when_somebody_is_asked() -> None:
    with pytest.raises(IllegalAction, match=r"seats \[\] act, but the game waits for \[0\]"):
        MLEM.apply(asked_to_travel(), {})


def test_a_seat_that_is_not_asked_may_do_nothing() -> None:
    assert MLEM.legal(asked_to_travel(), 1) == ()


def test_acting_while_luck_is_waited_for_is_refused() -> None:
    with pytest.raises(IllegalAction, match="waits for nobody"):
        MLEM.apply(table("0:moon 1:deep").state, {0: Travel((1,))})


def test_nobody_acting_while_luck_is_waited_for_is_refused_too() -> None:
    with pytest.raises(IllegalAction):
        MLEM.apply(table("0:moon 1:deep").state, {})


def test_acting_after_the_end_is_refused() -> None:
    at = crash(table("0:moon 1:deep", field=8, crashes=10))
    with pytest.raises(IllegalAction, match="waits for nobody"):
        at.do(moves.Board(Cat.MOON))
    with pytest.raises(IllegalAction):
        MLEM.apply(at.state, {})


@pytest.mark.parametrize(
    "outcome",
    [
        Roll(((1, 5),)),
        Roll(((1, 7),)),
        Roll(((5, 6),)),
        Roll(((2, 3), (1, 3))),
        Roll(((1, 3), (1, 3))),
        Roll(((1, 6), (2, 0))),
        Roll(()),
        Turned(0),
        Laid(4),
        Dealt(("M1", "M2", "M3", "M4")),
    ],
    ids=str,
)
def test_an_impossible_outcome_is_refused(outcome: Outcome) -> None:
    at = table("0:moon 1:deep")
    with pytest.raises(IllegalOutcome, match="cannot come in the phase roll of expedition 1"):
        at.luck(outcome)
    assert at.state.phase is Phase.ROLL


def test_an_outcome_while_a_player_is_asked_is_refused() -> None:
    with pytest.raises(IllegalOutcome, match="phase travel"):
        MLEM.resolve(asked_to_travel(), Roll(((1, 6),)))


def test_an_expedition_token_that_was_turned_cannot_come_again() -> None:
    at = crash(table("0:moon 1:deep", options="ufo", field=8))
    for token in (0, 14, -1):
        with pytest.raises(IllegalOutcome):
            at.luck(Turned(token))


def test_an_exploration_token_that_lies_on_the_mat_cannot_come_again() -> None:
    at = Table(MLEM.setup(MLEM.options("exploration"), 2)).luck(Laid(4))
    for field in (4, 0, 26):
        with pytest.raises(IllegalOutcome):
            at.luck(Laid(field))


@pytest.mark.parametrize(
    "missions", [("M1", "M1", "M1", "P1"), ("M1", "M2", "M3"), ("P1", "M1", "M2", "M3"), ("M1", "M2", "M3", "comet")]
)
def test_an_impossible_deal_is_refused(missions: tuple[str, ...]) -> None:
    with pytest.raises(IllegalOutcome):
        MLEM.resolve(MLEM.setup(MLEM.options("missions"), 2), Dealt(missions))


@pytest.mark.parametrize(("seats", "said"), [(1, "not 1"), (6, "not 6")])
def test_one_player_or_six_are_refused(seats: int, said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        MLEM.setup(Options(), seats)


@pytest.mark.parametrize("text", ["ufos", "ufo+alien", "UFO", "", "ufo+", "ufo missions", "seats"])
def test_an_unknown_variant_is_refused_with_those_there_are(text: str) -> None:
    with pytest.raises(BadSetting, match=r"unknown variant .*; choose base, or any of ufo, exploration, missions"):
        MLEM.options(text)


def test_base_is_not_joined_with_a_variant() -> None:
    with pytest.raises(BadSetting, match=r"base stands alone, for no variant at all; choose base, or any of ufo, "):
        MLEM.options("base+ufo")


def test_a_variant_named_twice_is_refused() -> None:
    with pytest.raises(BadSetting, match="twice"):
        MLEM.options("ufo+ufo")


@pytest.mark.parametrize("options", MLEM.every, ids=str)
def test_every_combination_of_the_variants_is_read_in_any_order(options: Options) -> None:
    assert MLEM.options(str(options)) == options
    assert MLEM.options("+".join(reversed(str(options).split("+")))) == options


def test_a_stored_state_comes_back_as_it_was() -> None:
    state = table("0:moon 1:booster", options="ufo+exploration+missions", field=9).roll(1, 1, 2, 3, 3, "flame").state
    assert api.load(MLEM, api.save(MLEM, state)) == state


def test_a_state_of_another_rules_version_is_refused() -> None:
    with pytest.raises(WrongRules, match=f"rules version {Mlem.version + 1}, cannot be read here"):
        api.load(MLEM, api.save(NextRules(), asked_to_travel()))


def test_a_state_of_another_game_is_refused() -> None:
    with pytest.raises(WrongRules, match="a state of chess"):
        api.load(MLEM, api.save(OtherGame(), asked_to_travel()))


@pytest.mark.parametrize(
    "data", [b"", b"\x00", b"not a state", b"\xc1", b"\x93\xa4mlem\x01\x80", b"\x81\xa4game\xa4mlem"]
)
def test_bytes_that_are_no_state_are_refused(data: bytes) -> None:
    with pytest.raises(WrongRules):
        api.load(MLEM, data)


def test_bytes_nested_deeper_than_any_state_are_refused() -> None:
    with pytest.raises(WrongRules):
        api.load(MLEM, b"\x83\xa4game\xa4mlem\xa5rules\x01\xa5state" + b"\x91" * 100_000)


def test_a_stored_state_that_lacks_a_part_is_refused() -> None:
    with pytest.raises(WrongRules, match="damaged"):
        api.load(MLEM, msgspec.msgpack.encode(api.Saved("mlem", Mlem.version, {"phase": "roll"})))


def test_a_stored_state_that_was_cut_short_is_refused() -> None:
    data = api.save(MLEM, asked_to_travel())
    for length in range(0, len(data), 97):
        with pytest.raises(WrongRules):
            api.load(MLEM, data[:length])


def test_damaged_bytes_never_raise_anything_but_a_refusal() -> None:
    data = api.save(MLEM, asked_to_travel())
    refused = 0
    for place in range(0, len(data), 3):
        damaged = data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :]
        try:
            api.load(MLEM, damaged)
        except Refused:
            refused += 1
    assert refused


def test_the_board_of_a_stored_state_comes_back_with_it() -> None:
    loaded = api.load(MLEM, api.save(MLEM, asked_to_travel()))
    assert isinstance(loaded, State)
    assert loaded.setting.board == BOARD
