"""The verb `tournament`: plays everything that a config asks for, or goes on with it, and ends with the standings."""

import secrets
import shlex
import sys
import tomllib
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import msgspec
from tabulate import tabulate

from arena.arguments import count_in
from arena.exit_codes import Exit
from arena.isolation.levels import Isolation
from arena.isolation.require import require
from protocol.text import printable
from results.commands import standings
from results.rows import Row
from results.store import Meta, Store
from tournaments.config import WORKERS, Config, read
from tournaments.formats import FORMATS
from tournaments.progress import Leaders, Progress
from tournaments.runner import Runner, run
from tournaments.seeds import LONG, commitment, master_seed, schedule_seed, stored_seed
from tournaments.voids import repeatable

LONG_WAIT = 1.5  # seconds

_TOURNAMENT = """\
Plays a tournament: all matches that its config asks for, several at once, and then prints the standings. Everything is
kept in one database file. A run that was interrupted or killed goes on where it was when the same command is given
again; the result is the same as if nothing had happened.

  arena new-tournament cup.toml
  arena tournament cup.toml
  arena standings cup.db"""


def tournament(argv: list[str]) -> int:
    """Play a tournament, or go on with it."""
    parser = ArgumentParser(
        "arena tournament", description=_TOURNAMENT, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("config", type=Path, metavar="CONFIG", help="a TOML file; `arena new-tournament` writes one")
    parser.add_argument("--db", type=Path, metavar="FILE", help="the database (default: the config's name with .db)")
    workers = "matches at once (default: as many as cores)"
    parser.add_argument("--workers", type=count_in(WORKERS), metavar="N", help=workers)
    told = parser.add_mutually_exclusive_group()
    told.add_argument("--verbose", action="store_true", help="a line for every match")
    told.add_argument("--quiet", action="store_true", help="nothing but the standings")
    arguments = parser.parse_args(argv)
    with _told_if_it_takes_long(arguments.quiet):
        config = read(arguments.config)
    text = arguments.config.read_text("utf-8")
    require(entrant.manifest for entrant in config.entrants)
    if warning := short_seed(config):
        _say(False, f"{arguments.config}: {warning}")
    path = arguments.db or arguments.config.with_suffix(".db")
    seed = config.seed or stored_seed(path) or secrets.token_hex(16)
    with Store.resume(path, _meta(config, text, seed)) as store:
        progress = Progress(verbose=arguments.verbose, quiet=arguments.quiet, tail=Leaders(store.rows()))
        played = f"{config.format}, {config.rounds} round{'s' * (config.rounds > 1)}"
        _say(arguments.quiet, f"{printable(config.name)} ({played}): the hash of the seed is {commitment(seed)}")
        if config.rounds > 1 and "rounds" not in tomllib.loads(text):
            _say(arguments.quiet, "so many, for everybody to have every variant equally often; see `rounds`")
        runner = Runner(config, master_seed(seed), store, progress, path.with_suffix(".capsules"))
        finished = run(runner, arguments.workers or config.workers)
        progress.close()
        if not finished:
            _say(False, f"interrupted, nothing is lost; to go on: {shlex.join(['arena', 'tournament', *argv])}")
            return Exit.INTERRUPTED
        rows = store.rows()
        again = len(repeatable(config, master_seed(seed), rows))
        if not again:
            store.reveal(seed)
    database = str(path) if not str(path).startswith("-") else f"./{path}"  # which would be taken for an option
    standings([database])
    _print_placing(config, master_seed(seed), rows)
    _tell_voids(database, rows, again)
    last = f"the seed was {shlex.quote(seed)}" if not again else "the seed is told when the void matches are played"
    _say(arguments.quiet, f"everything is in {path}; {last}")
    return Exit.DONE if any(row.counts for row in rows) else Exit.NO


def _tell_voids(database: str, rows: Sequence[Row], again: int) -> None:
    """What could not be played, of which so many can be tried again."""
    voids = sum(not row.counts for row in rows)
    if voids:
        how = f"the same command tries {again} of them again" if again else "what was played since hangs on them"
        _say(False, f"{voids} of {len(rows)} matches are void, the arena failed to play them; {how}")
        _say(False, f"to see why: {shlex.join(['arena', 'matches', database, '--void'])}")


def _print_placing(config: Config, seed: bytes, rows: Sequence[Row]) -> None:
    """Who came where by the rules of the format, where that is not what the ratings say."""
    placing = config.placing(schedule_seed(seed), rows)
    if not placing:
        return
    table = [(place, printable(name), how) for place, (name, how) in enumerate(placing, 1)]
    print(f"\nPlaces by the rules of a {config.format}:\n")
    heads, sides = ["place", "bot", FORMATS[config.format].placed_by], ("right", "left", "left")
    print(tabulate(table, heads, disable_numparse=True, colalign=sides))


def short_seed(config: Config) -> str:
    """A warning, if strangers' bots play for a seed that they could guess."""
    jailed = any(entrant.manifest.isolation is Isolation.JAIL for entrant in config.entrants)
    if not jailed or config.seed is None or len(config.seed) >= LONG:
        return ""
    return (
        f"the seed has {len(config.seed)} characters; who guesses it knows all dice. In a contest, leave it out, and "
        f"one is drawn; or write {LONG} characters or more that nobody can guess, and keep them secret until the end"
    )


def _meta(config: Config, text: str, seed: str) -> Meta:
    return Meta(
        name=config.name,
        config=text,
        digest=config.digest,
        found=msgspec.json.encode(config.found).decode(),
        commitment=commitment(seed),
        secret=seed,
    )


@contextmanager
def _told_if_it_takes_long(quiet: bool) -> Iterator[None]:
    """A fair schedule is mostly there at once; where it is not, nobody is to think that nothing happens."""
    timer = Timer(LONG_WAIT, _say, (quiet, "looking for a schedule in which everybody has every variant equally often"))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _say(quiet: bool, text: str) -> None:
    if not quiet:
        print(text, file=sys.stderr)
