"""A TOML file read table by table, key by key. Nothing here raises: whatever is wrong is noted, with its place and what
would be right, and the reading goes on, so that the author hears of all mistakes at once."""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from arena.games.toml_places import Path, Places

_LONGEST = 40  # characters of a wrong value that are shown
_64_BITS = range(-(2**63), 2**63)


class Mistake(Struct, frozen=True):
    """One thing that is wrong in a file."""

    place: str
    line: int
    problem: str
    right: str

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}; {self.right}"


class Sheet:
    """A file: what it says, where it says so, and the mistakes found so far."""

    def __init__(self, text: str, data: dict[str, Any]) -> None:
        self.data = data
        self.places = Places(text)
        self.root_keys: Sequence[str] = ()
        self._mistakes: list[Mistake] = []

    @property
    def mistakes(self) -> list[Mistake]:
        """In the order of the file."""
        return sorted(self._mistakes, key=lambda mistake: mistake.line)

    def note(self, place: str, path: Path, problem: str, right: str) -> None:
        self._mistakes.append(Mistake(place, self.places.line(*path), problem, right))

    def root(self, keys: Sequence[str]) -> "Table":
        self.root_keys = keys
        return Table(self, self.data, (), "", keys)


class Table:
    """A table of a sheet. A key that it does not know is a mistake; what it reads is None where that was a mistake."""

    def __init__(self, sheet: Sheet, data: dict[str, Any], path: Path, name: str, keys: Sequence[str]) -> None:
        self.sheet, self.name, self._data, self._path = sheet, name, data, path
        self._meant: set[str] = set()  # keys that are there, but misspelt
        for unknown in [key for key in data if key not in keys]:
            self._refuse(unknown, keys)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def means(self, key: str) -> bool:
        """Whether the key is there, perhaps misspelt."""
        return key in self._data or key in self._meant

    @property
    def line(self) -> int:
        return self.sheet.places.line(*self._path)

    def wrong(self, key: str, problem: str, right: str) -> None:
        """Note a mistake in the value of a key."""
        self.sheet.note(self._place(key), (*self._path, key), problem, right)

    def wrong_as_a_whole(self, problem: str, right: str) -> None:
        """Note a mistake in what the table does not say."""
        self.sheet.note(self.name, self._path, problem, right)

    def integer(self, key: str, within: range) -> int | None:
        value = self._value(key, right := f"write {whole(within)}")
        if value is None:
            return None
        if _is_integer(value, within):
            return int(value)
        self.wrong(key, f"is {shown(value)}", right)
        return None

    def text(self, key: str, longest: int) -> str | None:
        value = self._value(key, right := f"write a text of 1 to {longest} characters on one line")
        if value is None or (isinstance(value, str) and is_neat(value, longest)):
            return value
        if isinstance(value, str) and value and value != value.strip():
            right = "leave out the spaces at its ends"
        elif isinstance(value, str) and not value.isprintable():
            right = "leave out what cannot be seen"
        self.wrong(key, f"is {shown(value)}", right)
        return None

    def choice(self, key: str, choices: Sequence[str]) -> str | None:
        value = self._value(key, right := f"write {either(choices)}")
        if value is None or (isinstance(value, str) and value in choices):
            return value
        near = get_close_matches(value, choices, n=1) if isinstance(value, str) else []
        self.wrong(key, f"is {shown(value)}", f"did you mean {shown(near[0])}?" if near else right)
        return None

    def items(self, key: str, counts: range, each: str) -> list[Any] | None:
        """A list, of things that the caller judges."""
        value = self._value(key, right := f"write a list of {number(counts)}, {each}")
        if value is None or (isinstance(value, list) and len(value) in counts):
            return value
        self.wrong(key, f"has {len(value)} items" if isinstance(value, list) else f"is {shown(value)}", right)
        return None

    def integers(self, key: str, within: range, counts: range) -> list[int] | None:
        items = self.items(key, counts, f"each {whole(within)}")
        if items is None:
            return None
        bad = [item for item in items if not _is_integer(item, within)]
        for item in bad:
            self.wrong(key, f"holds {shown(item)}", f"each must be {whole(within)}")
        return None if bad else items

    def table(self, key: str, keys: Sequence[str]) -> "Table | None":
        """The table [key], with these keys of its own."""
        value = self._data.get(key)
        if isinstance(value, dict):
            return Table(self.sheet, value, (*self._path, key), f"[{key}]", keys)
        self._no_table(key, f"[{key}]", f"write a table [{key}] with {listed(keys)}")
        return None

    def tables(
        self, key: str, keys: Sequence[str], called: Callable[[dict[str, Any]], str | None] = lambda table: None
    ) -> "list[Table] | None":
        """The tables [[key]], at least one, each with these keys of its own, called by its number or a better name."""
        value = self._data.get(key)
        if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
            return [
                Table(self.sheet, data, (*self._path, key, place), called(data) or f"[[{key}]] {place + 1}", keys)
                for place, data in enumerate(value)
            ]
        self._no_table(key, f"[[{key}]]", f"write a table [[{key}]] for each, with {listed(keys)}")
        return None

    def _no_table(self, key: str, name: str, right: str) -> None:
        if key not in self._meant:
            problem = f"is {shown(self._data[key])}" if key in self._data else "is missing"
            self.sheet.note(name, (*self._path, key), problem, right)

    def _value(self, key: str, right: str) -> Any:
        if key not in self._data and key not in self._meant:
            self.sheet.note(self._place(key), self._path, "is missing", right)
        return self._data.get(key)

    def _refuse(self, unknown: str, keys: Sequence[str]) -> None:
        near = get_close_matches(unknown, keys, n=1)
        self._meant.update(near)
        also = ", which is there already" if near and near[0] in self._data else ""
        right = f"did you mean {near[0]}{also}?" if near else f"the keys here are {listed(keys)}"
        if self._path and unknown in self.sheet.root_keys:
            right = "what is meant for the whole file stands above the first [table]"
        self.wrong(unknown, "is not a key that is known here", right)

    def _place(self, key: str) -> str:
        key = key if _is_bare(key) else shown(key)
        return f"{self.name}: {key}" if self.name else key


def shown(value: object) -> str:
    """A value as TOML writes it, on one line and not too long."""
    match value:
        case bool():
            text = str(value).lower()
        case str():
            text = f'"{value}"' if value.isprintable() else f'"{value.encode("unicode_escape").decode()}"'
        case int():
            text = str(value) if value in _64_BITS else "a number of more than 64 bits"
        case float():
            text = str(value)
        case list():
            text = f"[{', '.join(map(shown, value[:_LONGEST]))}]"
        case dict():
            text = "a table"
        case _:
            text = "a date or a time"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def whole(within: range) -> str:
    return f"a whole number from {within.start} to {within.stop - 1}"


def number(counts: range) -> str:
    """How many there may be, in words."""
    low, high = counts.start, counts.stop - 1
    return str(low) if low == high else f"{low} to {high}"


def either(values: Sequence[object]) -> str:
    *most, last = map(shown, values)
    return f"{', '.join(most)} or {last}" if most else last


def listed(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def is_integer(value: object) -> bool:
    """In Python a bool is an int; in TOML it is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_integer(value: object, within: range) -> bool:
    return is_integer(value) and value in within


def is_neat(value: str, longest: int) -> bool:
    """Whether a text can be shown on a line as it is."""
    return 0 < len(value) <= longest and value.isprintable() and value == value.strip()


def _is_bare(key: str) -> bool:
    """Whether TOML lets the key stand without quotes."""
    return key.isascii() and key.replace("-", "").replace("_", "").isalnum()
