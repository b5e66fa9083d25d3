"""The verbs that read a database of results: `standings`, `matches`, `show`, `export`, `audit`."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path

import msgspec

from arena import record
from arena.arguments import number, words
from arena.errors import UserError
from arena.exit_codes import Exit
from arena.record import Damaged, Record
from arena.replay import Disagreement, replay
from arena.story import outcome, story
from protocol import Fault
from protocol.text import printable
from results.auditing import Schedule, findings
from results.connection import is_database
from results.export import FILES, destination, to_file, to_folder
from results.filters import ANY, add_filters, failed, filtered, must_be_known, whole_rows
from results.lucks import judges, lucks
from results.ratings import DRAW, Settings
from results.reports import duels, matches_table, standings_table
from results.resources import LEGEND, resources_table
from results.rows import Row
from results.standings import NO_LUCK, matrix, only
from results.standings import standings as ranked
from results.store import Store
from results.tables import Form, Table, render

_LEGEND = "rating = mu - 3 sigma; ranks: where the bot truly may stand (95 %)."
_MATRIX_LEGEND = (
    "How often the bot of a line was placed before that of a column (a shared place is a half), of so many."
)
LONGEST = 18  # digits of a number that a database can hold

_STANDINGS = """\
The table of a tournament, also while it is played: rank, the ranks between which a bot truly may stand (95 %), rating
(TrueSkill, mu - 3 sigma), matches, how often it was placed 1st, 2nd, ..., points on average, faults, and seats lost by
faults. docs/results.md explains every column.

  arena standings league.db
  arena standings league.db --by variant --format github
  arena standings league.db --matrix
  arena standings league.db --resources"""
_MATCHES = """\
Lists the matches of a tournament in schedule order. Several filters are all applied.

  arena matches league.db --bot mine --fault
  arena matches league.db --fault late --variant ufo+missions"""
_SHOW = "Tells a stored match again, by its number or its name (see `arena matches`). No bot is needed for that."
_EXPORT = """\
Writes a database for other programs. Without --out: rows as lines of JSON, first the tournament itself; equal
tournaments give equal lines. With --out:

  FILE.jsonl   the same
  FILE.csv     one line for each seat of each match
  FOLDER       tournament.json, rows.jsonl, seats.csv, and all records, as `arena replay` reads them"""
_AUDIT = """\
Plays recorded matches again by the rules alone and compares everything: every roll with the seed, every action with the
rules, points and places. PATH is a record or a whole database; of a database, also every row is compared with its
record, the dice of all groups with the seed and with each other, and the schedule with the config. Void matches are
told. Exits with 0 if all is in order, with 1 if not."""


def standings(argv: list[str]) -> int:
    """Print the table."""
    parser = _parser("standings", _STANDINGS)
    parser.add_argument("--by", choices=["variant", "seats"], help="a table for each variant, or for each table size")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--matrix", action="store_true", help="who was placed before whom, and how often")
    what.add_argument("--resources", action="store_true", help="what each bot used: time, processor, memory")
    what.add_argument("--luck", action="store_true", help="points less luck, too: every match is looked at again")
    parser.add_argument("--beta", type=number, help="more for a game of more luck (default: 25/6)")
    parser.add_argument(
        "--draw", type=number, default=DRAW, help=f"how often equal bots share a place (default: {DRAW})"
    )
    parser.add_argument("--package", action="store_true", help="rate by the `trueskill` package itself, much slower")
    add_filters(parser)
    _add_format(parser)
    arguments = parser.parse_args(argv)
    settings = msgspec.structs.replace(_settings(arguments.beta, arguments.draw), package=arguments.package)
    form = Form(arguments.format)
    with Store.read(arguments.database) as store:
        name, rows = store.meta.name, filtered(whole_rows(store), arguments.variant, arguments.seats)
        uses = {row.number: store.uses(row.number) for row in rows if row.counts} if arguments.resources else {}
        judge = judges(rows) if arguments.luck else None
        told = lucks(store, rows) if arguments.luck else NO_LUCK

    def table(some: list[Row], part: tuple[str, str | int] | None) -> Table:
        if arguments.resources:
            return resources_table([(row, uses[row.number]) for row in some if row.counts], part)
        found = ranked(some, settings, told)
        return duels(found, matrix(some), form, part) if arguments.matrix else standings_table(found, form, part, judge)

    print(render([table(some, part) for some, part in _parts(rows, arguments.by)], form))
    if form is Form.PLAIN:
        legend = _MATRIX_LEGEND if arguments.matrix else _LEGEND
        print(f"\n{LEGEND if arguments.resources else _summary(name, rows) + legend}")
        if judge:
            print(f"less luck: points on average, less what was luck by {judge}.")
    return 0


def matches(argv: list[str]) -> int:
    """List matches."""
    parser = _parser("matches", _MATCHES)
    parser.add_argument("--bot", metavar="NAME", help="only those in which this bot played")
    parser.add_argument(
        "--fault", nargs="?", const=ANY, choices=[ANY, *words(Fault)], metavar="KIND", help="only those with a fault"
    )
    parser.add_argument("--void", action="store_true", help="only those that do not count, because the arena failed")
    add_filters(parser)
    _add_format(parser)
    arguments = parser.parse_args(argv)
    form = Form(arguments.format)
    with Store.read(arguments.database) as store:
        rows = filtered(whole_rows(store), arguments.variant, arguments.seats)
    if arguments.bot:
        must_be_known(arguments.bot, sorted({name for row in rows for name in row.entrants}), "bot")
        rows = [row for row in rows if arguments.bot in row.entrants]
    if arguments.fault:
        rows = [row for row in rows if failed(row, arguments.bot, arguments.fault)]
    if arguments.void:
        rows = [row for row in rows if not row.counts]
    if form is Form.JSON:
        print(json.dumps(msgspec.to_builtins(rows), indent=2))
    else:
        print(render([matches_table(rows, form)], form))
    return 0


def show(argv: list[str]) -> int:
    """Tell one match."""
    parser = _parser("show", _SHOW)
    parser.add_argument("match", metavar="MATCH", help="its number or name")
    parser.add_argument("--json", action="store_true", help="print one event a line, as JSON")
    arguments = parser.parse_args(argv)
    with Store.read(arguments.database) as store:
        row = _find(store, arguments.match)
        if not row.counts:
            print(f"match {row.number} does not count, the arena failed: {printable(row.void)}")
            return Exit.NO
        data = store.record(row.number)
    try:
        _tell(record.load(data), row, as_json=arguments.json)
    except (Damaged, Disagreement) as error:
        raise UserError(f"{arguments.database}: match {row.number}: {error}") from error
    return 0


def export(argv: list[str]) -> int:
    """Write the database for other programs."""
    parser = _parser("export", _EXPORT)
    parser.add_argument("--out", type=destination, metavar="PATH", help="a file or a folder to write to")
    parser.add_argument("--no-clock", action="store_true", help="records without times, to compare tournaments by")
    arguments = parser.parse_args(argv)
    out: Path | None = arguments.out
    is_file = out is not None and out.suffix in FILES and not out.is_dir()
    if arguments.no_clock and (out is None or is_file):
        raise UserError("--no-clock is about records, which are written only to a folder: name one with --out")
    with Store.read(arguments.database) as store:
        whole_rows(store)  # refused as a whole, rather than written in part
        if out is None:
            sys.stdout.writelines(line.decode() for line in store.content())
        elif is_file:
            to_file(store, out)
        else:
            count = to_folder(store, out, timeless=arguments.no_clock)
            print(f"{out}: {count} records, rows.jsonl, seats.csv, tournament.json")
    return 0


def audit(argv: list[str], schedule: Callable[[Store], Schedule] | None = None) -> int:
    """Check records and databases; against their schedules, if it is known how to draw these."""
    parser = ArgumentParser("arena audit", description=_AUDIT, allow_abbrev=False)
    parser.add_argument("paths", type=Path, nargs="+", metavar="PATH", help="a record or a database")
    paths: list[Path] = parser.parse_args(argv).paths
    databases = [path for path in paths if is_database(path)]
    records = [str(path) for path in paths if path not in databases]
    codes = [_audit_records(records)] if records else []
    return max([*codes, *(audit_database(path, schedule) for path in databases)])


def audit_database(path: Path, schedule: Callable[[Store], Schedule] | None = None) -> int:
    """Check a database; prints what is wrong with it."""
    wrong = 0
    with Store.read(path) as store:
        due = schedule(store) if schedule else None
        for finding in findings(store, due):
            wrong += 1
            print(f"{path}: {printable(finding)}", flush=True)
        for row in store.voids():
            print(f"{path}: match {row.number} is void, it counts for nobody: {printable(row.void)}")
        played = sum(row.counts for row in store.rows())
    if wrong:
        print(f"{path}: {wrong} findings in {played} matches", file=sys.stderr)
        return Exit.NO
    print(f"{path}: {due.summary() if due else f'{played} matches in order'}")
    return 0


def _audit_records(paths: list[str]) -> int:
    from arena.commands_match import audit as audit_records  # loads what plays matches: only for who has records

    return audit_records(paths)


def _parser(verb: str, description: str) -> ArgumentParser:
    parser = ArgumentParser(
        f"arena {verb}", description=description, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("database", type=Path, metavar="DB", help="the database of a tournament")
    return parser


def _add_format(parser: ArgumentParser) -> None:
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=words(Form), default=Form.PLAIN, help="default: plain")
    form.add_argument("--json", dest="format", action="store_const", const=Form.JSON, help="the same as --format json")


def _settings(beta: float | None, draw: float) -> Settings:
    try:
        return Settings(draw=draw) if beta is None else Settings(beta=beta, draw=draw)
    except ValueError as error:
        raise UserError(str(error)) from error


def _parts(rows: list[Row], by: str | None) -> list[tuple[list[Row], tuple[str, str | int] | None]]:
    if by == "variant":
        return [(only(rows, variants=v), ("variants", v)) for v in sorted({row.variants for row in rows})]
    if by == "seats":
        return [(only(rows, seats=n), ("seats", n)) for n in sorted({len(row.entrants) for row in rows})]
    return [(rows, None)]


def _summary(name: str, rows: list[Row]) -> str:
    counted = [row for row in rows if row.counts]
    void = len(rows) - len(counted)
    groups = len({row.group for row in counted})
    return f"{printable(name)}: {len(counted)} matches in {groups} dice groups{f', {void} void' if void else ''}. "


def _find(store: Store, text: str) -> Row:
    row = store.row(int(text)) if text.isdecimal() and len(text) <= LONGEST else None
    row = row or next((row for row in store.rows() if row.match == text), None)
    if row is None:
        raise UserError(f"{store.path} has no match {printable(text)!r}; `arena matches` lists them")
    return row


def _tell(played: Record, row: Row, *, as_json: bool) -> None:
    if as_json:
        for moment in replay(played):
            for event in moment.events:
                print(json.dumps({"step": moment.number, **msgspec.to_builtins(event)}))
        return
    for line in (*story(played), *outcome(played)):
        print(line)
    where = f"round {row.round}, dice group {row.group}"
    print(f"\nvariants {printable(row.variants)}, match {row.number} ({printable(row.match)}), {where}")
