"""The bytes that `arena check` shows: what is wrong is always in sight."""

from typing import Any

import msgpack
import pytest

from arena.conformance_evidence import SHORT, choices, hexed, readable
from arena.conformance_place import Place, legal_place, wrong_place

ACT = {"type": "act", "match": "m", "turn": 7, "action": {"do": "stay"}}


def act(**changed: Any) -> bytes:
    return msgpack.packb(ACT | changed)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"turn": 7.0}, "turn"),
        ({"value": float("nan")}, "value"),
        ({"value": float("-inf")}, "value"),
        ({"note": "x" * 1001}, "note"),
        ({"note": "x" * 5000}, "note"),
        ({"note": b"x"}, "note"),
        ({"action": 3}, "action"),
        ({"action": {"do": [b"x"]}}, "action"),
        ({"action": {"do": [[[[[[[["x"]]]]]]]]}}, "action"),
        ({"match": 5}, "match"),
        ({"type": "action"}, "type"),
        ({"type": None}, "type"),
    ],
)
def test_the_place_of_a_wrong_value_is_found_behind_good_messages(changed: dict[str, Any], field: str) -> None:
    data = act() + act(**changed)
    place = wrong_place(data)
    assert place is not None
    assert place.field == field
    assert data[place.begin : place.end] == msgpack.packb(changed[field])


def test_bad_utf8_has_its_place() -> None:
    data = act(note="x").replace(b"\xa1x", b"\xa1\xff")
    assert wrong_place(data) == Place(len(data) - 2, len(data), "note")


def test_a_key_that_is_no_text_has_its_place() -> None:
    assert wrong_place(b"\x81\xc4\x04type\xa3act") == Place(1, 7)


def test_text_after_a_message_has_its_place() -> None:
    assert wrong_place(act() + b"hello") == Place(len(act()), len(act()) + 1)


def test_a_byte_that_msgpack_does_not_have_has_its_place() -> None:
    assert wrong_place(act() + b"\x82\xa1x\xc1") == Place(len(act()) + 3, len(act()) + 4)


@pytest.mark.parametrize("data", [b"", act(), act() + act()[:9], msgpack.packb({"type": "act", "match": "m"})])
def test_good_messages_unfinished_ones_and_those_that_lack_a_field_have_no_wrong_place(data: bytes) -> None:
    assert wrong_place(data) is None


def test_few_bytes_are_shown_whole_and_of_many_those_around_the_place() -> None:
    assert hexed(bytes(SHORT)) == bytes(SHORT).hex(" ")
    shown = hexed(bytes(500) + b"\xc1" + bytes(500), Place(500, 501))
    assert shown.startswith("436 bytes ... 00")
    assert " 00 c1 00 " in shown
    assert shown.endswith(" ... 437 more bytes")


def test_messages_are_shown_with_what_json_does_not_have() -> None:
    assert '"value":NaN}' in readable(act(value=float("nan")))
    assert '"value":-Infinity}' in readable(act(value=float("-inf")))
    assert '"turn":7.0' in readable(act(turn=7.0))
    assert '"note":bin(x\\xff)' in readable(act(note=b"x\xff"))


def test_several_messages_are_shown_and_what_comes_after_them() -> None:
    shown = readable(act(turn=1) + act(turn=2) + b"done\n")
    assert shown.index('"turn":1') < shown.index('"turn":2') < shown.index("done\\n")


def test_what_would_rule_a_terminal_is_shown_as_an_escape() -> None:
    assert "\x1b" not in readable(act(note="\x1b[2J\u202e") + b"\x1b[2J")
    assert "\u202e" not in readable(act(note="\u202e"))


def test_no_field_of_a_message_hides_another() -> None:
    ask = {"type": "ask", "view": ["x"] * 1000, "legal": [{"do": "stay"}] * 99, "events": ["e" * 999], "budget": 1}
    shown = readable(msgpack.packb(ask))
    assert '"legal":[{"do":"stay"},' in shown
    assert shown.endswith('"budget":1}')
    assert len(shown) < 1000


def test_the_place_of_the_legal_actions_is_found_in_an_ask() -> None:
    data = msgpack.packb({"type": "ask", "view": {}, "legal": []})
    place = legal_place(data)
    assert place
    assert data[place.begin : place.end] == b"\xa5legal"


def test_the_legal_actions_most_like_the_one_that_was_said_come_first() -> None:
    legal = [{"do": "leave", "to": str(number)} for number in range(20)]
    told = choices({"do": "leave", "to": "15"}, legal)
    assert told.startswith('{"do":"leave","to":"15"}, {"do":"leave","to":"0"}')
    assert told.endswith(", ... 12 more")
    assert choices(3, legal).startswith('{"do":"leave","to":"0"}')


def test_bytes_of_any_kind_can_be_shown() -> None:
    for data in (
        b"\xc1",
        b"\x91" * 2000,
        b"\x81\x80\x01",
        b"\xd6\xff\0\0\0\1",
        bytes(range(256)),
        b"\xdf\xff\xff\xff\xff",
    ):
        assert readable(data).isprintable()
        wrong_place(data)
