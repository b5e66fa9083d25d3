"""Which program a name stands for: a house bot, a folder with a `bot.toml`, or a command."""

import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from msgspec import Struct
from msgspec.structs import replace

from arena.botfile import FILE, read
from arena.contents import digest
from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.languages import OUT
from arena.place import search_path


class Manifest(Struct, frozen=True, kw_only=True):
    """How to start a bot."""

    name: str
    command: tuple[str, ...]
    folder: Path | None = None  # where it is started; None for a scratch folder
    entry: str | None = None  # "module:object" of a house bot, "file.py:object" in its folder
    version: str = ""
    author: str = ""
    isolation: Isolation = Isolation.LIMITS
    build: tuple[str, ...] = ()  # what makes the program
    contents: str = ""  # of the folder and all that the build depends on, as a short text
    runtime: tuple[Path, ...] = ()  # what its language needs to be seen in a jail

    @property
    def out(self) -> Path:
        """What its build has made, or will make. What runs in a jail was also built in one."""
        return builds() / f"{self.contents}-{self.isolation}"

    @property
    def argv(self) -> tuple[str, ...]:
        """The command, as it is started."""
        return tuple(word.replace(OUT, str(self.out)) for word in self.command) if self.build else self.command

    def absence(self) -> str:
        """Why there is no program to start, in words; nothing if there is one, or will be when it is built."""
        program = self.command[0]
        if self.build and OUT in program:
            return ""
        if "/" not in program:
            return "" if shutil.which(program, path=search_path()) else "is not there"
        path = (self.folder or Path()) / program
        if not path.exists():
            return "is not there"
        may = path.is_file() and os.access(path, os.X_OK)
        return "" if may else "may not be executed (chmod +x makes it a program)"


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
    if not _is_text(text):  # Linux takes any bytes for a name; records and databases do not
        raise UserError(f"the bot {text!r} is not UTF-8 text; give it another name")
    if not text.strip():
        raise UserError("a bot without a name: give a house bot, a folder or a command")
    house = house_bots()
    if text in house:
        return house[text]
    if Path(text).is_dir():
        return read_folder(Path(text))
    command = _split(text)
    if command[0] in house:  # with arguments of its own
        bot = house[command[0]]
        return replace(bot, name=" ".join(command), command=(*bot.command, *command[1:]), entry=None)
    if len(command) > 1 or shutil.which(command[0]):
        return Manifest(name=_name(command), command=(_absolute(command[0]), *command[1:]), folder=Path.cwd())
    if Path(text).is_file():
        start = shlex.quote(f"python3 {text}" if text.endswith(".py") else f"./{text}")
        raise UserError(f"{text!r} is a file, not a bot: give the command that starts it, such as {start}")
    near = get_close_matches(text, house, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    raise UserError(
        f"there is no bot {text!r}: {hint}give the name of a house bot ({', '.join(house)}), "
        f"a folder with a {FILE}, or a command in quotes such as 'python3 mybot.py'"
    )


def must_be_there(text: str, manifest: Manifest) -> None:
    """Refuse a bot that was named by this and whose program is not there."""
    if why := manifest.absence():
        raise UserError(
            f"the program {manifest.command[0]!r} of the bot {text!r} {why}; install it, or mend the command"
        )


def read_folder(folder: Path) -> Manifest:
    """The bot in a folder, as its `bot.toml` says."""
    told, folder = read(folder), folder.resolve()
    return Manifest(
        name=told.name or folder.name,
        command=told.command,
        folder=folder,
        entry=told.entry,
        version=told.version,
        author=told.author,
        build=told.build,
        contents=_contents(folder, told.build) if told.build else "",
        runtime=told.runtime,
    )


def builds() -> Path:
    """Where all builds are kept."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(cache) if os.path.isabs(cache) else Path.home() / ".cache") / "mlem-arena" / "builds"


def _contents(folder: Path, build: Sequence[str]) -> str:
    """All that a build depends on. Another version of a compiler makes another program."""
    path = shutil.which(build[0], path=search_path())
    compiler = Path(path).resolve() if path else None
    known = compiler.stat() if compiler else None
    try:
        return digest(folder, *build, str(compiler), str(known and (known.st_size, known.st_mtime_ns)))
    except OSError as error:
        raise UserError(f"{folder}: {error.filename} cannot be read: {error.strerror}") from error


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise UserError(f"the command {text!r} cannot be read: {error}") from error
    return words


def _name(command: Sequence[str]) -> str:
    """What a command is called by: the file or module that it names, or else the program."""
    program, *words = command
    if "-m" in words[:-1]:
        return words[words.index("-m") + 1].rpartition(".")[2]
    files = [word for word in words if Path(word).is_file()]
    others = [word for word in words if not word.startswith("-")] if "/" not in program else []
    return Path((files or others or [program])[0]).stem


def _absolute(program: str) -> str:
    """A program named by a path is found wherever the bot is started. Links stay: a venv's Python is one."""
    return os.path.abspath(program) if "/" in program else program
