"""Messages to show and to test with: good ones, odd ones that are accepted, and bad ones with their verdict.

The data of the game in them is shortened; each game documents its own.
"""

from typing import Any, NamedTuple, TypeAlias

import msgspec

from protocol.faults import PLAYED, Fault
from protocol.limits import FROM_BOT, GAME, GAMES, NAME, NOTE, RELEASE, VERSION
from protocol.troubles import Reason
from protocol.words import Act, Ask, Budget, BudgetLeft, Bye, Hello, Message, Over, Ready, Start

MATCH = "m-0017"
BOARD = {"do": "board", "cat": "moon"}
BUDGET = Budget(start=5.0, decision=0.25, bank=2.0)
VIEW = {"phase": "board", "field": 0, "crashes": 3, "aboard": [[0, "deep"]]}
WAITS = "waits"  # no verdict yet: more bytes may come, or the time runs out

EXAMPLES: dict[str, Message] = {
    "hello": Hello(protocol=VERSION, arena="0.1.0"),
    "ready": Ready(protocol=VERSION, name="Whiskers", version="1.2"),
    "ready_full": Ready(protocol=VERSION, name="Whiskers", version="1.2", author="Ada", games=["mlem", "space_maze"]),
    "start": Start(MATCH, "mlem", 1, {"ufo": True}, {"goals": {"points": 5}}, 1, 4, BUDGET, 42),
    "start_largest_seed": Start(MATCH, "mlem", 1, {}, {}, 0, 2, BUDGET, 2**64 - 1),
    "ask": Ask(
        MATCH,
        7,
        VIEW,
        [BOARD, {"do": "board", "cat": "deep"}],
        [{"event": "boarded", "seat": 0, "cat": "deep"}],
        BudgetLeft(decision=0.25, bank=1.5),
    ),
    "act": Act(MATCH, 7, BOARD),
    "act_full": Act(MATCH, 7, BOARD, note="the moon is free", value=0.25),
    "over": Over(MATCH, [2, 1, 3, 3], [31, 40, 12, 12], [{"event": "ended", "how": "crashes"}], PLAYED),
    "over_fault": Over(MATCH, [1, 2], [31, 40], [], Fault.LATE),
    "bye": Bye(),
}


Parts: TypeAlias = tuple[tuple[bytes, int], ...]  # bytes, each repeated so many times


class Odd(NamedTuple):
    """Bytes that are not what we would write, or only just small enough, and are accepted all the same."""

    parts: Parts
    message: Message
    why: str

    @property
    def data(self) -> bytes:
        return _joined(self.parts)


class Bad(NamedTuple):
    """Bytes that are refused; the verdict; and for the garbled ones the reason."""

    parts: Parts
    verdict: str
    reason: Reason | None = None

    @property
    def data(self) -> bytes:
        return _joined(self.parts)


def _joined(parts: Parts) -> bytes:
    return b"".join(part * times for part, times in parts)


def _act(**changes: Any) -> dict[str, Any]:
    return {"type": "act", "match": MATCH, "turn": 7, "action": BOARD, **changes}


def _ready(**changes: Any) -> dict[str, Any]:
    return {"type": "ready", "protocol": VERSION, "name": "Whiskers", "version": "1.2", **changes}


def _without(message: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != key}


def _pack(value: Any) -> bytes:
    return msgspec.msgpack.encode(value)


def _pairs(*pairs: tuple[Any, Any]) -> bytes:
    """A map with these pairs, in this order, also if a key comes twice."""
    return bytes([0x80 | len(pairs)]) + b"".join(_pack(item) for pair in pairs for item in pair)


def _nested(depth: int) -> dict[str, Any]:
    """An `act` of this depth: the message, its action, and arrays."""
    inner: list[Any] = []
    for _ in range(depth - 3):
        inner = [inner]
    return _act(action={"nest": inner})


def _padded(size: int) -> Parts:
    """An `act` of this many bytes, by texts under a key that nobody knows."""
    lines, rest = ["p" * 4000] * 16, 1000
    rest += size - len(_pack(_act(pad=[*lines, "q" * rest])))
    line, whole = _pack(lines[0]), _pack(_act(pad=[*lines, "q" * rest]))
    head, *_, tail = whole.split(line)
    return (head, 1), (line, len(lines)), (tail, 1)


def _odd(data: bytes, message: Message, why: str) -> Odd:
    return Odd(((data, 1),), message, why)


def _largest(why: str, **action: Any) -> Odd:
    return _odd(_pack(_act(action=action)), Act(MATCH, 7, action), why)


ACT = Act(MATCH, 7, BOARD)
LONG_NOTE = "\u00fc" * NOTE
LONG_READY = Ready(VERSION, "n" * NAME, "v" * RELEASE, "a" * NAME, ["g" * GAME] * GAMES)

ODD: dict[str, Odd] = {
    "unknown_keys": _odd(_pack(_act(mood="calm", depth=[1, {"a": None}])), ACT, "unknown keys are ignored"),
    "other_order": _odd(_pack(dict(reversed(_act().items()))), ACT, "the order of keys does not matter"),
    "twice_the_same_key": _odd(_pairs(("turn", 3), *_act().items()), ACT, "of a key that comes twice, the last counts"),
    "nil_for_absent": _odd(_pack(_act(note=None, value=None)), ACT, "an optional field may be nil"),
    "wide_map": _odd(b"\xde\x00\x04" + _pack(_act())[1:], ACT, "headers need not be the shortest"),
    "wide_integer": _odd(
        _pack(_act()).replace(b"\xa4turn\x07", b"\xa4turn\xd3" + bytes(7) + b"\x07"), ACT, "nor numbers"
    ),
    "single_float": _odd(
        _pack(_act(value=0)).replace(b"\xa5value\x00", b"\xa5value\xca\x3e\x80\x00\x00"),
        Act(MATCH, 7, BOARD, value=0.25),
        "floats of 32 bits are floats",
    ),
    "integer_value": _odd(_pack(_act(value=3)), Act(MATCH, 7, BOARD, value=3.0), "an integer will do for a float"),
    "control_characters": _odd(
        _pack(_act(note="\x1b[31mred\r\n\u202eabc")),
        Act(MATCH, 7, BOARD, note="\x1b[31mred\r\n\u202eabc"),
        "allowed, and escaped wherever they are shown",
    ),
    "turn_zero": _odd(_pack(_act(turn=0)), Act(MATCH, 0, BOARD), "the smallest turn"),
    "turn_largest": _odd(_pack(_act(turn=2**64 - 1)), Act(MATCH, 2**64 - 1, BOARD), "the largest turn"),
    "deepest": _largest("just not too deep", **_nested(FROM_BOT.depth)["action"]),
    "longest_text": _largest("just not too long, in bytes", cat="n" * FROM_BOT.text),
    "longest_list": _largest("just not too long", faces=[0] * FROM_BOT.array),
    "largest_map": _largest("just not too large", **{f"k{n}": n for n in range(FROM_BOT.map)}),
    "largest_message": Odd(_padded(FROM_BOT.message), ACT, "just not too large"),
    "longest_note": _odd(_pack(_act(note=LONG_NOTE)), Act(MATCH, 7, BOARD, LONG_NOTE), "characters, not bytes"),
    "longest_ready": _odd(_pack(LONG_READY), LONG_READY, "every field just not too long"),
}


def _garbled(reason: Reason, data: bytes) -> Bad:
    return Bad(((data, 1),), Fault.GARBLED, reason)


def _field(**changes: Any) -> Bad:
    return _garbled(Reason.BAD_FIELD, _pack(_act(**changes)))


def _greeting(**changes: Any) -> Bad:
    return _garbled(Reason.BAD_FIELD, _pack(_ready(**changes)))


def _unreadable(data: bytes, times: int = 1) -> Bad:
    return Bad(((data, times),), Fault.GARBLED, Reason.UNREADABLE)


BAD: dict[str, Bad] = {
    "text": _garbled(Reason.TEXT, b"Hello\n"),
    "json": _garbled(Reason.TEXT, b'{"type": "act"}\n'),
    "nil": _garbled(Reason.NOT_A_MAP, b"\xc0"),
    "nil_flood": Bad(((b"\xc0", 65_536),), Fault.GARBLED, Reason.NOT_A_MAP),
    "array": _garbled(Reason.NOT_A_MAP, _pack(["act", MATCH, 7, BOARD])),
    "reserved_byte": _unreadable(b"\xc1"),
    "array_bomb": _unreadable(b"\xdd\xff\xff\xff\xff"),
    "nested_array_bomb": _unreadable(b"\xdd\x00\x0f\x42\x40", 900),
    "map_bomb": _unreadable(b"\xdf\xff\xff\xff\xff"),
    "deep_nesting": Bad(((b"\x81\xa1a", 1), (b"\x91", 1000), (b"\xc0", 1)), Fault.GARBLED, Reason.TOO_DEEP),
    "just_too_deep": _garbled(Reason.TOO_DEEP, _pack(_nested(FROM_BOT.depth + 1))),
    "stack_overflow": Bad(((b"\x91", 60_000),), Fault.GARBLED, Reason.TOO_DEEP),
    "long_text": _unreadable(_pack(_act(action={"cat": "n" * (FROM_BOT.text + 1)}))),
    "long_list": _unreadable(_pack(_act(action={"faces": [0] * (FROM_BOT.array + 1)}))),
    "large_map": _unreadable(_pack(_act(action={f"k{n}": n for n in range(FROM_BOT.map + 1)}))),
    "large_message": Bad(_padded(FROM_BOT.message + 1), Fault.OVERSIZED),
    "string_header_only": Bad(((b"\xdb\xff\xff\xff\xff", 1),), WAITS),
    "half_a_message": Bad(((_pack(_act())[:9], 1),), WAITS),
    "binary_header_only": Bad(((b"\xc6\xff\xff\xff\xff", 1),), WAITS),
    "string_flood": Bad(((b"\xdb\xff\xff\xff\xff", 1), (b"x", FROM_BOT.message)), Fault.OVERSIZED),
    "array_flood": Bad(((b"\xdc\x04\x00", 2), (b"\xdc\x04\x00" + b"\xc0" * 1024, 64)), Fault.OVERSIZED),
    "extension": _garbled(Reason.BINARY, b"\xd4\x05\x00"),
    "empty_extension": _garbled(Reason.BINARY, b"\xc7\x00\x05"),
    "timestamp": _garbled(Reason.BINARY, b"\xd6\xff\x00\x00\x00\x00"),
    "huge_timestamp": _garbled(Reason.BINARY, b"\xc7\x0c\xff" + b"\xff" * 12),
    "bad_timestamp": _garbled(Reason.BINARY, b"\xc7\x03\xff\x00\x00\x00"),
    "empty_timestamp": _garbled(Reason.BINARY, b"\xc7\x00\xff"),
    "bad_utf8_value": _garbled(Reason.BAD_UTF8, b"\x81\xa4type\xa2\xff\xfe"),
    "bad_utf8_key": _garbled(Reason.BAD_UTF8, b"\x81\xa2\xff\xfe\x01"),
    "integer_key": _garbled(Reason.BAD_KEY, b"\x81\x01\x02"),
    "integer_key_inside": _garbled(Reason.BAD_KEY, _pack(_act(action={"cat": {1: 2}}))),
    "nil_key": _garbled(Reason.BAD_KEY, b"\x81\xc0\x02"),
    "array_key": _garbled(Reason.BAD_KEY, b"\x81\x90\x02"),
    "binary": _garbled(Reason.BINARY, _pack(_act(note=b"bytes"))),
    "binary_key": _garbled(Reason.BINARY, _pack(_act(action={b"do": "board"}))),
    "binary_only": _garbled(Reason.BINARY, _pack(b"bytes")),
    "empty_binary_only": _garbled(Reason.BINARY, _pack(b"")),
    "empty_binary": _garbled(Reason.BINARY, _pack(_act(action={"cat": b""}))),
    "empty_binary_key": _garbled(Reason.BINARY, _pack(_act(action={"cat": {b"": 1}}))),
    "no_type": _garbled(Reason.UNKNOWN_TYPE, _pack({"match": MATCH})),
    "unknown_type": _garbled(Reason.UNKNOWN_TYPE, _pack(_act(type="dance"))),
    "type_of_the_arena": _garbled(Reason.UNKNOWN_TYPE, _pack({"type": "bye"})),
    "type_not_a_string": _garbled(Reason.UNKNOWN_TYPE, _pack(_act(type=["act"]))),
    "no_action": _garbled(Reason.BAD_FIELD, _pack(_without(_act(), "action"))),
    "action_is_an_array": _field(action=["board", "moon"]),
    "action_is_an_index": _field(action=0),
    "turn_is_true": _field(turn=True),
    "turn_is_a_float": _field(turn=7.0),
    "turn_is_a_string": _field(turn="7"),
    "turn_is_negative": _field(turn=-1),
    "turn_is_very_negative": _field(turn=-(2**63)),
    "value_is_nan": _field(value=float("nan")),
    "value_is_infinite": _field(value=float("inf")),
    "value_is_minus_infinite": _field(value=float("-inf")),
    "value_is_true": _field(value=True),
    "note_too_long": _field(note="n" * (NOTE + 1)),
    "name_too_long": _greeting(name="n" * (NAME + 1)),
    "name_empty": _greeting(name=""),
    "name_missing": _garbled(Reason.BAD_FIELD, _pack(_without(_ready(), "name"))),
    "version_too_long": _greeting(version="v" * (RELEASE + 1)),
    "author_too_long": _greeting(author="a" * (NAME + 1)),
    "match_too_long": _field(match="m" * (NAME + 1)),
    "version_is_a_number": _greeting(version=1.2),
    "too_many_games": _greeting(games=["mlem"] * (GAMES + 1)),
    "game_name_too_long": _greeting(games=["g" * (GAME + 1)]),
    "protocol_is_a_string": _greeting(protocol="1"),
    "protocol_2": Bad(((_pack(_ready(protocol=2)), 1),), Fault.START_FAILED),
    "protocol_2_otherwise_unknown": Bad(((_pack({"type": "ready", "protocol": 2}), 1),), Fault.START_FAILED),
}
