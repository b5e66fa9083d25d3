"""The verbs `games` and `board`: what can be played, and what the mat looks like."""

import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from importlib.resources import files
from pathlib import Path

from tabulate import tabulate

from arena.errors import UserError
from arena.exit_codes import Exit
from arena.games import GAMES
from arena.games.api import AnyGame
from arena.games.mlem.boardfile import BadBoard, read
from arena.games.mlem.picture import picture
from arena.games.mlem.tables import Board, reconstructed
from arena.mat import load, mat_text, mistakes

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
        print(_shipped(), end="")
    else:
        print("\n".join(picture(load(arguments.file) if arguments.file else reconstructed())))
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
    check.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a mat file")
    show = actions.add_parser("show", help="show a mat in the terminal", description=_SHOW, allow_abbrev=False)
    which = show.add_mutually_exclusive_group()
    which.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="a mat file; without it, the one that comes with the arena"
    )
    which.add_argument("--toml", action="store_true", help="print the file that comes with the arena, to start a copy")
    return parser


def _check(paths: list[Path]) -> int:
    """Check every file, whatever the others are like."""
    unreadable, mistaken = [], False
    for path in paths:
        try:
            print(f"{path}: OK: {_summary(read(mat_text(path)))}")
        except BadBoard as error:
            print("\n".join(mistakes(path, error)))
            mistaken = True
        except UserError as error:
            unreadable.append(str(error))
    if unreadable:
        raise UserError("\n".join(unreadable))
    return Exit.BAD_INPUT if mistaken else 0


def _summary(board: Board) -> str:
    kinds = [body.kind for body in board.bodies]
    return (
        f"{board.name}, {board.edition}: {len(board.fields) - 1} fields, {kinds.count('moons')} moon groups, "
        f"{kinds.count('planet')} planets, {len(board.expedition_tokens)} expedition tokens, "
        f"{len(board.exploration_tokens)} exploration tokens"
    )


def _shipped() -> str:
    return files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8")
