"""The verbs `compare`, `regress` and `diverge`."""

import os
import shlex
import sys
import time
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

import msgspec

from arena.arguments import count, number, output_file, words
from arena.exit_codes import Exit
from protocol.text import printable
from results.store import Store
from results.tables import Form, render
from results.verdicts.estimates import CERTAINTY
from results.verdicts.sprt import MARGIN
from tournaments.verdicts import arguments as shared
from tournaments.verdicts import ci, diverge
from tournaments.verdicts.asking import comparison, rule
from tournaments.verdicts.judging import compared, decided
from tournaments.verdicts.playing import Session, opened
from tournaments.verdicts.report import Report, notes, table
from tournaments.verdicts.rules import Want
from tournaments.verdicts.verdict import Decision

GROUPS = 200
LIMIT = 2000
SHOWN = 5

_COMPARE = """\
How much better is NEW than OLD? In every group, both take the same seat in turn, with the same opponents, the same
variants and the same dice; what counts is the difference. Prints it in all, by variant and by table size.

  arena compare ./my-bot greedy
  arena compare ./new ./old --groups 1000 --field greedy,bold --db change.db"""
_REGRESS = """\
Is NEW not weaker than OLD? Plays as `arena compare` does, but only until the answer is clear. Exits with 0 if NEW is
not weaker (with --want better: if it is better), with 1 if it is, with 3 if that cannot be said after --groups groups.

  arena regress ./new ./old
  arena regress ./new ./old --margin 2 --groups 5000 --db change.db --junit verdict.xml"""
_DIVERGE = """\
Where do NEW and OLD part? For every group of a stored comparison, finds the first decision in which they differ, and
what the group cost or brought; the kinds of decisions that cost most come first.

  arena compare ./new ./old --db change.db
  arena diverge change.db"""


def compare(argv: list[str]) -> int:
    """Measure the difference."""
    given = shared.parser("compare", _COMPARE, GROUPS, "groups to play").parse_args(argv)
    with opened(comparison(shared.asked(given)), given.db, given.seed) as session:
        if not session.play(shared.workers(given), quiet=given.quiet):
            return _interrupted("compare", argv, session, given)
        found = compared(session, shared.adjust(given))
    if given.json:
        _print_json(found.data)
    else:
        _print_report(found)
        print(f"\n{printable(found.sentence)}")
    return 0


def regress(argv: list[str]) -> int:
    """Decide."""
    given = regress_parser().parse_args(argv)
    ending, began = rule(given.want, given.margin, given.certainty, anytime=given.anytime), time.monotonic()
    with opened(comparison(shared.asked(given), ending), given.db, given.seed) as session:
        if not session.play(shared.workers(given), quiet=given.quiet):
            return _interrupted("regress", argv, session, given)
        decision = decided(session, ending, shared.adjust(given))
    if given.json:
        _print_json(decision.data)
    else:
        _print_report(decision.report)
        for line in ("", decision.how, decision.sentence, decision.headline):
            print(printable(line))
    _tell_the_build_server(decision, given, time.monotonic() - began)
    return decision.code


def diverge_verb(argv: list[str]) -> int:
    """Show where they part."""
    parser = ArgumentParser(
        "arena diverge", description=_DIVERGE, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("database", type=Path, metavar="DB", help="the database of a comparison")
    parser.add_argument("--kinds", type=count, default=SHOWN, metavar="N", help=f"how many (default: {SHOWN})")
    parser.add_argument("--json", action="store_true", help="print one JSON object, with every group")
    given = parser.parse_args(argv)
    with Store.read(given.database) as store:
        found = diverge.divergence(store)
    if given.json:
        _print_json(found.data)
    else:
        for line in diverge.lines(found, given.kinds):
            print(line)
    return 0


def regress_parser() -> ArgumentParser:
    parser = shared.parser("regress", _REGRESS, LIMIT, "groups to play at most")
    parser.add_argument(
        "--want", choices=words(Want), default=Want.NOT_WEAKER, help="the question (default: not-weaker)"
    )
    parser.add_argument(
        "--margin",
        type=number,
        default=100 * MARGIN,
        metavar="P",
        help=f"by how many wins in 100 matches a bot is weaker, or better (default: {100 * MARGIN:g})",
    )
    parser.add_argument("--certainty", type=number, default=CERTAINTY, metavar="C", help=f"default: {CERTAINTY:g}")
    parser.add_argument("--anytime", action="store_true", help="decide by an interval that may be looked at any time")
    parser.add_argument("--junit", type=output_file, metavar="FILE", help="write the answer as a JUnit file")
    parser.add_argument(
        "--summary",
        type=output_file,
        default=os.environ.get("GITHUB_STEP_SUMMARY") or None,
        metavar="FILE",
        help="add a Markdown page to this file (default: $GITHUB_STEP_SUMMARY)",
    )
    return parser


def _tell_the_build_server(decision: Decision, given: Namespace, seconds: float) -> None:
    if given.junit:
        ci.write(given.junit, ci.junit(decision, seconds))
    if given.summary:
        ci.write(given.summary, ci.summary(decision), "a")
    if os.environ.get("GITHUB_ACTIONS"):
        print(ci.annotation(decision), file=sys.stderr if given.json else sys.stdout)


def _print_report(found: Report) -> None:
    print(render([table(found)], Form.PLAIN))
    print()
    for line in notes(found):
        print(printable(line))
    print(f"to repeat it: --seed {shlex.quote(found.seed)}")


def _print_json(data: dict[str, Any]) -> None:
    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def _interrupted(verb: str, argv: list[str], session: Session, given: Namespace) -> int:
    again = f"to go on: {shlex.join(['arena', verb, *argv])}"
    lost = f"all is lost, because no --db was given; the seed was {shlex.quote(session.seed)}"
    print(f"interrupted; {again if given.db else lost}", file=sys.stderr)
    return Exit.INTERRUPTED
