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

import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from msgspec import Struct

from arena.errors import UserError
from arena.languages import LANGUAGES, OUT, Language

FILE = "bot.toml"
_TEXT, _WORDS = "string", "list of strings"
_KEYS = {
    "name": _TEXT,
    "version": _TEXT,
    "author": _TEXT,
    "command": _WORDS,
    "entry": _TEXT,
    "language": _TEXT,
    "source": f"{_TEXT} or {_WORDS}",
    "build": _WORDS,
}


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
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise UserError(f"{folder} has no {FILE}; `arena new-bot DIR` writes a bot to start from") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}") from error
    mistakes = _mistakes(data) or _contradictions(data, folder)
    if mistakes:
        raise UserError("\n".join(f"{path}: {mistake}" for mistake in mistakes))
    language, source = _language(data), _source(data)
    builds = language.build(source) if language and language.build else ()
    return BotFile(
        name=data.get("name", ""),
        version=data.get("version", ""),
        author=data.get("author", ""),
        command=tuple(data["command"] if "command" in data or not language else language.command(source)),
        entry=data.get("entry"),
        build=tuple(data.get("build", builds)),
        runtime=language.runtime() if language else (),
    )


def _language(data: dict[str, Any]) -> Language | None:
    return LANGUAGES.get(data.get("language", ""))


def _source(data: dict[str, Any]) -> list[str]:
    language = _language(data)
    source = data.get("source", language.source if language else [])
    return [source] if isinstance(source, str) else source


def _mistakes(data: dict[str, Any]) -> list[str]:
    """What is wrong with the keys, each for itself."""
    mistakes = []
    for key, value in data.items():
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(_KEYS)}"
            mistakes.append(f"unknown key {key!r}; {hint}")
        elif not _fits(value, _KEYS[key]):
            least = ", at least one" if isinstance(value, list) and _KEYS[key] != _TEXT else ""
            mistakes.append(f"{key} must be a {_KEYS[key]}{least}, not {value!r}")
    if "command" not in data and "language" not in data:
        mistakes.append('command is missing; for example command = ["python3", "bot.py"], or language = "c"')
    return mistakes


def _fits(value: object, wanted: str) -> bool:
    if isinstance(value, list):
        return _WORDS in wanted and bool(value) and all(isinstance(word, str) and word for word in value)
    return isinstance(value, str) and wanted.startswith(_TEXT)


def _contradictions(data: dict[str, Any], folder: Path) -> list[str]:
    """What is wrong with the keys together."""
    language = _language(data)
    if "language" in data and language is None:
        known = ", ".join(LANGUAGES)
        return [f"there is no language {data['language']!r}; known are {known}; for others write `command` and `build`"]
    if "source" in data and language is None:
        return ["source says nothing without a language; add the language, or write `build`"]
    if "build" in data and not _names_out(data["build"]):
        return [f"build must name {OUT}, the folder that it fills; it cannot write elsewhere"]
    built = "build" in data or (language and language.build)
    if not built and _names_out(data.get("command", [])):
        return [f"command names {OUT}, but nothing is built; write `build`"]
    needed = "source" in data or ("build" if built else "command") not in data
    absent = [file for file in _source(data) if needed and not (folder / file).is_file()]
    return [f"{file} is not in the folder; name the bot's files with `source`" for file in absent]


def _names_out(words: list[str]) -> bool:
    return any(OUT in word for word in words)
