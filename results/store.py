"""What was played, in one SQLite file: one row for each fixture with its whole record, in one transaction.

One run writes, anybody may read meanwhile. What can be derived is not stored, what was stored is not changed.

The file is in WAL mode with `synchronous = NORMAL`. A run that is killed loses nothing that `add` returned from. A
power cut may take the last matches, but the file stays whole, and the run that goes on plays them again. FULL would
wait for the disk after each match to protect what can be had again.
"""

import re
import sqlite3
import tomllib
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
from msgspec import Struct

from arena import __version__
from arena.clock import Use
from arena.errors import UserError
from arena.record import Damaged, clock_in
from results import schema
from results.columns import COLUMNS, row_of, values
from results.connection import must_exist, reader, translated, writer
from results.lock import Lock
from results.packing import Packed, packed
from results.rows import Row

_SEED_LINE = re.compile(r"^[ \t#]*[\"']?seed[\"']?[ \t]*=.*$", re.MULTILINE)
_NAMES, _MARKS = ", ".join(COLUMNS), ", ".join("?" * len(COLUMNS))


def _without_seed(config: str) -> str:
    """The text of a config while its seed is a secret: nothing of it, if the seed cannot be taken out as a line."""
    if not _holds_seed(config):
        return config
    text = _SEED_LINE.sub("# the seed is told after the last match", config)
    return "" if _holds_seed(text) else text


def _holds_seed(config: str) -> bool:
    """Whether it says a seed, or cannot be read as TOML. A comparison's is JSON, and holds none."""
    try:
        return "seed" in tomllib.loads(config)
    except tomllib.TOMLDecodeError:
        return not config.startswith("{")


class Meta(Struct, frozen=True, kw_only=True):
    """Which tournament a database holds."""

    name: str
    config: str  # the text of its config
    digest: str  # of all that decides what is played
    commitment: str  # to the master seed, published before the first match
    found: str = ""  # what the config does not hold, such as what its bots are called, as JSON
    arena: str = __version__  # that made the database
    seed: str = ""  # the master seed, once it was told
    secret: str = ""  # the master seed until then, for a run to go on by; never exported

    def public(self) -> dict[str, str]:
        """What everybody may know. As long as the seed is not told, a config that holds it is told without."""
        told: dict[str, str] = {key: value for key, value in msgspec.to_builtins(self).items() if key != "secret"}
        if not self.seed:
            told["config"] = _without_seed(self.config)
        return told


class Store:
    """An open database. Made by `create`, `open` and `resume`, to write, and by `read`."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: Lock | None = None) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock

    @classmethod
    def create(cls, path: Path, meta: Meta) -> Self:
        """A new database. There must be none yet; an empty file is taken."""
        return cls._to_write(path, lambda store: store._create(meta))

    @classmethod
    def open(cls, path: Path) -> Self:
        """An existing database, to add to it."""
        must_exist(path)
        return cls._to_write(path, lambda store: store._check())

    @classmethod
    def resume(cls, path: Path, meta: Meta) -> Self:
        """The database of this tournament, made if it is not there yet; refuses that of another one, unless nothing was
        played in it. Until the seed is revealed again, the tournament is not over."""
        return cls._to_write(path, lambda store: store._resume(meta))

    @classmethod
    def read(cls, path: Path) -> Self:
        """An existing database, to read it, also while a run writes to it."""
        must_exist(path)
        with translated(path, "read"):
            store = cls(path, reader(path))
            store._begin(lambda: store._check())
        return store

    def close(self) -> None:
        self._connection.close()
        if self._lock:
            self._lock.release()
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    @property
    def meta(self) -> Meta:
        with translated(self.path, "read"):
            pairs = dict(self._connection.execute("SELECT key, value FROM meta"))
        try:
            return msgspec.convert(pairs, Meta)
        except msgspec.ValidationError as error:
            raise UserError(
                f"{self.path} is damaged: what it says of its tournament cannot be read: {error}"
            ) from error

    def add(self, row: Row, record: bytes | Packed) -> None:
        """Keep what came of a fixture, with its record (no bytes if the row is void).

        When this returns, the row is stored. Adding an equal row again changes nothing; a different row of the same
        number is refused. If it fails, nothing of this fixture is stored, and all of the others.
        """
        with self._transaction(f"Match {row.number} was not stored; all that were stored are kept."):
            stored = self._rows("WHERE number = ?", row.number)
            if stored == [row]:
                return
            if stored:
                raise UserError(f"{self.path}: match {row.number} is stored already, with another result")
            self._connection.execute(f"INSERT INTO fixture ({_NAMES}) VALUES ({_MARKS})", values(row))
            if row.counts:
                parts = record if isinstance(record, Packed) else packed(record)
                whole = (row.number, parts.core, parts.clock)
                self._connection.execute("INSERT INTO record (number, core, clock) VALUES (?, ?, ?)", whole)

    def rows(self) -> list[Row]:
        """All fixtures that are stored, in schedule order, void ones included."""
        with translated(self.path, "read"):
            return self._rows("ORDER BY number")

    def row(self, number: int) -> Row | None:
        with translated(self.path, "read"):
            return next(iter(self._rows("WHERE number = ?", number)), None)

    def voids(self) -> list[Row]:
        """The fixtures that the arena failed to play."""
        with translated(self.path, "read"):
            return self._rows("WHERE void != '' ORDER BY number")

    def forget_voids(self, numbers: Iterable[int]) -> None:
        """Remove some void fixtures, so that a run plays them again; what counts is left alone."""
        with self._transaction("No void match was removed."):
            which = ((number,) for number in numbers)
            self._connection.executemany("DELETE FROM fixture WHERE void != '' AND number = ?", which)

    def recorded(self) -> set[int]:
        """The numbers of the fixtures that have a record."""
        with translated(self.path, "read"):
            return {number for (number,) in self._connection.execute("SELECT number FROM record")}

    def record(self, number: int) -> bytes:
        """The whole record of a match, byte for byte as it was added."""
        core, clock = self._parts(number)
        return core + clock

    def core(self, number: int) -> bytes:
        """The part of the record that is the same wherever and whenever the match is played."""
        return self._parts(number)[0]

    def uses(self, number: int) -> tuple[Use, ...]:
        """What the bots of a match used, by seat."""
        try:
            return clock_in(self._parts(number)[1]).uses
        except Damaged as error:
            raise UserError(f"{self.path} is damaged: match {number}: {error}") from error

    def reveal(self, seed: str) -> None:
        """Tell the master seed, after the last match."""
        with self._transaction("The seed was not stored."):
            self._tell({"seed": seed, "secret": ""})

    def content(self) -> Iterator[bytes]:
        """All that is the same wherever and whenever the tournament is played, as lines of JSON: first the tournament,
        then each row with a digest of its record. Equal lines are equal tournaments."""
        yield msgspec.json.encode(self.meta.public()) + b"\n"
        for row in self.rows():
            digest = blake2b(self.core(row.number), digest_size=16).hexdigest() if row.counts else ""
            yield msgspec.json.encode({**msgspec.to_builtins(row), "record": digest}) + b"\n"

    def damage(self) -> list[str]:
        """What SQLite itself finds wrong with the file."""
        with translated(self.path, "read"):
            found = [str(line) for (line,) in self._connection.execute("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found

    @classmethod
    def _to_write(cls, path: Path, begin: "Callable[[Self], None]") -> Self:
        if path.is_dir():
            raise UserError(f"{path} is a folder, not a database")
        lock = Lock(path)
        try:
            with translated(path, "opened for writing"):
                store = cls(path, writer(path), lock)
                store._begin(lambda: begin(store))
        except BaseException:
            lock.release()
            raise
        return store

    def _begin(self, begin: Callable[[], None]) -> None:
        try:
            begin()
        except BaseException:
            self._connection.close()
            raise

    def _create(self, meta: Meta) -> None:
        """All at once: a creation that was killed half-way has left an empty database."""
        if schema.version(self._connection, self.path) > 0:
            raise UserError(f"{self.path} exists already")
        self._connection.execute("PRAGMA journal_mode = WAL")
        with self._transaction("It was not made."):
            schema.advance(self._connection, 0)
            self._tell(msgspec.to_builtins(meta))

    def _resume(self, meta: Meta) -> None:
        if schema.version(self._connection, self.path) == 0:
            self._create(meta)
            return
        self._check()
        own = self.meta
        if not self._rows("LIMIT 1"):
            with self._transaction("What it holds was not changed."):
                self._tell(msgspec.to_builtins(meta))
            return
        if (own.digest, own.commitment) != (meta.digest, meta.commitment):
            other = "config" if own.digest != meta.digest else "seed"
            raise UserError(
                f"{self.path} holds the tournament {own.name!r} with another {other}, and the results would not fit "
                "together. Give the new tournament a database of its own."
            )
        with self._transaction("What it holds was not changed."):
            self._tell({"seed": "", "secret": meta.secret})

    def _check(self) -> None:
        """Refuse what is not ours, and bring what is older up to date."""
        version = schema.version(self._connection, self.path)
        if version == 0:
            raise UserError(f"{self.path} holds no tournament yet")
        if version == schema.VERSION:
            return
        if self._lock is None:
            raise UserError(f"{self.path} was written by an older arena: go on with its tournament once to convert it")
        with self._transaction("It was not brought up to date."):
            schema.advance(self._connection, version)

    @contextmanager
    def _transaction(self, otherwise: str) -> Iterator[None]:
        """All or nothing."""
        with translated(self.path, "written", otherwise):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:  # SQLite may have ended it already
                    self._connection.execute("ROLLBACK")
                raise

    def _tell(self, pairs: dict[str, str]) -> None:
        self._connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", pairs.items())

    def _rows(self, which: str, *numbers: int) -> list[Row]:
        found = self._connection.execute(f"SELECT {_NAMES} FROM fixture {which}", numbers)
        try:
            return [row_of(columns) for columns in found]
        except msgspec.MsgspecError as error:
            raise UserError(f"{self.path} is damaged: a row cannot be read: {error}") from error

    def _parts(self, number: int) -> tuple[bytes, bytes]:
        with translated(self.path, "read"):
            found = self._connection.execute("SELECT core, clock FROM record WHERE number = ?", (number,)).fetchone()
        if found is None:
            raise UserError(f"{self.path} has no record of match {number}")
        try:
            return zlib.decompress(found[0]), zlib.decompress(found[1])
        except zlib.error as error:
            raise UserError(f"{self.path} is damaged: the record of match {number} cannot be unpacked") from error
