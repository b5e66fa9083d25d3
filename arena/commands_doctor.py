"""The verb `doctor`: what this machine offers, and what each level of isolation stops on it, tried for real."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any

import msgspec
import trio
from tabulate import tabulate

from arena.errors import UserError
from arena.exit_codes import Exit
from arena.isolation import leftovers
from arena.isolation.levels import DOES_NOT_STOP, STOPS, Isolation
from arena.isolation.machine import Fact, facts
from arena.isolation.require import require_parts
from arena.isolation.trials import GROUPS, Finding, broken, promised, try_level
from arena.player import ArenaFailure

_DOCTOR = """\
Tells what this machine offers to keep bots from everything else, and what each level of isolation stops here. A program
is started at each level that tries to get out in every way we know; it does no harm where nothing stops it.

Exits with 0 if every level keeps its promises, with 1 if something gets through that a level promises to stop, or if
the jail cannot be used at all."""


def doctor(argv: list[str]) -> int:
    """Examine this machine."""
    parser = ArgumentParser(
        "arena doctor", description=_DOCTOR, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--json", action="store_true", help="print JSON for programs, not tables for people")
    arguments = parser.parse_args(argv)
    swept = leftovers.sweep()
    found = facts()
    if not arguments.json:
        _print_facts(found)
        sys.stdout.flush()  # the rest takes seconds
    tried = {level: _tried(level) for level in Isolation}
    wrong = {level: [what] if isinstance(what, str) else broken(level, what) for level, what in tried.items()}
    if arguments.json:
        print(json.dumps(_data(found, tried, wrong), indent=2))
    else:
        _print_trials(tried, wrong)
        if swept:
            print(f"cleared away after arenas that were killed: {swept} things")
    return Exit.NO if any(wrong.values()) else Exit.DONE


def _tried(level: Isolation) -> dict[str, Finding] | str:
    """What gets through at a level, or why it cannot be used."""
    try:
        require_parts(level)
        return trio.run(try_level, level, True)
    except (ArenaFailure, UserError) as error:
        return f"cannot be used here: {error}"


def _print_facts(found: list[Fact]) -> None:
    for fact in found:
        print(f"{fact.name:<20}{fact.found}")
        if fact.advice:
            print(f"{'':<20}-> {fact.advice}")
    print()


def _print_trials(tried: dict[Isolation, dict[str, Finding] | str], wrong: dict[Isolation, list[str]]) -> None:
    rows = [
        [group if probe == probes[0] else "", probe, *(_shown(level, what, probe) for level, what in tried.items())]
        for group, probes in GROUPS.items()
        for probe in probes
    ]
    print(tabulate(rows, ["", "probe", *tried]))
    print("\n* is what the level promises to stop, whatever the machine\n")
    for level in tried:
        print(f"{level:<8}stops {STOPS[level]}")
        print(f"{'':<8}does not stop {DOES_NOT_STOP[level]}")
        for hole in wrong[level]:
            print(f"{'':<8}WRONG: {hole}")


def _shown(level: Isolation, what: dict[str, Finding] | str, probe: str) -> str:
    if isinstance(what, str):
        return "?"
    star = "*" if probe in promised(level) else ""
    return ("open" if what[probe].got_through else "stopped") + star


def _data(
    found: list[Fact], tried: dict[Isolation, dict[str, Finding] | str], wrong: dict[Isolation, list[str]]
) -> dict[str, Any]:
    return {
        "facts": msgspec.to_builtins(found),
        "levels": {
            str(level): {
                "usable": not isinstance(what, str),
                "wrong": wrong[level],
                "promised": sorted(promised(level)),
                "probes": {} if isinstance(what, str) else msgspec.to_builtins(what),
            }
            for level, what in tried.items()
        },
    }
