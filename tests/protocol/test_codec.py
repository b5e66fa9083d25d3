import re
import tracemalloc
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import limits, words
from protocol.codec import EXCERPT, Decoder, encode
from protocol.examples import ACT, BAD, EXAMPLES, ODD, WAITS
from protocol.limits import FROM_BOT
from protocol.troubles import Garbled, Oversized, Reason, Unreadable, WrongVersion
from protocol.words import Act, BotMessage, Message, Ready

TROUBLES = (Garbled, Oversized, WrongVersion)


def decoder() -> Decoder[BotMessage]:
    return Decoder(words.FROM_BOT, limits.FROM_BOT)


def heard(chunks: Iterable[bytes]) -> list[BotMessage | Unreadable]:
    reader = decoder()
    found: list[BotMessage | Unreadable] = []
    for chunk in chunks:
        reader.feed(chunk)
        found += reader
    return found


def gist(found: list[BotMessage | Unreadable]) -> list[Any]:
    """What was heard, without the excerpt: that one depends on the chunks."""
    return [(type(one), getattr(one, "reason", None), one.hint) if isinstance(one, TROUBLES) else one for one in found]


def pieces(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


scalars = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=20)
trees = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))
names = st.text(max_size=limits.NAME)
acts = st.builds(
    Act,
    names,
    st.integers(0, 2**64 - 1),
    st.dictionaries(st.text(max_size=8), scalars | st.lists(scalars, max_size=4), max_size=5),
    st.none() | st.text(max_size=50),
    st.none() | st.floats(allow_nan=False, allow_infinity=False),
)
readies = st.builds(
    Ready,
    st.just(1),
    st.text(min_size=1, max_size=limits.NAME),
    st.text(max_size=limits.RELEASE),
    st.none() | names,
    st.none() | st.lists(st.text(max_size=limits.GAME), max_size=limits.GAMES),
)
messages = st.lists(acts | readies, max_size=4)
tails = st.sampled_from([b"", *(bad.data for bad in BAD.values() if len(bad.data) < 10_000)])
wild = st.binary(max_size=200) | trees.map(msgspec.msgpack.encode)


@given(messages)
def test_what_is_written_is_read(sent: list[BotMessage]) -> None:
    assert repr(heard([b"".join(map(encode, sent))])) == repr(sent)  # repr, because NaN equals nothing


@given(messages, tails, st.lists(st.integers(0, 2**20), max_size=12))
def test_any_chunking_gives_the_same(sent: list[BotMessage], tail: bytes, cuts: list[int]) -> None:
    data = b"".join(map(encode, sent)) + tail
    assert repr(gist(heard(pieces(data, cuts)))) == repr(gist(heard([data])))


@pytest.mark.parametrize("name", BAD)
def test_bad_bytes_one_by_one_give_the_same(name: str) -> None:
    data = BAD[name].data
    assert gist(heard(data[at : at + 1] for at in range(len(data)))) == gist(heard([data]))


@given(st.lists(wild, max_size=3), st.lists(st.integers(0, 2**20), max_size=5))
def test_any_garbage_gives_at_most_one_trouble_and_nothing_after_it(parts: list[bytes], cuts: list[int]) -> None:
    found = heard(pieces(b"".join(parts), cuts))
    assert all(isinstance(one, Ready | Act) for one in found[:-1])
    assert all(isinstance(one, (Ready, Act, *TROUBLES)) for one in found)


@given(acts | readies, st.lists(st.tuples(st.integers(0, 2**16), st.binary(max_size=3)), min_size=1, max_size=4))
def test_any_damage_to_a_message_gives_a_message_or_a_trouble(
    sent: BotMessage, damage: list[tuple[int, bytes]]
) -> None:
    data = encode(sent)
    for at, patch in damage:
        at %= len(data)
        data = data[:at] + patch + data[at + 1 :] or b"\xc0"
    for one in heard([data]):
        assert isinstance(one, (Ready, Act, *TROUBLES))


@pytest.mark.parametrize("name", ODD)
def test_odd_bytes_are_accepted(name: str) -> None:
    assert heard([ODD[name].data]) == [ODD[name].message]


@pytest.mark.parametrize("name", BAD)
def test_bad_bytes_get_their_verdict(name: str) -> None:
    bad = BAD[name]
    found = heard([bad.data])
    assert [one.kind for one in found if isinstance(one, TROUBLES)] == [bad.verdict] * (bad.verdict != WAITS)
    assert [one.reason for one in found if isinstance(one, Garbled)] == [bad.reason] * (bad.reason is not None)
    assert len(found) <= 1


@pytest.mark.parametrize("name", BAD)
def test_no_bomb_takes_memory(name: str) -> None:
    data = BAD[name].data
    tracemalloc.start()
    try:
        heard([data])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 10_000_000


def test_an_array_that_arrives_in_pieces_cannot_grow_for_ever() -> None:
    reader = decoder()
    reader.feed(b"\xdc\x04\x00")
    row, rows = b"\xdc\x04\x00" + bytes(1024), 0
    while not list(reader):
        assert reader.pending <= FROM_BOT.message
        reader.feed(row)
        rows += 1
    assert rows == FROM_BOT.message // len(row) + 1


def test_a_message_may_be_as_large_as_the_limit_and_no_byte_larger() -> None:
    def act(pad: int) -> bytes:
        return encode(Act("m", 1, {"pad": ["p" * 4000] * 16 + ["q" * pad]}))

    room = FROM_BOT.message - len(act(1000))
    largest, larger = act(1000 + room), act(1001 + room)
    assert len(largest) == FROM_BOT.message
    assert [type(one) for one in heard([largest + largest])] == [Act, Act]
    assert [type(one) for one in heard([larger])] == [Oversized]
    assert [type(one) for one in heard([encode(ACT) * 5000 + larger])] == [*[Act] * 5000, Oversized]


def test_messages_come_one_at_a_time() -> None:
    reader = decoder()
    reader.feed(encode(ACT) * 2 + b"\x84")
    assert reader.pending == 2 * len(encode(ACT)) + 1
    assert reader.next() == ACT
    assert reader.next() == ACT
    assert reader.pending == 1
    assert reader.next() is None


def test_a_dead_decoder_stays_dead() -> None:
    reader = decoder()
    reader.feed(encode(ACT) + b"Hello" + encode(ACT))
    assert [type(one) for one in reader] == [Act, Garbled]
    reader.feed(encode(ACT))
    assert reader.dead
    assert reader.pending == 0
    assert reader.next() is None


def test_a_printed_line_is_told_apart_and_shown() -> None:
    (trouble,) = heard([b"Traceback: oh no\n"])
    assert trouble == Garbled(Reason.TEXT, "stdout is the protocol; print to stderr", b"Traceback: oh no\n")


def test_the_excerpt_begins_where_the_trouble_begins() -> None:
    trouble = heard([encode(ACT) + b"Hello" * 100])[1]
    assert isinstance(trouble, Garbled)
    assert trouble.excerpt == (b"Hello" * 100)[:EXCERPT]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_value_that_is_not_finite_is_said_to_be_that(value: float) -> None:
    (trouble,) = heard([encode(msgspec.structs.replace(ACT, value=value))])
    assert isinstance(trouble, Garbled)
    assert trouble.hint.endswith(": `value` must be a finite number")


HINTED = {
    "binary": "the protocol has no binary data and no extensions; send strings as msgpack str, not bin",
    "integer_key": "the keys of every map must be text: this one is an integer",
    "array_bomb": "than the protocol allows: a list of 4294967295 items, at most 1024 are allowed",
    "long_text": "than the protocol allows: a text of 4097 bytes, at most 4096 are allowed",
    "type_not_a_string": 'the key "type" must name a message that this side may send: ["act"]',
    "no_action": ": `action` is missing",
    "action_is_an_index": ": `action` must be a map, not an integer",
    "turn_is_a_float": ": `turn` must be an integer, not a float",
    "turn_is_negative": ": `turn` must be an integer, at least 0",
    "value_is_true": ": `value` must be a number or nil, not true or false",
    "note_too_long": ": `note` must be text of at most 1000 characters",
    "name_empty": ": `name` must be text of at least 1 characters",
    "too_many_games": ": `games` must be a list of at most 16 items",
    "game_name_too_long": ": `games[0]` must be text of at most 32 characters",
    "protocol_2": "the bot speaks protocol 2, and the arena protocol 1",
}


@pytest.mark.parametrize("name", HINTED)
def test_a_hint_says_what_is_wrong_and_what_would_be_right(name: str) -> None:
    (trouble,) = heard([BAD[name].data])
    assert isinstance(trouble, TROUBLES)
    assert trouble.hint.endswith(HINTED[name])


@pytest.mark.parametrize("name", BAD)
def test_no_hint_has_words_of_a_library(name: str) -> None:
    for trouble in heard([BAD[name].data]):
        assert isinstance(trouble, TROUBLES)
        assert not re.search(r"Expected|Object|max_|strict_|Error|`(object|array|str|int|null)`|\$", trouble.hint)


def test_nesting_waits_for_the_end_of_the_message_as_far_as_the_document_says() -> None:
    assert heard([b"\x91" * 1024]) == []
    (trouble,) = heard([b"\x91" * 1025])
    assert isinstance(trouble, Garbled)
    assert trouble.reason is Reason.TOO_DEEP


def test_a_hint_can_be_shown_whatever_the_bot_wrote() -> None:
    (trouble,) = heard([msgspec.msgpack.encode({"type": "\x1b[2J\u202e" * 1000})])
    assert isinstance(trouble, Garbled)
    assert trouble.hint.isprintable()
    assert len(trouble.hint) < 1000


@pytest.mark.parametrize("message", EXAMPLES.values(), ids=EXAMPLES)
def test_every_example_is_read_by_the_other_end(message: Message) -> None:
    for vocabulary, bounds in ((words.FROM_BOT, limits.FROM_BOT), (words.FROM_ARENA, limits.FROM_ARENA)):
        if type(message) in vocabulary.values():
            reader: Decoder[Any] = Decoder(vocabulary, bounds)
            reader.feed(encode(message))
            assert list(reader) == [message]
