"""What the `bot.toml` in a bot's folder says. All mistakes in it are told at once.

name = "careful"                  # everything but `command` or `language` may be left out
version = "3"
author = "somebody"
command = ["python3", "bot.py"]   # started in the folder
entry = "bot.py:Careful"          # a Python bot that may also run inside the arena's process
language = "c"                    # has a `command` and a `build` for who does not write them
source = "careful.c"              # its file, or a list of its files
build = ["make", "OUT={out}"]     # once, before the first match, to fill the folder {out}, which `command` may name too
"""

from pathlib import Path

from msgspec import Struct

from arena.errors import UserError
from arena.files import read_text
from arena.games.toml_places import SyntaxProblem, parse
from arena.games.toml_tables import Mistake, Sheet, either, shown
from arena.languages import LANGUAGES, OUT
from protocol.limits import NAME

FILE = "bot.toml"
LARGEST = 1_000_000  # bytes
NUL = "\0"
KEYS = ("name", "version", "author", "command", "entry", "language", "source", "build")
WORDS = 'write a list of texts, at least one, such as ["python3", "bot.py"]'


class BotFile(Struct, frozen=True, kw_only=True):
    """What it says, completed by what its language says."""

    name: str
    version: str
    author: str
    command: tuple[str, ...]
    entry: str | None
    build: tuple[str, ...]
    runtime: tuple[Path, ...]


def read(folder: Path) -> BotFile:
    """What the file in this folder says."""
    path = folder / FILE
    if not path.exists():
        raise UserError(f"{folder} has no {FILE}; `arena new-bot DIR` writes a bot to start from")
    text = read_text(path, LARGEST, f"a {FILE}")
    data = parse(text)
    if isinstance(data, SyntaxProblem):
        place = f"column {data.column}" if data.column else "syntax"
        raise _refusal(path, [Mistake(place, data.line, data.message, "the file must be TOML: key = value")])
    reading = _Reading(Sheet(text, data), folder)
    told = reading.told()
    if told is None:
        raise _refusal(path, reading.mistakes)
    return told


def _refusal(path: Path, mistakes: list[Mistake]) -> UserError:
    return UserError("\n".join(f"{path}:{mistake.line}: {mistake}" for mistake in mistakes))


class _Reading:
    """One pass over a file. Whatever cannot be read is noted, and stands as if it had not been written."""

    def __init__(self, sheet: Sheet, folder: Path) -> None:
        self._sheet, self._folder = sheet, folder
        self._root = sheet.root(KEYS)
        self._language = LANGUAGES.get(self._one_of_ours() or "")

    @property
    def mistakes(self) -> list[Mistake]:
        return self._sheet.mistakes

    def told(self) -> BotFile | None:
        language, root = self._language, self._root
        name = (root.text("name", NAME) if "name" in root else None) or ""
        version, author, entry = (self._text(key) for key in ("version", "author", "entry"))
        command, build, source = self._words("command"), self._words("build"), self._source()
        if not root.means("command") and not root.means("language"):
            right = 'write for example command = ["python3", "bot.py"], or language = "c"'
            self._sheet.note("command", (), "is missing", right)
        self._fit(command, build, source)
        if self.mistakes:
            return None
        builds = language.build(source) if language and language.build else ()
        return BotFile(
            name=name,
            version=version or "",
            author=author or "",
            command=tuple(language.command(source) if language and not command else command),
            entry=entry,
            build=tuple(build or builds),
            runtime=language.runtime() if language else (),
        )

    def _fit(self, command: list[str], build: list[str], source: list[str]) -> None:
        """Note what is wrong with the keys together, as far as each is right for itself."""
        root, language = self._root, self._language
        if "source" in root and "language" not in root:
            root.wrong("source", "says nothing without a language", "add the language, or write `build`")
        if build and not _names_out(build):
            root.wrong(
                "build", f"does not name {OUT}", f"name {OUT}, the folder that it fills; it cannot write elsewhere"
            )
        built = "build" in root or (language and language.build) or ("language" in root and not language)
        if not built and _names_out(command):
            root.wrong("command", f"names {OUT}, but nothing is built", "write `build`")
        if language and ("source" in root or ("build" if built else "command") not in root):
            key = "source" if "source" in root else "language"
            for file in [file for file in source if not (self._folder / file).is_file()]:
                root.wrong(key, f"{file} is not in the folder", "name the bot's files with `source`")

    def _one_of_ours(self) -> str | None:
        value = self._sheet.data.get("language")
        if value is None or (isinstance(value, str) and value in LANGUAGES):
            return value
        right = f"write {either(list(LANGUAGES))}; for others, write `command` and `build`"
        self._root.wrong("language", f"is {shown(value)}", right)
        return None

    def _text(self, key: str) -> str | None:
        value = self._sheet.data.get(key)
        if value is None or isinstance(value, str):
            return value
        self._root.wrong(key, f"is {shown(value)}", "write a text")
        return None

    def _source(self) -> list[str]:
        value = self._sheet.data.get("source")
        if isinstance(value, str):
            return [value]
        return self._words("source") or ([self._language.source] if self._language else [])

    def _words(self, key: str) -> list[str]:
        value = self._sheet.data.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not value or not all(word and isinstance(word, str) for word in value):
            self._root.wrong(key, f"is {shown(value)}", WORDS)
            return []
        if any(NUL in word for word in value):
            self._root.wrong(key, f"is {shown(value)}", "remove the character NUL, with which nothing can be started")
            return []
        return value


def _names_out(words: list[str]) -> bool:
    return any(OUT in word for word in words)
