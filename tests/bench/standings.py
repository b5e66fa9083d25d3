"""How fast a table is made of 100,000 stored matches of four: from the database to the ranks, in time and memory,
against half as many, and against the `trueskill` package in the same run."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeVar

import trueskill
from tabulate import tabulate

from results.columns import COLUMNS, values
from results.ratings import DEFAULT, ratings
from results.rows import Row
from results.standings import standings
from results.store import Meta, Store
from results.strength import fit
from tests.bench.slices import QUICK, Effort, spread

MATCHES, FEW = 100_000, 400  # in full, and only to see that it runs
ENTRANTS, SEATS, IN_GROUP = 20, 4, 4
ROUNDS = 3
SAMPLE = 200  # matches in a slice of the package
AIM = 10.0  # seconds for all matches
META = Meta(name="bench", config="", digest="", commitment="")

T = TypeVar("T")


def run(effort: Effort) -> Iterator[str]:
    matches = FEW if effort == QUICK else MATCHES
    with TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        _store(path, _league(matches))
        yield f"\nStandings of {matches:,} stored matches of {SEATS}, {ENTRANTS} entrants: seconds of processor time\n"
        rows, reading = _seconds(lambda: _read(path))
        yield from _times(rows, reading)
        yield f"Memory: {_memory(path)} MiB above the interpreter with everything imported."
    yield from _against_the_package(rows, effort)


def _times(rows: list[Row], reading: float) -> Iterator[str]:
    halves, wholes = [], []
    for _ in range(ROUNDS):
        halves.append(_seconds(lambda: standings(rows[: len(rows) // 2]))[1])
        wholes.append(_seconds(lambda: standings(rows))[1])
    whole, half = median(wholes), median(halves)
    cells = [reading, _seconds(lambda: ratings(rows))[1], _seconds(lambda: _ranks(rows))[1], whole, reading + whole]
    heads = ["reading the database", "TrueSkill", "ranks", "whole table", "reading and table"]
    yield tabulate([[f"{cell:.2f}" for cell in cells]], heads, disable_numparse=True, stralign="right")
    yield f"\nTwice as many matches take {whole / half:.2f} times as long."
    if len(rows) == MATCHES:
        met = "Met" if reading + whole <= AIM else "NOT met"
        yield f"Aim: standings of {MATCHES:,} matches in {AIM:.0f} s. {met} in this run: {reading + whole:.1f} s."


def _against_the_package(rows: list[Row], effort: Effort) -> Iterator[str]:
    ratios, ours = [], []
    for number in range(effort.rounds):
        mine, its = _both(rows[number * SAMPLE :][:SAMPLE])
        ratios.append(its / mine)
        ours.append(mine / SAMPLE * 1e6)
    yield f"A rating update of {SEATS}: {spread(ours)} us; the package takes {spread(ratios, '.1f')} times as long."


def _both(sample: list[Row]) -> tuple[float, float]:
    """Seconds for these matches by our update and by the package's."""
    return _seconds(lambda: ratings(sample))[1], _seconds(lambda: _package(sample))[1]


def _package(rows: list[Row]) -> None:
    env = trueskill.TrueSkill(tau=0.0, beta=DEFAULT.beta, draw_probability=DEFAULT.draw)
    known = {name: env.create_rating() for row in rows for name in row.entrants}
    for row in rows:
        rated = env.rate([(known[name],) for name in row.entrants], ranks=row.places)
        known.update({name: rating for name, (rating,) in zip(row.entrants, rated, strict=True)})


def _ranks(rows: list[Row]) -> list[tuple[int, int]]:
    names = {name: number for number, name in enumerate(sorted({name for row in rows for name in row.entrants}))}
    meetings = [(row.group, tuple(names[name] for name in row.entrants), row.places) for row in rows]
    return fit(meetings, len(names)).ranks()


def _seconds(work: Callable[[], T]) -> tuple[T, float]:
    begin = process_time()
    done = work()
    return done, process_time() - begin


def _read(path: Path) -> list[Row]:
    with Store.read(path) as store:
        return store.rows()


_CHILD = """
import sys
from pathlib import Path
from results.standings import standings
from results.store import Store

def peak():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

before = peak()
with Store.read(Path(sys.argv[1])) as store:
    standings(store.rows())
print((peak() - before) // 1024)
"""


def _memory(path: Path) -> int:
    """MiB that a process of its own needs at most, for reading and table."""
    return int(subprocess.check_output([sys.executable, "-P", "-c", _CHILD, path], cwd=Path(__file__).parents[2]))


def _league(matches: int) -> Iterator[Row]:
    random = Random(0)
    skills = {f"entrant-{number:02}": number / 10 for number in range(ENTRANTS)}
    for number in range(matches):
        table = random.sample(list(skills), SEATS)
        points = [round(10 * random.gauss(skills[name] + 3.0, 1.0)) for name in table]
        best = sorted(points, reverse=True)
        yield Row(
            number=number,
            round=number // ENTRANTS,
            group=number // IN_GROUP,
            match=f"{number:06}",
            game="mlem",
            variants="base",
            entrants=tuple(table),
            places=tuple(1 + best.index(own) for own in points),
            points=tuple(points),
            ended=("played",) * SEATS,
            faults=((),) * SEATS,
        )


def _store(path: Path, rows: Iterator[Row]) -> None:
    """All at once and without records, which a table does not read."""
    Store.create(path, META).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        marks = ", ".join("?" * len(COLUMNS))
        connection.executemany(f"INSERT INTO fixture ({', '.join(COLUMNS)}) VALUES ({marks})", map(values, rows))
