"""A database as files that any program can read: rows as JSON lines and as CSV, records as the files that `arena
replay` and `arena audit` take."""

import csv
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path

import msgspec

from arena import record
from arena.arguments import output_file, output_folder
from arena.errors import UserError
from arena.record import Clock, Damaged
from results.rows import Row
from results.store import Store
from results.tables import Cell, plain

FILES = JSON_LINES, CSV = ".jsonl", ".csv"
_RECORD = re.compile(r"\d{6,}\.rec")
_SEAT = (
    *("number", "round", "group", "match", "game", "variants", "seats"),
    *("seat", "bot", "place", "points", "ended", "faults", "void"),
)


def destination(text: str) -> Path:
    """Where an export goes. Whoever means a folder whose name looks like that of a file ends it with a slash."""
    path = Path(text)
    if path.is_dir() or text.endswith("/") or (text and not path.suffix):
        return output_folder(text)
    if path.suffix not in FILES:
        raise UserError(
            f"{text!r} is neither a file that ends in {' or '.join(FILES)} nor a folder; end a new folder's name with /"
        )
    return output_file(text)


def to_file(store: Store, path: Path) -> None:
    """All rows in one file; its name says in which form."""
    lines = seats(store.rows()) if path.suffix == CSV else store.content()
    try:
        with path.open("wb") as file:
            file.writelines(lines)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error


def to_folder(store: Store, folder: Path, *, timeless: bool) -> int:
    """Rows in both forms and every record; how many records there are. Timeless ones are equal if the tournaments
    are."""
    records = folder / "records"
    try:
        records.mkdir(parents=True, exist_ok=True)
        _clear(records)
        (folder / "tournament.json").write_bytes(
            msgspec.json.format(msgspec.json.encode(store.meta.public()), indent=2) + b"\n"
        )
        to_file(store, folder / f"rows{JSON_LINES}")
        to_file(store, folder / f"seats{CSV}")
        played = [row.number for row in store.rows() if row.counts]
        for number in played:
            data = store.record(number)
            (records / f"{number:06}.rec").write_bytes(_without_times(data, number) if timeless else data)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from error
    return len(played)


def _clear(records: Path) -> None:
    """Remove the records of an earlier export, so that the folder holds this one and nothing else."""
    for path in records.iterdir():
        if _RECORD.fullmatch(path.name):
            path.unlink()


def seats(rows: Iterable[Row]) -> Iterator[bytes]:
    """One line of CSV for every seat of every match."""
    yield _line(_SEAT)
    for row in rows:
        fixture = (row.number, row.round, row.group, row.match, row.game, row.variants, len(row.entrants))
        for seat, bot in enumerate(row.entrants):
            came: tuple[Cell, ...] = (None, None, None, None)
            if row.counts:
                came = (row.places[seat], row.points[seat], row.ended[seat], " ".join(row.faults[seat]))
            yield _line((*fixture, seat, bot, *came, row.void))


def _line(cells: Iterable[Cell]) -> bytes:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerow([plain(cell) for cell in cells])
    return out.getvalue().encode()


def _without_times(data: bytes, number: int) -> bytes:
    """The record as if nothing had taken any time."""
    try:
        played = record.load(data)
    except Damaged as error:
        raise UserError(f"the record of match {number} is damaged: {error}") from error
    still = Clock(tuple((0, 0, 0, 0) for _ in played.clock.times))
    return record.dump(msgspec.structs.replace(played, clock=still))
