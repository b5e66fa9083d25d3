"""Where a bot's bytes are wrong. The codec says that they are, and why; this finds the place, for people."""

from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec
from msgpack import Unpacker, UnpackException
from msgspec import Struct

from protocol import VERSION
from protocol.codec import Decoder
from protocol.limits import FROM_BOT
from protocol.troubles import Garbled, Oversized, Reason, WrongVersion
from protocol.words import FROM_BOT as WORDS

LEGAL = b"\xa5legal"
RAISED = (ValueError, UnpackException, OverflowError, TypeError, RecursionError)  # by msgpack


class Place(Struct, frozen=True, omit_defaults=True):
    """From this byte to before that one; and the key of the message whose value it is, if it is one."""

    begin: int
    end: int
    field: str = ""


def wrong_place(data: bytes) -> Place | None:
    """Where a bot's bytes are not what the protocol says, as far as that has a place: the value of a wrong field, the
    beginning of what is no message, or the byte by which the rest is seen to be no msgpack."""
    decoder, begin = Decoder(WORDS, FROM_BOT), 0
    for end in range(1, len(data) + 1):
        decoder.feed(data[end - 1 : end])
        heard = decoder.next()
        if isinstance(heard, WrongVersion) or (
            isinstance(heard, Garbled) and heard.reason in (Reason.BAD_FIELD, Reason.UNKNOWN_TYPE)
        ):
            return _wrong_field(data[begin:end], begin)
        if isinstance(heard, Garbled) and heard.reason in (Reason.TEXT, Reason.NOT_A_MAP):
            return Place(begin, end)
        if isinstance(heard, Garbled):
            return _strange_field(data[begin:], begin) or Place(end - 1, end)
        if isinstance(heard, Oversized):
            return Place(begin, end)
        if heard is not None:
            begin = end
    return None


def _wrong_field(message: bytes, begin: int) -> Place | None:
    """The first field of a message that is not what it should be; none if one is missing."""
    fields = {key: (value, place) for key, value, place in _fields(message)}
    word = WORDS.get(str(fields["type"][0])) if "type" in fields else None
    types = get_type_hints(word, include_extras=True) if word else {}
    for key, (value, place) in fields.items():
        if (key == "type" and not word) or (key == "protocol" and value != VERSION) or _refused(value, types.get(key)):
            return Place(begin + place.begin, begin + place.end, key)
    return None


def _strange_field(message: bytes, begin: int) -> Place | None:
    """The first key or value of a message that no message may have, whatever it is about."""
    try:
        for key, value, place in _fields(message):
            if type(key) is not str:
                return Place(begin + place.begin - len(msgspec.msgpack.encode(key)), begin + place.begin)
            if _strange(value, FROM_BOT.depth - 1):
                return Place(begin + place.begin, begin + place.end, key)
    except RAISED:
        pass  # it is not all there, or no msgpack
    return None


def _strange(value: object, room: int) -> bool:
    if isinstance(value, str):
        return len(value) > FROM_BOT.text or not _is_utf8(value)
    if value is None or isinstance(value, int | float):
        return False
    if room == 0 or not isinstance(value, list | dict):
        return True
    inside = [*value, *value.values()] if isinstance(value, dict) else value
    return any(_strange(item, room - 1) for item in inside)


def _is_utf8(text: str) -> bool:
    """Bytes that are none were read as surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _fields(message: bytes) -> Iterable[tuple[Any, Any, Place]]:
    """Each key and value, and where the value is."""
    size = max(1, len(message))  # and so nothing in it is larger
    unpacker = Unpacker(strict_map_key=False, unicode_errors="surrogateescape", max_buffer_size=size)
    unpacker.feed(message)
    for _ in range(unpacker.read_map_header()):
        key, begin = unpacker.unpack(), unpacker.tell()
        value, end = unpacker.unpack(), unpacker.tell()
        yield key, value, Place(begin, end)


def _refused(value: object, kind: Any) -> bool:
    try:
        if kind is not None:
            msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return True
    return False


def legal_place(ask: bytes) -> Place | None:
    """Where an `ask` lists the legal actions."""
    begin = ask.find(LEGAL)
    return None if begin < 0 else Place(begin, begin + len(LEGAL), "legal")
