"""What a tournament adds to its matches: two workers against one in one run, and the runner's own work per match."""

import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import trio
from tabulate import tabulate

from arena.fixture import Fixture, seed_of
from results.rows import Row
from results.store import Meta, Store
from tests.bench.slices import Effort
from tournaments.config import Config, read
from tournaments.runner import Runner

FASTER, OWN = 1.8, 0.05  # aims: two workers against one; the runner's share of a match between trivial bots
CUP = """
name = "Bench"
seed = "bench"
format = "round-robin"
seats = [4]
rounds = {rounds}
variants = ["base"]
bots = "reuse"
""" + "".join(f'[[entrant]]\nbot = "random"\nname = "random-{number}"\n' for number in range(4))


class Watched:
    """When matches were played, and what it cost the runner."""

    def __init__(self) -> None:
        self.ends: list[float] = []
        self.own: list[float] = []

    def scheduled(self, total: int, played: int) -> None:
        """Of no interest here."""

    def played(self, row: Row) -> None:
        assert row.counts, row.void
        self.ends.append(perf_counter())
        self.own.append(process_time())

    def warned(self, text: str) -> None:
        raise AssertionError(text)

    def failed(self, fixture: Fixture, why: str) -> None:
        raise AssertionError(why)


class Pace(NamedTuple):
    """How a run went after its first matches."""

    rate: float  # matches a second
    own: float  # seconds of the runner's own processor time for a match


def run(effort: Effort) -> Iterator[str]:
    rounds = 60 if effort.rounds > 2 else 4
    repeats = 5 if effort.rounds > 2 else 1
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))  # workers are pinned by the runner
    try:
        paces = _interleaved(rounds, repeats)
    finally:
        os.sched_setaffinity(0, cores)
    yield from _told(paces)


def _interleaved(rounds: int, repeats: int) -> dict[int, list[Pace]]:
    paces: dict[int, list[Pace]] = {1: [], 2: []}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "cup.toml")
        path.write_text(CUP.format(rounds=rounds))
        config = read(path)
        for repeat in range(repeats):
            for workers, found in paces.items():
                found.append(_pace(config, Path(folder, f"{repeat}-{workers}.db"), workers))
    return paces


def _pace(config: Config, database: Path, workers: int) -> Pace:
    watched = Watched()
    meta = Meta(name="bench", config="", digest=config.digest, commitment="")
    with Store.resume(database, meta) as store:
        runner = Runner(config, seed_of("bench"), store, watched, database.with_suffix(".capsules"))
        trio.run(runner.run, workers)
    begin = 2 * workers  # the first matches wait for workers and bots to start
    matches = len(watched.ends) - 1 - begin
    return Pace(matches / (watched.ends[-1] - watched.ends[begin]), (watched.own[-1] - watched.own[begin]) / matches)


def _told(paces: dict[int, list[Pace]]) -> Iterator[str]:
    one, two = ([pace.rate for pace in paces[workers]] for workers in (1, 2))
    gain = median(second / first for first, second in zip(one, two, strict=True))
    own = median(pace.own * pace.rate for pace in paces[1])
    yield "\nTournaments: four `random` at a table, kept warm, one match after another in each worker\n"
    yield tabulate(
        [[workers, f"{median(rates):.1f}", _shown(rates)] for workers, rates in ((1, one), (2, two))],
        ["workers", "matches a second", "of each run"],
    )
    yield f"\ntwo workers against one: {gain:.2f} times (aim {FASTER}: {_met(gain >= FASTER)})"
    yield f"the runner's own processor time: {own:.1%} of a match (aim below {OWN:.0%}: {_met(own < OWN)})"


def _shown(rates: Sequence[float]) -> str:
    return ", ".join(f"{rate:.0f}" for rate in rates)


def _met(met: bool) -> str:
    return "met" if met else "not met in this run"
