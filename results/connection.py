"""Connections to a database of results: one that writes, many that read, and SQLite's complaints as sentences."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import UserError

HEADER = b"SQLite format 3\x00"  # how every SQLite database begins
_PATIENCE = 30.0  # seconds to wait for another program that looks at the file

_SENTENCES = {
    sqlite3.SQLITE_FULL: "the disk is full; make room and start again",
    sqlite3.SQLITE_READONLY: "the file or its folder is read-only",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened, or its folder is read-only",
    sqlite3.SQLITE_PERM: "you may not do that with this file",
    sqlite3.SQLITE_NOTADB: "it is not a database",
    sqlite3.SQLITE_CORRUPT: "it is damaged; the program sqlite3 may save some of it with its command .recover",
    sqlite3.SQLITE_BUSY: "another program holds it; close that and start again",
    sqlite3.SQLITE_LOCKED: "another program holds it; close that and start again",
    sqlite3.SQLITE_IOERR: "the disk failed, or is full",
}


@contextmanager
def translated(path: Path, doing: str, otherwise: str = "") -> Iterator[None]:
    """Turn what SQLite says into a `UserError`; `otherwise` is a sentence on what did not come about."""
    try:
        yield
    except sqlite3.Error as error:
        kind = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of the number is detail
        what = _SENTENCES.get(kind, "SQLite complains")
        raise UserError(f"{path} cannot be {doing}: {what} ({error}).{otherwise and f' {otherwise}'}") from error


def must_exist(path: Path) -> None:
    # Never opened here: closing any handle of a file takes away the locks that this process has on it through SQLite.
    if path.is_dir():
        raise UserError(f"{path} is a folder, not a database")
    if not path.exists():
        raise UserError(f"{path} does not exist")


def is_database(path: Path) -> bool:
    """Whether the file begins as SQLite's do. Not for a database that this process has open."""
    try:
        with path.open("rb") as file:
            return file.read(len(HEADER)) == HEADER
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error


def writer(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, _PATIENCE, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def reader(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing.

    It could write, if the file may be written, so that SQLite can clear away what it puts beside the file even to read
    it. In a folder where it cannot put anything, a database that nobody has open is read as it lies; but if a killed
    run left its last matches in the -wal file, they would be missed.
    """
    connection = _existing(path, "mode=rw")
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema")
    except sqlite3.Error as error:
        connection.close()
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
        log = path.with_name(f"{path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise UserError(
                f"{path} cannot be read where it lies: its last matches are still in {log.name}, and the folder is "
                "read-only. Copy both files into a folder of your own."
            ) from error
        return _existing(path, "mode=ro&immutable=1")
    return connection


def _existing(path: Path, how: str) -> sqlite3.Connection:
    address = f"{path.resolve().as_uri()}?{how}"
    connection = sqlite3.connect(address, _PATIENCE, isolation_level=None, check_same_thread=False, uri=True)
    connection.execute("PRAGMA query_only = ON")
    return connection
