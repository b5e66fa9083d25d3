"""Messages to bytes, and a stranger's bytes to messages.

The rule of this file: nothing that comes in is believed. Sizes are bounded before anything is built, depth before
anything walks over it, types before anybody sees it; and what is wrong is returned, never raised.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgpack import ExtType, OutOfData, Unpacker, UnpackException

from protocol.limits import VERSION, Limits
from protocol.refusals import DETAIL, as_json, told, unreadable
from protocol.text import printable
from protocol.troubles import HINTS, Garbled, Oversized, Reason, Unreadable, WrongVersion
from protocol.words import Message

__all__ = ["Decoder", "encode", "printable"]

EXCERPT = 64  # bytes

# All that msgpack raises for what it is fed. A MemoryError is not among them: that would be our fault.
RAISED: Final = (ValueError, UnpackException, OverflowError, TypeError)
LEAVES: Final = frozenset({str, int, float, bool, type(None)})
GREETINGS: Final = ("hello", "ready")
# What a program prints begins with one of these; msgpack reads each as a small number.
TEXT: Final = frozenset(b"\t\n\r\x1b") | frozenset(range(0x20, 0x7F))

M = TypeVar("M", bound=Message)

encode: Final = msgspec.msgpack.Encoder().encode  # a message, or a part of one, as it goes over the wire


class Decoder(Generic[M]):
    """Reads one side's messages. After the first trouble it is dead: it takes nothing more and yields nothing more.

    The unpacker is never shown more than one byte beyond the largest message that could begin where it reads. Its own
    `max_buffer_size` does not do that: it counts only bytes not yet parsed, so that an array which arrives in pieces
    may grow for ever.
    """

    def __init__(self, words: Mapping[str, type[M]], limits: Limits) -> None:
        self.dead = False
        self._words = words
        self._limits = limits
        self._unpacker = Unpacker(
            max_buffer_size=limits.message + 1,
            max_str_len=limits.text,
            max_bin_len=0,
            max_array_len=limits.array,
            max_map_len=limits.map,
            max_ext_len=0,
            strict_map_key=True,
            raw=False,
            use_list=True,
        )
        self._unshown = b""
        self._last = b""  # what the unpacker was shown last
        self._shown = 0  # bytes that the unpacker was shown
        self._begin = 0  # where the message that is being read begins

    @property
    def pending(self) -> int:
        """Bytes that were fed and are not part of a message yet."""
        return self._shown - self._begin + len(self._unshown)

    def feed(self, data: bytes) -> None:
        """Take what was read, in pieces of any size."""
        if not self.dead:
            self._unshown = self._unshown + data if self._unshown else data

    def next(self) -> M | Unreadable | None:
        """The next message, or what is wrong with it, or None while it is not all there."""
        if self._unshown:
            self._show()
        if self._shown == self._begin:
            return None
        try:
            value = self._unpacker.unpack()
        except OutOfData:
            return self._oversized() if self._too_large(self._shown) else None
        except RAISED as error:
            return self._garbled(*unreadable(error))
        return self._take(value)

    def __iter__(self) -> Iterator[M | Unreadable]:
        return iter(self.next, None)

    def close(self) -> None:
        """Take nothing more."""
        self.dead = True
        self._unshown = self._last = b""
        self._shown = self._begin = 0

    def _show(self) -> None:
        room = self._limits.message + 1 - (self._shown - self._begin)
        self._last = self._unshown[:room]
        self._unshown = self._unshown[room:]
        self._unpacker.feed(self._last)
        self._shown += len(self._last)

    def _take(self, value: Any) -> M | Unreadable:
        end = self._unpacker.tell()
        if self._too_large(end):
            return self._oversized()
        message = self._convert(value)
        if not self.dead:
            self._begin = end
        return message

    def _convert(self, value: Any) -> M | Unreadable:
        if type(value) is not dict:
            return self._garbled(_no_map(value))
        if flaw := _flaw(value, self._limits.depth):
            return self._garbled(flaw)
        kind = value.get("type")
        word = self._words.get(kind) if type(kind) is str else None
        if word is None:
            return self._garbled(Reason.UNKNOWN_TYPE, "" if kind is None else as_json(kind))
        if kind in GREETINGS and _foreign(value.get("protocol")):
            return self._wrong_version(kind, value["protocol"])
        try:
            return msgspec.convert(value, word)
        except msgspec.ValidationError as error:
            return self._garbled(Reason.BAD_FIELD, told(error))

    def _too_large(self, end: int) -> bool:
        return end - self._begin > self._limits.message

    def _garbled(self, reason: Reason, detail: str = "") -> Garbled:
        hint = f"{HINTS[reason]}: {printable(detail[:DETAIL])}" if detail else HINTS[reason]
        return Garbled(reason, hint, self._die())

    def _oversized(self) -> Oversized:
        return Oversized(f"a message has at most {self._limits.message} bytes", self._die())

    def _wrong_version(self, greeting: str, version: int) -> WrongVersion:
        self._die()
        they, we = ("the arena", "the bot") if greeting == "hello" else ("the bot", "the arena")
        return WrongVersion(f"{they} speaks protocol {version}, and {we} protocol {VERSION}")

    def _die(self) -> bytes:
        """Take nothing more; the last words are the beginning of the message that killed it."""
        first = max(0, self._begin - self._shown + len(self._last))
        excerpt = self._last[first : first + EXCERPT]
        self.close()
        return excerpt


def _no_map(value: Any) -> Reason:
    """What is sent in place of a map."""
    if type(value) is int and value in TEXT:
        return Reason.TEXT
    return Reason.BINARY if type(value) in (bytes, ExtType) else Reason.NOT_A_MAP


def _flaw(node: Any, room: int) -> Reason | None:
    """What is wrong with the tree. Recursion is safe, because it goes no deeper than the room there is."""
    if type(node) is dict:
        if b"" in node:  # no longer one passes the unpacker, nor a key that is neither string nor binary
            return Reason.BINARY
        children: Iterable[Any] = node.values()
    elif type(node) is list:
        children = node
    else:
        return Reason.BINARY
    if room == 0:
        return Reason.TOO_DEEP
    for child in children:
        if type(child) not in LEAVES and (flaw := _flaw(child, room - 1)):
            return flaw
    return None


def _foreign(version: object) -> bool:
    """Whether this is a version, and not ours. A greeting says it in the same key in all versions."""
    return type(version) is int and version != VERSION
