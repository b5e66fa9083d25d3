"""A tournament to start from: a config that can be played as it is, and that says what else could be written."""

import secrets
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from shlex import quote

from arena.errors import UserError
from arena.fixture import BUDGET
from arena.games import GAMES
from arena.manifest import house_bots
from tournaments.config import DEFAULT_GAME
from tournaments.formats import FORMATS

_HELP = """\
Writes the config of a tournament, to be changed as you like: house bots, all variants, tables of every size. Every key
is explained there. A file that is there already is left alone."""

TEXT = """\
# A tournament. Whatever is commented out may be left out.

name = "House cup"

# The format:
{formats}
format = "round-robin"

seats = {seats}  # table sizes
variants = "all"      # or a list, such as ["base", "ufo+missions"]
# rounds = 2          # without it one, or as many as it takes for everybody to have every variant equally often

# seed = "{seed}"  # the schedule and the dice follow from it; leave it out, and
#                     # one is drawn and stored. In a contest it has to be long, and secret until the end: whoever
#                     # guesses it knows all dice
# game = "{game}"
# board = "mat.toml"  # a mat of your own; see `arena board`
# workers = 4         # matches at once, as many as there are cores; it changes no result
# bots = "fresh"      # a new process for every match; "fork": the same, faster, for Python bots that you trust;
#                     # "reuse": kept from match to match; "in-process": inside the arena, for bots that you trust
# isolation = "limits"  # bounded memory, files and processor time; "jail": for bots of strangers; or "none"

# [budget]            # seconds, the same for all
# start = {start:g}
# decision = {decision:g}
# bank = {bank:g}       # for a whole match, beyond that

# Options of the formats, each only with that format:
{options}

# Who takes part: a house bot (see `arena bots`), a folder with a bot.toml, or a command such as "python3 mybot.py",
# with paths seen from the folder of this file. `isolation` can be given for one entrant, too.
{entrants}"""


REPEATABLE = {"search": "search --work 60"}  # who would think by the clock counts here, so that a cup can be repeated


def text(seed: str) -> str:
    """The config, with the house bots that there are: enough entrants for the largest table, some of them twice. The
    seed only shows what a good one looks like."""
    seats = GAMES[DEFAULT_GAME].seats
    house = list(house_bots())
    names = _names(house, max(len(house), seats.stop - 1))
    return TEXT.format(
        formats="\n".join(f"#   {info.name:<12} {info.description}" for info in FORMATS.values()),
        seats=list(seats),
        seed=seed,
        game=DEFAULT_GAME,
        start=BUDGET.start,
        decision=BUDGET.decision,
        bank=BUDGET.bank,
        options="\n".join(
            f"# [{info.name}]\n"
            + "\n".join(f"# {o.key} = {o.example}  # {o.meaning}; without it: {o.default}" for o in info.options)
            for info in FORMATS.values()
            if info.options
        ),
        entrants="\n".join(_entrant(bot, name) for bot, name in names) + "\n",
    )


def new_tournament(argv: list[str]) -> int:
    """Write a config."""
    parser = ArgumentParser("arena new-tournament", description=_HELP, allow_abbrev=False)
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, such as cup.toml")
    file: Path = parser.parse_args(argv).file
    try:
        with file.open("x", encoding="utf-8") as new, ExitStack() as undo:
            undo.callback(file.unlink)
            new.write(text(secrets.token_hex(16)))
            new.flush()
            undo.pop_all()
    except FileExistsError:
        raise UserError(f"{file} is there already; nothing was written. Name a new file") from None
    except OSError as error:
        raise UserError(f"{file} cannot be written: {error.strerror}") from error
    print(f"{file} is a tournament of house bots. Change it as you like, then: arena tournament {quote(str(file))}")
    return 0


def _entrant(bot: str, name: str) -> str:
    return f'\n[[entrant]]\nbot = "{REPEATABLE.get(bot, bot)}"\nname = "{name}"'


def _names(house: Sequence[str], many: int) -> list[tuple[str, str]]:
    """Bots with the names of entrants: a bot that takes part more than once has a number behind its name."""
    bots = [house[place % len(house)] for place in range(many)]
    return [
        (bot, f"{bot}-{bots[: place + 1].count(bot)}" if bots.count(bot) > 1 else bot) for place, bot in enumerate(bots)
    ]
