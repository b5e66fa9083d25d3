"""On which line a TOML file says what. Python's parser does not tell, so this scans for table headers and keys.

It is right only for text that the parser accepts: it looks for where things stand, never for what is wrong with them.
Values inside inline tables and lists have no place of their own; they stand where the key of the whole stands.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str | int, ...]  # ("field", 7, "faces"): key `faces` of the eighth [[field]]

# What can hide a bracket, an equals sign or the end of a line: texts and comments, in this order of trying.
_TOKEN = re.compile(
    r'''
      """(?:\\.|[^\\])*?"""(?!")
    | \'\'\'.*?\'\'\'(?!\')
    | "(?:\\.|[^"\\])*"
    | '[^']*'
    | \#[^\n]*
    | [^]["'{}=#\n]+
    | .
    ''',
    re.DOTALL | re.VERBOSE,
)
_DEEPER = {"[": 1, "{": 1, "]": -1, "}": -1}
_AT = re.compile(r"(?P<message>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)
_AT_END = " (at end of document)"


class SyntaxProblem(NamedTuple):
    """Why a text is not TOML, and where."""

    line: int
    column: int | None
    message: str


class Places:
    """The lines of a TOML text's tables and keys."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._counts: dict[Path, int] = {}  # of arrays of tables
        table: Path = ()
        for line, statement in _statements(text):
            if statement.startswith("["):
                table = self._header(statement, line)
            else:
                key = _key(statement)
                for end in range(1, len(key) + 1):
                    self._lines.setdefault((*table, *key[:end]), line)

    def line(self, *path: str | int) -> int:
        """The line where this stands, or else the nearest thing around it that has a place; 1 for the whole file."""
        while path and path not in self._lines:
            path = path[:-1]
        return self._lines.get(path, 1)

    def _header(self, statement: str, line: int) -> Path:
        """Note the header of a table, and how many of its name there are if it is one of several."""
        *outer, name = _names(statement)
        path: Path = ()
        for around in outer:
            path = self._latest((*path, around))
            self._lines.setdefault(path, line)
        path = (*path, name)
        self._lines.setdefault(path, line)
        if statement.startswith("[["):
            self._counts[path] = self._counts.get(path, 0) + 1
            path = self._latest(path)
            self._lines[path] = line
        return path

    def _latest(self, path: Path) -> Path:
        """The last table of an array of tables so far; any other path is itself."""
        return (*path, self._counts[path] - 1) if path in self._counts else path


def parse(text: str) -> dict[str, Any] | SyntaxProblem:
    """What a TOML text says, or why it says nothing."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        return SyntaxProblem(1, None, "Lists or tables are nested too deeply")
    except ValueError as error:  # TOMLDecodeError is one, and a number of thousands of digits raises another
        return _problem(text, str(error))


def _problem(text: str, message: str) -> SyntaxProblem:
    if at := _AT.fullmatch(message):
        return SyntaxProblem(int(at["line"]), int(at["column"]), at["message"])
    if message.endswith(_AT_END):
        return SyntaxProblem(text.rstrip().count("\n") + 1, None, f"{message.removesuffix(_AT_END)} at the end")
    return SyntaxProblem(1, None, message)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Every header and every key with its value, without comments, and the line on which it begins."""
    line, begun, depth, parts = 1, 1, 0, list[str]()
    for token in _tokens(text):
        depth += _DEEPER.get(token, 0)
        if token == "\n" and depth == 0:
            if parts:
                yield begun, "".join(parts).strip()
            parts = []
        elif not token.startswith("#") and (parts or not token.isspace()):
            begun = begun if parts else line
            parts.append(token)
        line += token.count("\n")


def _tokens(text: str) -> Iterator[str]:
    for match in _TOKEN.finditer(text + "\n"):
        yield match[0]


def _key(statement: str) -> tuple[str, ...]:
    """The key before the equals sign, split at its dots."""
    head = []
    for token in _tokens(statement):
        if token == "=":
            break
        head.append(token)
    return _names("".join(head) + "= 0")


@lru_cache(256)  # a file says the same few names again and again
def _names(statement: str) -> tuple[str, ...]:
    """The dotted name in a header or key, as the parser itself splits it."""
    names, tables = [], tomllib.loads(statement)
    while tables:
        ((name, inner),) = tables.items()
        names.append(name)
        tables = inner[0] if isinstance(inner, list) else inner
    return tuple(names)
