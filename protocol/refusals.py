"""Why bytes or fields are refused, in the words of the protocol's document.

The rule of this file: an author in any language can do something with the sentence. Nobody is told the names that
msgpack, msgspec or Python have for things.
"""

import json
import re
from typing import Final

import msgspec
from msgpack import StackError

from protocol.text import printable
from protocol.troubles import Reason
from protocol.words import LARGEST

DETAIL: Final = 200  # characters

# How the libraries say it. Other versions of them may say it otherwise: then less is told, and nothing wrong.
TOO_LARGE: Final = re.compile(r"(\d+) exceeds max_(\w+)_len\((\d+)\)")
NO_KEY: Final = re.compile(r"(\w+) is not allowed for map key.*")
MISSING: Final = re.compile(r"Object missing required field `(.*)`")
INVALID: Final = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
EXPECTED: Final = re.compile(r"Expected `([^`]+)`(?:, got `(\w+)`| (>=|<=) (\S+)| of length (>=|<=) (\d+))")

PARTS: Final = {"str": ("text", "bytes"), "array": ("list", "items"), "map": ("map", "pairs")}
KEYS: Final = {
    "NoneType": "nil",
    "bool": "true or false",
    "dict": "a map",
    "float": "a float",
    "int": "an integer",
    "list": "a list",
}
KINDS: Final = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "an integer",
    "null": "nil",
    "object": "a map",
    "str": "text",
}
BOUNDS: Final = {">=": "at least", "<=": "at most"}


def unreadable(error: Exception) -> tuple[Reason, str]:
    """Why msgpack gave up: the reason, and what more there is to say."""
    if isinstance(error, UnicodeDecodeError):
        return Reason.BAD_UTF8, ""
    if isinstance(error, StackError):
        return Reason.TOO_DEEP, ""
    text = str(error)
    if found := TOO_LARGE.fullmatch(text):
        return _too_large(*found.groups())
    if found := NO_KEY.fullmatch(text):
        return Reason.BAD_KEY, f"this one is {KEYS.get(found[1], 'something else')}"
    return (Reason.BINARY if "timestamp" in text.lower() else Reason.UNREADABLE), ""


def _too_large(size: str, part: str, most: str) -> tuple[Reason, str]:
    if part not in PARTS:  # binary data and extensions, of which none is small enough
        return Reason.BINARY, ""
    kind, unit = PARTS[part]
    return Reason.UNREADABLE, f"a {kind} of {size} {unit}, at most {most} are allowed"


def told(error: msgspec.ValidationError) -> str:
    """Which field is wrong, and what it should be."""
    text = str(error)
    what, at, path = text.rpartition(" - at `$.")
    place = f"`{path}"
    if found := MISSING.fullmatch(what if at else text):
        return f"`{found[1]}` is missing" + (f" in {place}" if at else "")
    if at and (found := INVALID.fullmatch(what)):
        return f"{place} cannot be {found[1]}"
    if at and (found := EXPECTED.fullmatch(what)):
        return f"{place} must be {_right(*found.groups())}"
    return text


def _right(kinds: str, got: str | None, sign: str, bound: str, of_length: str, length: str) -> str:
    right = " or ".join(KINDS.get(kind, kind) for kind in kinds.split(" | "))
    if got:
        return f"{right}, not {'a float' if got == 'float' else KINDS.get(got, got)}"
    if of_length:
        return f"{right} of {BOUNDS[of_length]} {length} {'items' if kinds == 'array' else 'characters'}"
    if abs(float(bound)) == LARGEST:  # a bound that is no help to anybody
        return "a finite number"
    return f"{right}, {BOUNDS[sign]} {bound}"


def as_json(value: object) -> str:
    """What a stranger has said, to be shown: as JSON, which authors in all languages read, and not too much of it."""
    text = json.dumps(value, ensure_ascii=False, skipkeys=True, default=repr)
    return printable(text if len(text) <= DETAIL else f"{text[: DETAIL - 4]} ...")
