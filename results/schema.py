"""The tables of a database of results, version by version, and whether a database is one of ours. A step that was
published is never changed, only followed by another."""

import sqlite3
from pathlib import Path

from arena.errors import UserError

APPLICATION = 0x41524E41  # "ARNA": what `file` and other programs can know the database by
OLDEST = (3, 37)  # the SQLite that knows STRICT tables

# Each step leads from one version to the next; the version of a database is the number of steps it has taken.
STEPS: tuple[tuple[str, ...], ...] = (
    (
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
        """
        CREATE TABLE fixture (
            number     INTEGER PRIMARY KEY,  -- place in the schedule
            round      INTEGER NOT NULL,
            dice_group INTEGER NOT NULL,     -- fixtures of one group share their dice
            match      TEXT NOT NULL,
            game       TEXT NOT NULL,
            variants   TEXT NOT NULL,
            entrants   TEXT NOT NULL,        -- this and the next four: JSON arrays by seat
            places     TEXT NOT NULL,
            points     TEXT NOT NULL,
            ended      TEXT NOT NULL,
            faults     TEXT NOT NULL,
            void       TEXT NOT NULL         -- why it does not count; empty if it counts
        ) STRICT
        """,
        # Apart from the fixtures, so that results are read without reading records.
        """
        CREATE TABLE record (
            number INTEGER PRIMARY KEY REFERENCES fixture (number),
            core   BLOB NOT NULL,  -- zlib: the record up to its result, the same wherever it is played
            clock  BLOB NOT NULL   -- zlib: the rest, which is what the clock said
        ) STRICT
        """,
    ),
)
VERSION = len(STEPS)


def version(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a database, 0 for an empty one; refuses what is not ours or too new."""
    if sqlite3.sqlite_version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise UserError(f"databases need SQLite {needed}; the one of this Python is {sqlite3.sqlite_version}")
    application, found = _pragma(connection, "application_id"), _pragma(connection, "user_version")
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not tables and (application, found) == (0, 0):
        return 0
    if application != APPLICATION:
        raise UserError(f"{path} is a database of another program")
    if found > VERSION:
        raise UserError(
            f"{path} was written by a newer arena (version {found} of the database, this one knows {VERSION}): "
            "use that one"
        )
    return found


def advance(connection: sqlite3.Connection, begin: int) -> None:
    """Take all steps that a database of this version has not taken; inside the caller's transaction."""
    for step in STEPS[begin:]:
        for statement in step:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
