"""Which program a name stands for: a house bot, a folder with a `bot.toml`, or a command.

name = "careful"                      # bot.toml; everything but `command` may be left out
version = "3"
author = "somebody"
command = ["python3", "bot.py"]       # started in the folder
entry = "bot.py:Careful"              # a Python bot that may also run inside the arena's process
"""

import os
import shlex
import shutil
import sys
import tomllib
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

from msgspec import Struct

from arena.errors import UserError
from arena.process import Isolation, search_path

FILE = "bot.toml"
_KEYS: dict[str, type] = {"name": str, "version": str, "author": str, "command": list, "entry": str}


class Manifest(Struct, frozen=True, kw_only=True):
    """How to start a bot."""

    name: str
    command: tuple[str, ...]
    folder: Path | None = None  # where it is started; None for a scratch folder
    entry: str | None = None  # "module:object" of a house bot, "file.py:object" in its folder
    version: str = ""
    author: str = ""
    isolation: Isolation = Isolation.LIMITS

    def can_be_found(self) -> bool:
        """Whether there is a program to start."""
        program = self.command[0]
        if "/" in program:
            return (self.folder or Path()).joinpath(program).exists()
        return shutil.which(program, path=search_path()) is not None


def house_bots() -> dict[str, Manifest]:
    """The bots that ship with the arena, by name."""
    spec = find_spec("bots")
    places = spec.submodule_search_locations if spec else None
    names = sorted(module.name for module in iter_modules(places or []) if not module.name.startswith("_"))
    return {
        name: Manifest(name=name, command=(sys.executable, "-P", "-m", f"bots.{name}"), entry=f"bots.{name}:BOT")
        for name in names
    }


def find(text: str) -> Manifest:
    """The bot that a person means by this."""
    house = house_bots()
    if text in house:
        return house[text]
    if Path(text).is_dir():
        return read_folder(Path(text))
    command = _split(text)
    if len(command) > 1 or shutil.which(command[0]):
        return Manifest(name=Path(command[-1]).stem, command=(_absolute(command[0]), *command[1:]), folder=Path.cwd())
    near = get_close_matches(text, house, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UserError(
        f"there is no bot {text!r}: {hint}give the name of a house bot ({', '.join(house)}), "
        f"a folder with a {FILE}, or a command in quotes such as 'python3 mybot.py'"
    )


def read_folder(folder: Path) -> Manifest:
    """The bot in a folder, as its `bot.toml` says; all mistakes are told at once."""
    path = folder / FILE
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise UserError(f"{folder} has no {FILE}; `arena new-bot DIR` writes a bot to start from") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path} cannot be read: {error}") from error
    mistakes = [f"{path}: {mistake}" for mistake in _mistakes(data)]
    if mistakes:
        raise UserError("\n".join(mistakes))
    return Manifest(
        name=data.get("name", folder.resolve().name),
        command=tuple(data["command"]),
        folder=folder.resolve(),
        entry=data.get("entry"),
        version=data.get("version", ""),
        author=data.get("author", ""),
    )


def _mistakes(data: dict[str, Any]) -> list[str]:
    mistakes = []
    for key, value in data.items():
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(_KEYS)}"
            mistakes.append(f"unknown key {key!r}; {hint}")
        elif not isinstance(value, _KEYS[key]):
            mistakes.append(f"{key} must be a {'list of strings' if key == 'command' else 'string'}, not {value!r}")
    command = data.get("command")
    if command is None:
        mistakes.append('command is missing; for example command = ["python3", "bot.py"]')
    elif isinstance(command, list) and not (command and all(isinstance(word, str) and word for word in command)):
        mistakes.append(f"command must be a list of strings, at least one, not {command!r}")
    return mistakes


def _split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UserError(f"the command {text!r} cannot be read: {error}") from error
    if not words:
        raise UserError("a bot without a name: give a house bot, a folder or a command")
    return words


def _absolute(program: str) -> str:
    """A program named by a path is found wherever the bot is started. Links stay: a venv's Python is one."""
    return os.path.abspath(program) if "/" in program else program
