"""The bytes of a conversation, made to be read: as hex and as messages, with what is wrong in sight.

The rule of this file: what is cut is never what matters, and what is shown is safe to show on a terminal.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from msgpack import Unpacker

from arena.conformance_place import RAISED, Place
from protocol.limits import FROM_BOT
from protocol.text import printable

SHORT = 192  # bytes that are shown whole
AROUND = 64  # bytes that are shown on each side of a place in more than that
READABLE = 400  # characters of what is no message
FIELD = 120  # characters of one field of a message
ROOMY = {"legal": 360, "action": 360}  # the same for those that matter most
SHOWN = 3  # messages of several
CHOICES = 8  # actions of many
DEEPEST = 32


def hexed(data: bytes, place: Place | None = None, size: int | None = None) -> str:
    """Bytes in the form of the document: all of a few, otherwise those around the place, or the first. The size is
    that of what these bytes were the first of."""
    size = len(data) if size is None else size
    begin, end = 0, len(data)
    if len(data) > SHORT:
        middle = place.begin if place else 0
        begin, end = max(0, middle - AROUND), middle + AROUND
    before = f"{begin} bytes ... " if begin else ""
    left = size - min(end, len(data))
    return before + data[begin:end].hex(" ") + (f" ... {left} more bytes" if left > 0 else "")


def readable(data: bytes) -> str:
    """The same for people: the messages that it has, and what is left as text."""
    unpacker = Unpacker(strict_map_key=False, unicode_errors="surrogateescape", max_buffer_size=max(1, len(data)))
    unpacker.feed(data)
    told: list[str] = []
    end = 0
    try:
        while isinstance(value := unpacker.unpack(), Mapping):
            told.append(_message(value))
            end = unpacker.tell()
    except RAISED:
        pass  # the rest is no message, or not all of one
    left_out = [f"{len(told) - SHOWN} messages ..."] if len(told) > SHOWN else []
    text = [shortened(ascii(data[end : end + READABLE + 1])[2:-1], READABLE)] if data[end:] else []
    return " ".join([*left_out, *told[-SHOWN:], *text])


def _message(message: Mapping[Any, Any]) -> str:
    """A message, of which no field takes the place of another."""
    pairs = list(message.items())
    shown = [f"{spelled(key)}:{_field(value, ROOMY.get(key, FIELD))}" for key, value in pairs[: FROM_BOT.map]]
    more = ["..."] if len(pairs) > FROM_BOT.map else []
    return shortened("{" + ",".join(shown + more) + "}", 10 * READABLE)


def _field(value: object, room: int) -> str:
    if not isinstance(value, list):
        return shortened(spelled(value), room)
    shown: list[str] = []
    for item in value:
        text = shortened(spelled(item), room)
        if shown and sum(map(len, shown)) + len(text) > room:
            return f"[{','.join(shown)}, ... {len(value) - len(shown)} more]"
        shown.append(text)
    return f"[{','.join(shown)}]"


def spelled(value: object, room: int = DEEPEST) -> str:
    """A value as in JSON; what JSON does not have is shown for what it is: NaN, Infinity, binary data, extensions."""
    if room == 0:
        return "..."
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{spelled(key, room - 1)}:{spelled(value[key], room - 1)}" for key in value) + "}"
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return "[" + ",".join(spelled(item, room - 1) for item in value) + "]"
    if isinstance(value, bytes):
        return f"bin({ascii(value)[2:-1]})"
    if value is None or isinstance(value, str | int | float):
        return printable(json.dumps(value, ensure_ascii=False))
    return printable(repr(value))  # an extension


def shortened(text: str, room: int) -> str:
    return text if len(text) <= room else text[:room] + " ..."


def choices(said: object, legal: Sequence[object]) -> str:
    """The legal actions that there were, those first that are most like what was said."""
    nearest = sorted(legal, key=lambda action: -_likeness(said, action))
    more = f", ... {len(legal) - CHOICES} more" if len(legal) > CHOICES else ""
    return ", ".join(shortened(spelled(action), FIELD) for action in nearest[:CHOICES]) + more


def _likeness(said: object, action: object) -> int:
    if not isinstance(said, Mapping) or not isinstance(action, Mapping):
        return 0
    return sum(key in said and said[key] == value for key, value in action.items())
