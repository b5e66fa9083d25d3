"""The verb `luck`: how lucky everybody was in a recorded match, and where."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from tabulate import tabulate

from arena import record
from arena.errors import UserError
from arena.files import read_bytes
from arena.luck import Stroke, evaluator, margin, strokes, summed
from arena.record import Damaged, Record
from arena.replay import Disagreement, game_of, tables_of
from arena.story import names

_LUCK = """\
Says of recorded matches how much of the points was luck: at every chance event, what the outcome was worth to a seat
beyond what it could expect, summed up. Less luck, points are as fair, and vary less; they do not replace them. The
margin is what a seat has above the mean of the others. docs/luck.md tells how this is done.

  arena play greedy greedy random --record match.rec
  arena luck match.rec"""
SHOWN = 3  # best and worst strokes of a match


class Told(Struct, frozen=True, kw_only=True):
    """One stroke of luck in words."""

    step: int
    bot: str
    luck: float
    where: str  # the key of the chance event: for a roll of MLEM, expedition, travel, and whether it was rolled again
    what: str


class Account(Struct, frozen=True, kw_only=True):
    """The luck of one match."""

    match: str
    evaluator: str
    bots: tuple[str, ...]
    points: tuple[int, ...]
    luck: tuple[float, ...]
    less_luck: tuple[float, ...]
    margin_less_luck: tuple[float, ...]
    strokes: tuple[Told, ...]  # the luckiest first


def luck(argv: list[str]) -> int:
    """Tell how lucky everybody was."""
    parser = ArgumentParser(
        "arena luck", description=_LUCK, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORD", help="a file that `arena play` wrote")
    parser.add_argument("--json", action="store_true", help="print one JSON object a record, with every stroke")
    arguments = parser.parse_args(argv)
    for number, path in enumerate(arguments.records):
        found = _account(path)
        if arguments.json:
            print(json.dumps(msgspec.to_builtins(found)))
        else:
            print("\n" * (number > 0) + _text(found))
    return 0


def _account(path: Path) -> Account:
    try:
        played = record.load(read_bytes(path, record.LARGEST, "a record"))
        return account(played, list(strokes(played)))
    except (Damaged, Disagreement) as error:
        raise UserError(f"{path}: {error}") from error


def account(played: Record, found: Sequence[Stroke]) -> Account:
    fixture, points, bots = played.fixture, played.result.points, names(played)
    total = summed([stroke.luck for stroke in found], fixture.seats)
    scenes = [("/".join(map(str, stroke.key)), _told(played, stroke)) for stroke in found]
    told = [
        Told(step=stroke.step, bot=bots[seat], luck=round(share, 4), where=where, what=what)
        for stroke, (where, what) in zip(found, scenes, strict=True)
        for seat, share in enumerate(stroke.luck)
    ]
    less = [have - share for have, share in zip(points, total, strict=True)]
    return Account(
        match=fixture.match,
        evaluator=evaluator(fixture.game) or "",
        bots=tuple(bots),
        points=points,
        luck=_rounded(total),
        less_luck=_rounded(less),
        margin_less_luck=_rounded([margin(less, seat) for seat in range(fixture.seats)]),
        strokes=tuple(sorted(told, key=lambda stroke: (-stroke.luck, stroke.step))),
    )


def _told(played: Record, stroke: Stroke) -> str:
    """The first thing that is told of it."""
    told = game_of(played).narrate(stroke.events[:1], names(played), tables_of(played))
    return next(iter(told), "").strip()


def _rounded(numbers: Sequence[float]) -> tuple[float, ...]:
    return tuple(round(number, 4) for number in numbers)


def _text(found: Account) -> str:
    rows = [
        (bot, points, f"{luck:+.1f}", f"{less:.1f}", f"{margin:+.1f}")
        for bot, points, luck, less, margin in zip(
            found.bots, found.points, found.luck, found.less_luck, found.margin_less_luck, strict=True
        )
    ]
    table = tabulate(rows, ["bot", "points", "luck", "less luck", "margin less luck"], disable_numparse=True)
    shown = (*found.strokes[:SHOWN], *found.strokes[-SHOWN:])
    strokes = tabulate(
        [(f"{stroke.luck:+.1f}", stroke.bot, stroke.step, stroke.where, stroke.what) for stroke in shown],
        ["luck", "for", "step", "where", "what came"],
        disable_numparse=True,
    )
    return f"match {found.match}, luck by {found.evaluator}\n\n{table}\n\nThe best and the worst:\n\n{strokes}"
