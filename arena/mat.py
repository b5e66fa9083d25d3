"""A mat of one's own: from a file to the board, or to all mistakes of the file."""

from pathlib import Path

from arena.errors import UserError
from arena.files import read_text
from arena.games.mlem.boardfile import BadBoard, read
from arena.games.mlem.tables import Board

LARGEST = 1_000_000  # bytes; a mat has a few hundred lines


def load(path: Path) -> Board:
    """The board that a file describes."""
    try:
        return read(mat_text(path))
    except BadBoard as error:
        raise UserError("\n".join(["this is not a mat that can be played on:", *mistakes(path, error)])) from error


def mat_text(path: Path) -> str:
    """What a mat file says, right or wrong."""
    return read_text(path, LARGEST, "a mat file")


def mistakes(path: Path, error: BadBoard) -> list[str]:
    """A line for each, and their number."""
    count = len(error.mistakes)
    listing = [f"{path}:{mistake.line}: {mistake}" for mistake in error.mistakes]
    return [*listing, f"{path}: {count} mistake{'s' if count > 1 else ''}"]
