"""Files that people name: read whole if they are not too large, or a sentence that says what is wrong with them."""

from pathlib import Path

from arena.errors import UserError


def read_bytes(path: Path, largest: int, kind: str) -> bytes:
    """What is in a file of this kind. No more is read than such a file may have: some files never end."""
    try:
        with path.open("rb") as file:
            data = file.read(largest + 1)
    except (OSError, ValueError) as error:  # a ValueError is about the path itself
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > largest:
        raise UserError(f"{path} is too large for {kind}, which has at most {largest:,} bytes")
    return data


def read_text(path: Path, largest: int, kind: str) -> str:
    """The same for text."""
    data = read_bytes(path, largest, kind)
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{path}:{line}: the file is not UTF-8 text; save it in that encoding") from error
