"""What can be wrong with what a stranger sends, as values. Each kind is one fault; the details are for people."""

from enum import StrEnum
from typing import ClassVar, TypeAlias

from msgspec import Struct

from protocol.faults import Fault
from protocol.words import Act


class Reason(StrEnum):
    """Why bytes are not a message, from the bytes inwards."""

    TEXT = "text"
    UNREADABLE = "unreadable"
    BAD_UTF8 = "bad_utf8"
    NOT_A_MAP = "not_a_map"
    BINARY = "binary"
    BAD_KEY = "bad_key"
    TOO_DEEP = "too_deep"
    UNKNOWN_TYPE = "unknown_type"
    BAD_FIELD = "bad_field"


HINTS = {
    Reason.TEXT: "stdout is the protocol; print to stderr",
    Reason.UNREADABLE: "this is not msgpack, or larger in one of its parts than the protocol allows",
    Reason.BAD_UTF8: "strings must be UTF-8",
    Reason.NOT_A_MAP: "every message is a map; stdout is the protocol, does something else print to it?",
    Reason.BINARY: "the protocol has no binary data and no extensions; send strings as msgpack str, not bin",
    Reason.BAD_KEY: "the keys of every map must be text",
    Reason.TOO_DEEP: "maps and arrays are nested too deeply",
    Reason.UNKNOWN_TYPE: 'the key "type" must name a message that this side may send',
    Reason.BAD_FIELD: "a field is missing or is not what the protocol says",
}


class Garbled(Struct, frozen=True):
    """Not a message. The excerpt shows where it begins, as far as it is in the last read."""

    kind: ClassVar[Fault] = Fault.GARBLED

    reason: Reason
    hint: str
    excerpt: bytes


class Oversized(Struct, frozen=True):
    """More bytes than one message may have, finished or not."""

    kind: ClassVar[Fault] = Fault.OVERSIZED

    hint: str
    excerpt: bytes


class WrongVersion(Struct, frozen=True):
    """A greeting in a version of the protocol that this side does not speak."""

    kind: ClassVar[Fault] = Fault.START_FAILED

    hint: str


class OutOfTurn(Struct, frozen=True):
    """A good message at a moment when it is not the sender's to send."""

    kind: ClassVar[Fault] = Fault.OUT_OF_TURN

    hint: str


class Stale(Struct, frozen=True):
    """Not a trouble: the one answer to a turn that ended without it. Drop it."""

    act: Act


Unreadable: TypeAlias = Garbled | Oversized | WrongVersion
Trouble: TypeAlias = Unreadable | OutOfTurn
