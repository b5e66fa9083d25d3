"""A tournament as its organiser writes it down: a TOML file, read as a whole, with all its mistakes told at once."""

import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from re import split
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from arena.errors import UserError
from arena.files import read_text
from arena.fixture import BUDGET
from arena.games import GAMES
from arena.games.api import AnyGame, Refused
from arena.games.mlem.boardfile import BadBoard
from arena.games.mlem.boardfile import read as read_board
from arena.games.toml_places import SyntaxProblem, parse
from arena.games.toml_tables import Mistake, Sheet, Table, is_neat, shown
from arena.isolation.levels import Isolation
from arena.manifest import Manifest, find, house_bots
from arena.mat import mat_text
from arena.referee import Bots
from protocol.limits import NAME
from protocol.words import Budget
from results.rows import Row
from tournaments.formats import FORMATS, ROUNDS, Objection, Settings
from tournaments.pairing import Cup, Pairing

LARGEST = 1_000_000  # bytes of a config
ENTRANTS = range(2, 1001)
WORKERS = range(1, 1025)
SEED = 200  # characters
LONGEST = 86_400.0  # seconds
DEFAULT_GAME = "mlem"

# Every key, in the order of the documents: what it means, and what holds without it ("" if it must be there).
ROOT: Mapping[str, tuple[str, str]] = {
    "name": ("what the tournament is called, in up to 64 characters", ""),
    "format": (f"{', '.join(FORMATS)}", ""),
    "seats": ("list of table sizes", "all that the game has and the entrants can fill; a knockout must have one"),
    "rounds": (
        "how many rounds are played; see the formats",
        "1, or the fewest with which everybody has every variant equally often",
    ),
    "variants": ('list of variants such as `"base"` or `"ufo+missions"`, or `"all"`', '`"all"`'),
    "game": ("which game is played", '`"mlem"`'),
    "board": ("file with a mat of your own, seen from the folder of the config", "the mat that comes with the arena"),
    "seed": (
        "any text; the dice and the schedule follow from it. In a contest: long, and secret until the end",
        "a new one is drawn and stored",
    ),
    "workers": ("how many matches are played at once; it changes no result", "the number of cores"),
    "bots": ('how bots come to a match: `"fresh"`, `"fork"`, `"reuse"` or `"in-process"`', '`"fresh"`'),
    "isolation": ('how far bots are kept from everything else: `"none"`, `"limits"` or `"jail"`', '`"limits"`'),
    "budget": ("table: the time that every bot has", "as `arena play` gives"),
    "entrant": ("tables, at least two: who takes part", ""),
}
TIMES: Mapping[str, tuple[str, str]] = {
    "start": ("seconds to start in", f"{BUDGET.start:g}"),
    "decision": ("seconds for each decision", f"{BUDGET.decision:g}"),
    "bank": ("seconds for a whole match, beyond that", f"{BUDGET.bank:g}"),
}
ENTRANT: Mapping[str, tuple[str, str]] = {
    "bot": ("name of a house bot, folder with a `bot.toml`, or command; seen from the folder of the config", ""),
    "name": ("what the entrant is called, in up to 64 characters; no two may be called the same", "the bot's own name"),
    "isolation": ("as above, for this entrant only", "as for all"),
}


class Entrant(Struct, frozen=True):
    """Who takes part."""

    name: str
    bot: str  # as it is written
    manifest: Manifest


class Found(Struct, frozen=True):
    """What the text of a config does not hold: what its bots are called, their versions, and the mat."""

    bots: tuple[tuple[str, str], ...]
    board: Any


class Config(Struct, frozen=True, kw_only=True):
    """A tournament without mistakes."""

    name: str
    format: str
    settings: dict[str, int]  # the options of the format that were given
    seats: tuple[int, ...]
    rounds: int
    variants: tuple[str, ...]
    game: str
    board: Any  # None for the one that comes with the game
    seed: str | None  # None if one is to be drawn
    workers: int
    bots: Bots
    budget: Budget
    entrants: tuple[Entrant, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    def manifest(self, name: str) -> Manifest:
        """How to start the bot of an entrant."""
        return next(entrant.manifest for entrant in self.entrants if entrant.name == name)

    def cup(self, seed: bytes) -> Cup:
        """What the format needs to know; the seed is for the schedule and must say nothing about the dice."""
        return Cup(entrants=self.names, seats=self.seats, variants=self.variants, rounds=self.rounds, seed=seed)

    @property
    def total(self) -> int:
        """How many matches there will be."""
        return FORMATS[self.format].total(self.cup(b""), **self.settings)

    def placing(self, seed: bytes, rows: Sequence[Row]) -> list[tuple[str, str]]:
        """Who came where by the format's own rules, and why; nothing where the ratings are the result."""
        placing = FORMATS[self.format].placing
        return placing(self.cup(seed), rows, **self.settings) if placing else []

    def pairings(self, seed: bytes, rows: Sequence[Row]) -> Sequence[Pairing]:
        """What the format, with its options, wants to be played after these results."""
        return FORMATS[self.format].pairings(self.cup(seed), rows, **self.settings)

    @property
    def found(self) -> Found:
        """What it would take to read the text again where its bots and its mat are not."""
        return Found(tuple((entrant.name, entrant.manifest.version) for entrant in self.entrants), self.board)

    @property
    def digest(self) -> str:
        """Stands for all that may not change while a tournament goes on: everything but the number of workers."""
        said = {field: getattr(self, field) for field in self.__struct_fields__ if field not in ("workers", "entrants")}
        said["rules"] = GAMES[self.game].version
        said["entrants"] = [
            (entrant.name, entrant.bot, entrant.manifest.version, entrant.manifest.isolation)
            for entrant in self.entrants
        ]
        return blake2b(msgspec.json.encode(said, order="sorted"), digest_size=16).hexdigest()


class BadConfig(UserError):
    """A file that is no config of a tournament, with all its mistakes, in the order of its lines."""

    def __init__(self, path: Path, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        many = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        lines = [f"{path}:{mistake.line}: {mistake}" for mistake in mistakes]
        super().__init__("\n".join(["this tournament cannot be played:", *lines, f"{path}: {many}"]))


def read(path: Path) -> Config:
    """The tournament that a file describes."""
    return understood(
        read_text(path, LARGEST, "the config of a tournament"),
        path,
        lambda sheet: Reading(sheet, path.absolute().parent),
    )


def understood(text: str, path: Path, reading: "Callable[[Sheet], Reading]") -> Config:
    """The tournament that a text describes, as somebody reads it."""
    data = parse(text)
    if isinstance(data, SyntaxProblem):
        place = f"column {data.column}" if data.column else "syntax"
        right = "the file must be TOML: key = value, [table], [[entrant]]"
        raise BadConfig(path, [Mistake(place, data.line, data.message, right)])
    sheet = Sheet(text, data)
    config = reading(sheet).config()
    if config is None:
        raise BadConfig(path, sheet.mistakes)
    return config


class Reading:
    """One pass over a config. Whatever cannot be read is noted and stands as None."""

    def __init__(self, sheet: Sheet, folder: Path) -> None:
        self._sheet, self._folder = sheet, folder
        self._root = sheet.root([*ROOT, *(info.name for info in FORMATS.values() if info.options)])

    def config(self) -> Config | None:
        root = self._root
        name = root.text("name", NAME)
        form = root.choice("format", list(FORMATS))
        game = GAMES[("game" in root and root.choice("game", list(GAMES))) or DEFAULT_GAME]
        rounds = root.integer("rounds", ROUNDS) if "rounds" in root else None
        seed = root.text("seed", SEED) if "seed" in root else None
        workers = root.integer("workers", WORKERS) if "workers" in root else len(os.sched_getaffinity(0))
        bots = self._bots()
        entrants = self._entrants(bots)
        seats = self._seats(game, len(entrants) if entrants else ENTRANTS.stop)
        variants = self._variants(game)
        settings = self._settings(form)
        budget = self._budget()
        board = self.board(game)
        if form and entrants and seats:
            rounds = self._fit(form, entrants, seats, variants or ("",), rounds, settings)
        if self._sheet.mistakes or not (name and form and rounds and workers and entrants and seats and variants):
            return None
        return Config(
            name=name,
            format=form,
            settings=settings,
            seats=seats,
            rounds=rounds,
            variants=variants,
            game=game.name,
            board=board,
            seed=seed,
            workers=workers,
            bots=bots,
            budget=budget,
            entrants=tuple(entrants),
        )

    def _bots(self) -> Bots:
        chosen = self._root.choice("bots", [str(bots) for bots in Bots]) if "bots" in self._root else None
        return Bots(chosen or Bots.FRESH)

    def _seats(self, game: AnyGame, entrants: int) -> tuple[int, ...] | None:
        """Table sizes, in the order of the config, each once."""
        if "seats" not in self._root:
            return tuple(size for size in game.seats if size <= entrants)
        seats = self._root.integers("seats", game.seats, range(1, len(game.seats) + 1))
        if seats and len(set(seats)) < len(seats):
            self._root.wrong("seats", f"is {shown(seats)}", "name each table size once")
            return None
        return tuple(seats) if seats else None

    def _variants(self, game: AnyGame) -> tuple[str, ...] | None:
        """Variants as the game itself writes them, each once."""
        every = [str(options) for options in game.every]
        given = self._sheet.data.get("variants", "all")
        if given == "all":
            return tuple(every)
        if isinstance(given, str):
            self._root.wrong("variants", f"is {shown(given)}", f'write "all", or a list such as ["{every[-1]}"]')
            return None
        texts = self._root.items("variants", range(1, len(every) + 1), 'such as "base", or write "all" for every one')
        chosen = [variants for text in texts or [] if (variants := self._options(game, text))]
        for twice in sorted({variants for variants in chosen if chosen.count(variants) > 1}):
            self._root.wrong("variants", f"holds {shown(twice)} more than once", "name each once")
        return tuple(chosen) or None

    def _options(self, game: AnyGame, text: object) -> str | None:
        if not isinstance(text, str):
            self._root.wrong("variants", f"holds {shown(text)}", 'write texts, such as "base"')
            return None
        try:
            return str(game.options(text))
        except Refused as error:
            problem, _, right = str(error).partition("; ")
            self._root.wrong("variants", f"holds {shown(text)}: {problem}", right)
            return None

    def _settings(self, form: str | None) -> dict[str, int]:
        """The options of the format; those of another one are a mistake, because they would do nothing."""
        for info in FORMATS.values():
            if form and info.options and info.name in self._root and info.name != form:
                right = f'remove it, or write format = "{info.name}"'
                self._root.wrong(info.name, f"is given, but the format is {shown(form)}", right)
        if form is None or form not in self._root:
            return {}
        options = FORMATS[form].options
        table = self._root.table(form, [option.key for option in options])
        if table is None:
            return {}
        read = {option.key: table.integer(option.key, option.within) for option in options if option.key in table}
        return {key: value for key, value in read.items() if value is not None}

    def _budget(self) -> Budget:
        table = self._root.table("budget", list(TIMES)) if "budget" in self._root else None
        return replace(BUDGET, **{key: self._seconds(table, key) for key in TIMES if key in table}) if table else BUDGET

    def _seconds(self, table: Table, key: str) -> float:
        value = self._sheet.data["budget"][key]
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST:
            return float(value)
        table.wrong(key, f"is {shown(value)}", f"write seconds, from 0 to {LONGEST:g}")
        return 0.0

    def board(self, game: AnyGame) -> Any:
        file = self._root.text("board", 4096) if "board" in self._root else None
        if file is None:
            return None
        if game.name != DEFAULT_GAME:
            self._root.wrong("board", f"is given, but the game is {shown(game.name)}", "remove it")
            return None
        path = self._folder / file
        try:
            return read_board(mat_text(path))
        except BadBoard as error:
            many = "a mistake" if len(error.mistakes) == 1 else f"{len(error.mistakes)} mistakes"
            problem = f"{path} has {many}, the first on line {error.mistakes[0].line}"
            self._root.wrong("board", problem, f"`arena board check {shlex.quote(str(path))}` tells all")
        except UserError as error:
            self._root.wrong("board", str(error), "name a file with a mat, such as `arena board show --toml` prints")
        return None

    def _entrants(self, bots: Bots) -> list[Entrant] | None:
        tables = self._root.tables("entrant", list(ENTRANT), _called)
        if tables is None:
            return None
        if len(tables) not in ENTRANTS:
            right = f"write {ENTRANTS.start} to {ENTRANTS.stop - 1} tables [[entrant]]"
            self._sheet.note("[[entrant]]", ("entrant",), f"there are {len(tables)}", right)
        isolation = self._isolation(self._root, bots) or Isolation.LIMITS
        entrants = [self._entrant(table, bots, isolation) for table in tables]
        self._alike(tables, entrants)
        return entrants

    def _entrant(self, table: Table, bots: Bots, common: Isolation) -> Entrant:
        """An entrant; where his bot cannot be found, one that only stands for him until all mistakes are told."""
        name = table.text("name", NAME) if "name" in table else None
        isolation = self._isolation(table, bots) or common
        bot = table.text("bot", 4096)
        manifest = self.manifest(table, bot) if bot else None
        if manifest is None:
            return Entrant(name or "", bot or "", Manifest(name="", command=()))
        if bots is Bots.IN_PROCESS and manifest.entry is None:
            problem = f"is {shown(bot)}, which has no `entry` and cannot be used with bots = {shown(str(bots))}"
            table.wrong("bot", problem, f'name a house bot or a folder with an `entry`, or write bots = "{Bots.FRESH}"')
        if why := manifest.absence():
            problem = f"is {shown(bot)}, whose program {shown(manifest.command[0])} {why}"
            table.wrong("bot", problem, "install the program, or mend the command")
        if "name" not in table and not is_neat(manifest.name, NAME):
            table.wrong_as_a_whole(f"the bot's own name is {shown(manifest.name)}", "give the entrant another `name`")
        return Entrant(name or manifest.name, bot or "", replace(manifest, isolation=isolation))

    def manifest(self, table: Table, bot: str) -> Manifest | None:
        """The bot, with paths seen from the folder of the config."""
        try:
            if bot in house_bots():
                return find(bot)
            if (self._folder / bot).is_dir():
                return find(str(self._folder / bot))
            return replace(find(_from(self._folder, bot)), folder=self._folder)
        except UserError as error:
            for line in str(error).splitlines():
                problem, right = [*split(r"; |: (?=did you mean|give the name)", line, maxsplit=1), ""][:2]
                table.wrong("bot", problem, right or "name a house bot, a folder with a bot.toml, or a command")
        except (OSError, ValueError) as error:
            table.wrong("bot", f"is {shown(bot)}: {error}", "name a house bot, a folder with a bot.toml, or a command")
        return None

    def _isolation(self, table: Table, bots: Bots) -> Isolation | None:
        chosen = table.choice("isolation", [str(level) for level in Isolation]) if "isolation" in table else None
        if chosen and bots is Bots.IN_PROCESS:
            problem = f'is {shown(chosen)}, but bots = "{bots}" run inside the arena itself'
            table.wrong("isolation", problem, f'remove it, or write bots = "{Bots.FRESH}"')
        return Isolation(chosen) if chosen else None

    def _alike(self, tables: Sequence[Table], entrants: Sequence[Entrant]) -> None:
        seen: dict[str, Table] = {}
        for table, entrant in zip(tables, entrants, strict=True):
            if entrant.name in seen:
                problem = f"is {shown(entrant.name)} again, after line {seen[entrant.name].line}"
                table.wrong("name", problem, "give every entrant a `name` of its own")
            elif entrant.name:
                seen[entrant.name] = table

    def _fit(
        self,
        form: str,
        entrants: Sequence[Entrant],
        seats: tuple[int, ...],
        variants: tuple[str, ...],
        rounds: int | None,
        settings: Settings,
    ) -> int | None:
        """How many rounds are played, if the format has nothing to object to."""
        names = tuple(entrant.name for entrant in entrants)
        cup = Cup(entrants=names, seats=seats, variants=variants, rounds=rounds or 1, seed=b"")
        info = FORMATS[form]
        self._object(info.objections(cup, settings))
        if self._sheet.mistakes:
            return rounds
        if rounds is None:
            return info.rounds(cup, settings)
        self._object(info.unfairness(cup, settings))
        return rounds

    def _object(self, objections: Sequence[Objection]) -> None:
        for path, problem, right in objections:
            missing = path == ("seats",) and "seats" not in self._root
            place = ": ".join([*(f"[{table}]" for table in path[:-1]), path[-1]])
            self._sheet.note(place, path, "is missing" if missing else problem, right)


def _called(data: dict[str, Any]) -> str | None:
    """An entrant by his name, or else by his bot; without either, by his number."""
    for name in (data.get("name"), data.get("bot")):
        if isinstance(name, str) and 0 < len(name) <= NAME and name.isprintable():
            return f"[[entrant]] {name}"
    return None


def _from(folder: Path, command: str) -> str:
    """A command whose program is named by a path seen from a folder."""
    try:
        program, *rest = shlex.split(command)
    except ValueError:
        return command  # which will be refused
    return shlex.join([str(folder / program), *rest]) if "/" in program else command
