"""The verbs of bot authors: `check` and `new-bot`."""

import json
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter

import msgspec
import trio

from arena.arguments import add_isolation, some_seconds
from arena.conformance import Grade, Settings, Verdict, lines
from arena.conformance import check as take_steps
from arena.fixture import BUDGET
from arena.isolation.levels import Isolation
from arena.isolation.require import require
from arena.manifest import Manifest, find, must_be_there
from arena.new_bot import write

_CHECK = """\
Starts the bot again and again, plays real matches with it, and speaks to it in every way that the protocol allows: in
pieces, with unknown keys, with large messages, without waiting. Says of each step whether it passed, and if not: what
is wrong, the exact bytes, and what to do.

BOT is the name of a house bot, a folder with a bot.toml, or a command in quotes.

Exits with 0 if no step failed (a warning is no failure), with 1 if one did, and with 2 if there is no such bot."""

_NEW_BOT = """\
Writes a bot to start from into a new folder: bot.py, bot.toml, test_bot.py and README.md. It plays, it is tested, and
it beats the house bot random. Nothing is overwritten: a folder that is there already must be empty."""


def check(argv: list[str]) -> int:
    """Check a bot."""
    parser = ArgumentParser(
        "arena check", description=_CHECK, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("bot", metavar="BOT", help="the bot to check")
    parser.add_argument(
        "--budget",
        type=some_seconds,
        default=BUDGET.decision,
        metavar="SECONDS",
        help="time for a decision (default %(default)g)",
    )
    parser.add_argument(
        "--start",
        type=some_seconds,
        default=BUDGET.start,
        metavar="SECONDS",
        help="time to start (default %(default)g)",
    )
    parser.add_argument("--quick", action="store_true", help="fewer matches: seconds in place of a minute")
    parser.add_argument(
        "--step", action="append", default=[], metavar="NAME", help="only this step and what it needs; may be repeated"
    )
    add_isolation(parser)
    parser.add_argument("--json", action="store_true", help="print JSON for programs, not lines for people")
    arguments = parser.parse_args(argv)
    manifest = msgspec.structs.replace(find(arguments.bot), isolation=Isolation(arguments.isolation))
    must_be_there(arguments.bot, manifest)
    require([manifest])
    verdicts = trio.run(_check, manifest, arguments)
    return int(any(verdict.grade is Grade.FAIL for verdict in verdicts))


def new_bot(argv: list[str]) -> int:
    """Write a bot to start from."""
    parser = ArgumentParser("arena new-bot", description=_NEW_BOT, allow_abbrev=False)
    parser.add_argument("folder", metavar="DIR", help="the folder to make")
    parser.add_argument("--name", help="name of the bot; without it, the name of the folder")
    arguments = parser.parse_args(argv)
    for line in write(arguments.folder, arguments.name):
        print(line)
    return 0


async def _check(manifest: Manifest, arguments: Namespace) -> list[Verdict]:
    settings = Settings(budget=arguments.budget, start=arguments.start, quick=arguments.quick)
    verdicts = []
    async for verdict in take_steps(manifest, settings, arguments.step):
        verdicts.append(verdict)
        if not arguments.json:
            print("\n".join(lines(verdict)))
            sys.stdout.flush()  # a person is waiting
    if arguments.json:
        print(json.dumps(_data(manifest, verdicts), indent=2))
    else:
        print(f"\n{_summary(manifest, verdicts)}")
    return verdicts


def _data(manifest: Manifest, verdicts: list[Verdict]) -> dict[str, object]:
    return {
        "bot": manifest.name,
        "passed": not any(verdict.grade is Grade.FAIL for verdict in verdicts),
        "steps": msgspec.to_builtins(verdicts),
    }


def _summary(manifest: Manifest, verdicts: list[Verdict]) -> str:
    counts = {grade: sum(verdict.grade is grade for verdict in verdicts) for grade in Grade}
    named = {Grade.PASS: "passed", Grade.WARN: "warned", Grade.FAIL: "failed", Grade.SKIP: "skipped"}
    return f"{manifest.name}: " + ", ".join(f"{counts[grade]} {named[grade]}" for grade in Grade if counts[grade])
