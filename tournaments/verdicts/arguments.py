"""The arguments that `compare` and `regress` share."""

import os
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from arena.arguments import add_budget, add_isolation, budget, count_in, seed, whole, words
from arena.isolation.levels import Isolation
from arena.referee import Bots
from tournaments.config import WORKERS
from tournaments.verdicts.asking import ALL, HOUSE, Asked
from tournaments.verdicts.judging import Adjust, as_they_are
from tournaments.verdicts.luck import less_luck


def parser(verb: str, description: str, groups: int, meaning: str) -> ArgumentParser:
    """A parser with all that says what is compared, and how it is played."""
    new = ArgumentParser(
        f"arena {verb}", description=description, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    new.add_argument("new", metavar="NEW", help="house name, folder with a bot.toml, or command in quotes")
    new.add_argument("old", metavar="OLD", help="the same; may be the same bot")
    new.add_argument("--groups", type=whole, default=groups, metavar="N", help=f"{meaning} (default: {groups})")
    new.add_argument("--field", default=HOUSE, metavar="BOT,BOT,...", help=f"the opponents (default: {HOUSE} bots)")
    new.add_argument("--variants", default=ALL, metavar="V,V,...", help="such as base,ufo+missions (default: all)")
    new.add_argument("--seats", default=ALL, metavar="N,N,...", help="table sizes, such as 2,4 (default: all)")
    new.add_argument("--game", default="mlem", help="which game (default: mlem)")
    new.add_argument("--board", type=Path, metavar="FILE", help="a mat of your own (see `arena board`)")
    new.add_argument(
        "--seed", type=seed, help="any text; the schedule and the dice follow from it (default: a new one)"
    )
    new.add_argument("--db", type=Path, metavar="FILE", help="keep the matches here, and go on with what is here")
    workers = "matches at once (default: as many as cores)"
    new.add_argument("--workers", type=count_in(WORKERS), metavar="N", help=workers)
    how = new.add_mutually_exclusive_group()
    how.add_argument(
        "--bots", choices=words(Bots), default=Bots.FRESH, help="how bots come to a match (default: fresh)"
    )
    how.add_argument(
        "--in-process",
        dest="bots",
        action="store_const",
        const=Bots.IN_PROCESS,
        help="run trusted Python bots inside the arena: the same as --bots in-process, and fastest",
    )
    add_isolation(new)
    add_budget(new)
    new.add_argument("--luck", action="store_true", help="points less luck, too; takes longer than the matches")
    new.add_argument("--quiet", action="store_true", help="no progress")
    new.add_argument("--json", action="store_true", help="print one JSON object")
    return new


def asked(arguments: Namespace) -> Asked:
    """What these arguments ask for."""
    return Asked(
        new=arguments.new,
        old=arguments.old,
        groups=arguments.groups,
        field=arguments.field,
        seats=arguments.seats,
        variants=arguments.variants,
        game=arguments.game,
        board=arguments.board,
        bots=Bots(arguments.bots),
        isolation=Isolation(arguments.isolation),
        budget=budget(arguments),
    )


def adjust(arguments: Namespace) -> Adjust:
    """What is to be done with the points."""
    return less_luck if arguments.luck else as_they_are


def workers(arguments: Namespace) -> int:
    return arguments.workers or len(os.sched_getaffinity(0))
