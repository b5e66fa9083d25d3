"""What people write behind the options of a verb: from a text to a value, or to a sentence that says what is right.

argparse shows the message of an `ArgumentTypeError` as it is; for other errors it shows the names of our functions.
"""

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from arena.errors import UserError
from arena.fixture import BUDGET
from arena.isolation.levels import Isolation
from protocol.words import Budget

LONGEST = 86_400.0  # seconds: a day
MOST = 1_000_000
ISOLATION = "how far bots are kept from everything else (default: limits); see `arena doctor`"


def seconds(text: str) -> float:
    """A time that may be none at all."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= LONGEST:
        raise ArgumentTypeError(f"{text!r} is not a time: write seconds, from 0 to {LONGEST:g}")
    return value


def some_seconds(text: str) -> float:
    """A time in which something can be done."""
    if not (value := seconds(text)):
        raise ArgumentTypeError(f"in {text} seconds nothing can be done: write more than 0")
    return value


def count(text: str) -> int:
    """How many; at least one."""
    if not 1 <= (value := whole(text)) <= MOST:
        raise ArgumentTypeError(f"{text} is too few or too many: write a whole number from 1 to {MOST}")
    return value


def count_in(within: range) -> Callable[[str], int]:
    """How many, where only so many can be."""

    def counted(text: str) -> int:
        if (value := whole(text)) not in within:
            right = f"write a whole number from {within.start} to {within.stop - 1}"
            raise ArgumentTypeError(f"{text} is too few or too many: {right}")
        return value

    return counted


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a whole number") from None


def number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a number") from None


def seed(text: str) -> str:
    """Any text; but without one, none would be drawn in silence."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ArgumentTypeError(f"{text!r} is not UTF-8 text") from None
    if not text:
        raise ArgumentTypeError("an empty seed is none: write any text, or leave the option out to have one drawn")
    return text


def words(kind: type[StrEnum]) -> list[str]:
    """The choices of an option, as they are written."""
    return [word.value for word in kind]


def output_file(text: str) -> Path:
    """A file that can be written later, when the work is done."""
    path = Path(text)
    if not text or path.is_dir():
        raise UserError(f"{text!r} cannot be written: it is not the name of a file")
    _must_be_writable(path, path if path.exists() else path.parent)
    return path


def output_folder(text: str) -> Path:
    """A folder that can be made later, if it is needed."""
    path = Path(text)
    nearest = next(place for place in (path, *path.absolute().parents) if place.exists())
    if not text or not nearest.is_dir():
        raise UserError(f"{text!r} cannot be written: it is not the name of a folder")
    _must_be_writable(path, nearest)
    return path


def add_budget(parser: ArgumentParser) -> None:
    """The time that a bot has, in three options."""
    parser.add_argument(
        "--start", type=seconds, default=BUDGET.start, help=f"seconds to start in {_default(BUDGET.start)}"
    )
    parser.add_argument(
        "--decision",
        type=seconds,
        default=BUDGET.decision,
        help=f"seconds for each decision {_default(BUDGET.decision)}",
    )
    bank = f"seconds for a whole match, beyond that {_default(BUDGET.bank)}"
    parser.add_argument("--bank", type=seconds, default=BUDGET.bank, help=bank)


def _default(value: float) -> str:
    return f"(default: {value:g})"


def budget(arguments: Namespace) -> Budget:
    return Budget(arguments.start, arguments.decision, arguments.bank)


def add_isolation(parser: ArgumentParser) -> None:
    parser.add_argument("--isolation", choices=words(Isolation), default=Isolation.LIMITS, help=ISOLATION)


def refuse_jail_inside(isolation: Isolation) -> None:
    """Bots inside the arena's own process cannot be kept from it."""
    if isolation is Isolation.JAIL:
        raise UserError("bots that run in-process are inside the arena, where no jail can be: leave out one of the two")


def _must_be_writable(path: Path, there: Path) -> None:
    if not there.exists():
        raise UserError(f"{path} cannot be written: there is no folder {there}")
    if not os.access(there, os.W_OK):
        raise UserError(f"{path} cannot be written: you may not write to {there}")
