"""From what a person writes to a comparison that can be played; or to a sentence that says what cannot be."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from arena.arguments import refuse_jail_inside
from arena.errors import UserError
from arena.fixture import BUDGET
from arena.games import GAMES
from arena.games.api import AnyGame, Refused
from arena.isolation.levels import Isolation
from arena.isolation.require import require
from arena.manifest import Manifest, find, must_be_there
from arena.mat import load as load_mat
from arena.referee import Bots
from protocol.limits import NAME
from protocol.text import printable
from protocol.words import Budget
from tournaments.config import Entrant
from tournaments.verdicts.comparison import Comparison, describe
from tournaments.verdicts.rules import Rule, Want

HOUSE = "house"
# Frozen opponents of every temperament. A bot of another game meets whoever plays everything.
LADDER = {"mlem": ("random", "cautious", "bold", "greedy", "planner")}
EVERY_GAME = ("random",)
ALL = "all"
MOST = 1_000_000  # groups


class Asked(Struct, frozen=True, kw_only=True):
    """A comparison as it is asked for, with what holds where nothing is said."""

    new: str
    old: str
    groups: int
    field: str = HOUSE
    seats: str = ALL
    variants: str = ALL
    game: str = "mlem"
    board: Path | None = None
    bots: Bots = Bots.FRESH
    isolation: Isolation = Isolation.LIMITS
    budget: Budget = BUDGET


def comparison(asked: Asked, ending: Rule | None = None) -> Comparison:
    """The comparison that is asked for."""
    if asked.game not in GAMES:
        raise UserError(f"there is no game {asked.game!r}; there are: {', '.join(GAMES)}")
    if not 1 <= asked.groups <= MOST:
        raise UserError(f"{asked.groups} groups cannot be played; ask for 1 to {MOST}")
    game = GAMES[asked.game]
    seats, variants = _seats(asked.seats, game), _variants(asked.variants, game)
    entrants = _entrants(asked, max(seats) - 1)
    if asked.bots is Bots.IN_PROCESS:
        refuse_jail_inside(asked.isolation)
        _must_live_together(entrants)
    require(entrant.manifest for entrant in entrants)
    board = load_mat(asked.board) if asked.board else None
    description = describe(
        entrants, seats=seats, variants=variants, game=game.name, board=board, bots=asked.bots, budget=asked.budget
    )
    return Comparison(description=description, entrants=entrants, board=board, groups=asked.groups, rule=ending)


def rule(want: str, margin: float, certainty: float, *, anytime: bool) -> Rule:
    """The rule that is asked for; the margin in wins of 100 matches."""
    if want not in list(Want):
        raise UserError(f"there is no question {want!r}; there are: {', '.join(Want)}")
    if not 0.0 < margin < 100.0:
        raise UserError(f"a margin of {margin:g} is none: wins in 100 matches, above 0 and below 100, such as 3")
    if not 0.5 < certainty < 1.0:
        raise UserError(f"a certainty of {certainty:g} is none: a number above 0.5 and below 1, such as 0.95")
    return Rule(want=Want(want), margin=margin / 100, certainty=certainty, anytime=anytime)


def _entrants(asked: Asked, opponents: int) -> tuple[Entrant, ...]:
    """NEW, OLD and the field. A small field fills a large table with several of the same bot."""
    words = LADDER.get(asked.game, EVERY_GAME) if asked.field == HOUSE else _words(asked.field)
    if not words:
        raise UserError(f"the field is empty: name bots, such as --field greedy,bold, or write --field {HOUSE}")
    found = [(word, _manifest(word, asked.isolation)) for word in words]
    field: list[Entrant] = []
    while len(field) < max(opponents, len(found)):
        word, manifest = found[len(field) % len(found)]
        field.append(Entrant(_numbered(printable(manifest.name)[:NAME], [one.name for one in field]), word, manifest))
    both = [
        Entrant(f"{printable(manifest.name)[: NAME - 6]} ({which})", bot, manifest)
        for which, bot, manifest in [
            ("new", asked.new, _manifest(asked.new, asked.isolation)),
            ("old", asked.old, _manifest(asked.old, asked.isolation)),
        ]
    ]
    return *both, *field


def _numbered(name: str, taken: Sequence[str]) -> str:
    """A name that is still free: the name itself, or with a number behind it."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name[: NAME - 5]} {number}"
    return free


def _manifest(bot: str, isolation: Isolation) -> Manifest:
    manifest = find(bot)
    must_be_there(bot, manifest)
    return replace(manifest, isolation=isolation)


def _must_live_together(entrants: Sequence[Entrant]) -> None:
    """Refuse bots that cannot run in one process. Python knows only one module of a name: of two versions of a bot that
    is more than one file, one would play with parts of the other, and nobody would notice."""
    for entrant in entrants:
        if entrant.manifest.entry is None:
            raise UserError(
                f"the bot {entrant.bot!r} cannot run inside the arena: only house bots and folders with an `entry` can"
            )
    owners: dict[str, Path] = {}
    for folder in sorted({entrant.manifest.folder for entrant in entrants if entrant.manifest.folder}):
        for module in _modules(folder, [entrant.manifest for entrant in entrants]):
            other = owners.setdefault(module, folder)
            if other != folder:
                raise UserError(
                    f"{other} and {folder} both have a module {module!r}, and inside one process there can be only one "
                    f"of that name: let them run as processes, with --bots {Bots.FRESH} or --bots {Bots.FORK}"
                )


def _modules(folder: Path, manifests: Sequence[Manifest]) -> list[str]:
    """What a bot in this folder could import from it, beside its entry, which is loaded under a name of its own."""
    entries = {str(one.entry).partition(":")[0] for one in manifests if one.folder == folder}
    files = [file.stem for file in folder.glob("*.py") if file.name not in entries and not file.name.startswith("test")]
    return sorted([*files, *(file.parent.name for file in folder.glob("*/__init__.py"))])


def _seats(text: str, game: AnyGame) -> tuple[int, ...]:
    if text == ALL:
        return tuple(game.seats)
    words = _words(text)
    sizes = [int(word) for word in words if word.isdecimal() and len(word) < 4 and int(word) in game.seats]
    if not words or len(sizes) < len(words) or len(set(sizes)) < len(sizes):
        few, many = game.seats.start, game.seats.stop - 1
        raise UserError(f"--seats {text}: {game.title} has tables of {few} to {many}; name each once, such as 2,4")
    return tuple(sizes)


def _variants(text: str, game: AnyGame) -> tuple[str, ...]:
    if text == ALL:
        return tuple(str(options) for options in game.every)
    try:
        chosen = [str(game.options(word)) for word in _words(text)]
    except Refused as error:
        raise UserError(f"--variants {text}: {error}") from error
    if not chosen or len(set(chosen)) < len(chosen):
        raise UserError(f"--variants {text}: name each once, such as base,ufo+missions, or write {ALL}")
    return tuple(chosen)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]
