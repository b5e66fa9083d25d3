"""What a folder holds, as a short text: when anything in it was changed, the text is another one."""

import os
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from hashlib import blake2b, file_digest
from pathlib import Path

# What runs leave behind, or what no bot is made of.
BESIDE = (".*", "__pycache__", "*.pyc", "*.db", "*.db-*", "*.db.lock", "*.capsules", "capsules")


def digest(folder: Path, *beside: str) -> str:
    """A digest over the names of the files in a folder, what is in them, and whatever else matters. OSError if one
    cannot be read."""
    return digest_of(files(folder), *beside)


def digest_of(named: Iterable[tuple[str, Path]], *beside: str) -> str:
    """The same over files with these names."""
    total = blake2b(repr(beside).encode(), digest_size=16)
    for name, file in sorted(named):
        total.update(b"\0".join([b"", os.fsencode(name), *_told(file)]))
    return total.hexdigest()


def files(folder: Path) -> Iterator[tuple[str, Path]]:
    """What belongs to a folder, with names as seen from it."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if _belongs(name)]
        for file in (Path(place, name) for name in [*folders, *names] if _belongs(name)):
            if file.is_symlink() or file.is_file():
                yield str(file.relative_to(folder)), file


def _told(file: Path) -> tuple[bytes, bytes]:
    """What kind of file it is, and what is in it. Links are not followed: they could lead anywhere."""
    if file.is_symlink():
        return b"link", os.fsencode(os.readlink(file))
    with file.open("rb") as content:
        kind = b"program" if os.access(file, os.X_OK) else b"data"
        return kind, file_digest(content, "blake2b").digest()


def _belongs(name: str) -> bool:
    return not any(fnmatch(name, pattern) for pattern in BESIDE)
