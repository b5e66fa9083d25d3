"""The verbs `games` and `board`: what can be played, and what the mat looks like."""

import json
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from tabulate import tabulate

from arena.errors import UserError
from arena.games import GAMES
from arena.games.api import AnyGame
from arena.games.mlem.boardfile import BadBoard, read
from arena.games.mlem.picture import picture
from arena.games.mlem.tables import Board, reconstructed

BAD_INPUT = 2
LARGEST = 1_000_000  # bytes of a mat file
_TO_ASCII = str.maketrans("─│┌┐└┘├┤·", "-|++++++.")

_GAMES = """\
The games that the arena can referee: name, title, version of the rules, how many can play, and the variants. Variants
combine freely: name them joined by +, as in ufo+missions, or write base for none."""

_BOARD = """\
The numbers printed on the mat and the tokens of MLEM are data, in a TOML file.
The one that comes with the arena is a reconstruction, not the published mat.
To play on your own, write its numbers into a copy of that file and check it:

  arena board show --toml > my-mat.toml
  arena board check my-mat.toml
  arena board show my-mat.toml"""

_CHECK = """\
Lists all mistakes of a mat file at once, in the order of its lines, each with what would be right. Exits with 0 if
every file is in order, with 2 otherwise."""

_SHOW = """\
Shows a mat in the terminal: the fields with the faces that may be used there, moons, planets and all tokens."""


def games(argv: list[str]) -> int:
    """List the games."""
    parser = ArgumentParser("arena games", description=_GAMES, allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="print JSON for programs, not a table for people")
    if parser.parse_args(argv).json:
        print(json.dumps([_data(game) for game in GAMES.values()], indent=2))
    else:
        headers = ["game", "title", "rules", "seats", "variants", "combinations"]
        print(tabulate([_row(game) for game in GAMES.values()], headers))
    return 0


def board(argv: list[str]) -> int:
    """Check or show a mat."""
    arguments = _board_parser().parse_args(argv)
    if arguments.action == "check":
        return _check(arguments.files)
    if arguments.toml:
        _print(_shipped().splitlines())
    else:
        _print(picture(_load(arguments.file) if arguments.file else reconstructed()))
    return 0


def _data(game: AnyGame) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "rules": game.version,
        "seats": list(game.seats),
        "variants": list(game.variants),
        "combinations": len(game.every),
    }


def _row(game: AnyGame) -> list[object]:
    seats = f"{game.seats.start} to {game.seats.stop - 1}"
    return [game.name, game.title, game.version, seats, ", ".join(game.variants), len(game.every)]


def _board_parser() -> ArgumentParser:
    parser = ArgumentParser(
        "arena board", description=_BOARD, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    actions = parser.add_subparsers(dest="action", required=True, title="what to do")
    check = actions.add_parser("check", help="list all mistakes of a mat file", description=_CHECK, allow_abbrev=False)
    check.add_argument("files", nargs="+", metavar="FILE", help="a mat file")
    show = actions.add_parser("show", help="show a mat in the terminal", description=_SHOW, allow_abbrev=False)
    which = show.add_mutually_exclusive_group()
    which.add_argument(
        "file", nargs="?", metavar="FILE", help="a mat file; without it, the one that comes with the arena"
    )
    which.add_argument("--toml", action="store_true", help="print the file that comes with the arena, to start a copy")
    return parser


def _check(names: list[str]) -> int:
    """Check every file, whatever the others are like."""
    unreadable, mistaken = [], False
    for name in names:
        try:
            _print([f"{name}: OK: {_summary(read(_text(name)))}"])
        except BadBoard as error:
            _print(_report(name, error))
            mistaken = True
        except UserError as error:
            unreadable.append(str(error))
    if unreadable:
        raise UserError("\n".join(unreadable))
    return BAD_INPUT if mistaken else 0


def _load(name: str) -> Board:
    try:
        return read(_text(name))
    except BadBoard as error:
        raise UserError("\n".join(["this is not a mat that can be played on:", *_report(name, error)])) from error


def _report(name: str, error: BadBoard) -> list[str]:
    count = len(error.mistakes)
    listing = [f"{name}:{mistake.line}: {mistake}" for mistake in error.mistakes]
    return [*listing, f"{name}: {count} mistake{'s' if count > 1 else ''}"]


def _summary(board: Board) -> str:
    kinds = [body.kind for body in board.bodies]
    return (
        f"{board.name}, {board.edition}: {len(board.fields) - 1} fields, {kinds.count('moons')} moon groups, "
        f"{kinds.count('planet')} planets, {len(board.expedition_tokens)} expedition tokens, "
        f"{len(board.exploration_tokens)} exploration tokens"
    )


def _text(name: str) -> str:
    try:
        with Path(name).open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise UserError(f"there is no file {name}") from error
    except IsADirectoryError as error:
        raise UserError(f"{name} is a folder; name a mat file in it") from error
    except OSError as error:
        raise UserError(f"{name} cannot be read: {error.strerror}") from error
    if len(data) > LARGEST:
        raise UserError(f"{name} is too large for a mat file, which has a few hundred lines")
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{name} is not UTF-8 text (line {line}); save it in that encoding") from error


def _shipped() -> str:
    return files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8")


def _print(lines: Iterable[str]) -> None:
    """Print lines, on a terminal that knows only ASCII too."""
    text = "\n".join(lines)
    encoding = sys.stdout.encoding
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(_TO_ASCII).encode(encoding, "backslashreplace").decode(encoding)
    print(text)
