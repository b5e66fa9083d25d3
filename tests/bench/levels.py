"""What the levels of isolation cost: starting a bot, and a round trip once it runs, each beside a bare process."""

import os
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from statistics import median
from time import perf_counter

import trio
from tabulate import tabulate

from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.isolation.require import require_parts
from arena.process import Process
from tests.bench.slices import Effort, spread

ECHO = (sys.executable, "-P", "-c", "import os\nwhile data := os.read(0, 4096): os.write(1, data)")
MESSAGE = b"x" * 100
BARE = "bare"
STARTING = 3.0  # times a bare start, at most
TRIP = 1.1  # times a round trip of the arena without isolation, at most


def run(effort: Effort) -> Iterator[str]:
    yield "\nWhat isolation costs, beside a bare process\n"
    levels = []
    for level in Isolation:
        try:
            require_parts(level)
            levels.append(level)
        except UserError as error:
            yield f"{level} is not measured: {error}"
    starts, trips = trio.run(_measure, effort, levels)
    rows = [[name, *_row(starts, name, 1e3), *_row(trips, name, 1e6)] for name in starts]
    heads = ["", "until it answers, ms", "times bare", "round trip, us", "times bare"]
    yield tabulate(rows, heads, disable_numparse=True, colalign=("left", *["right"] * 4))
    if Isolation.JAIL in levels:
        start = median(_ratios(starts, Isolation.JAIL, BARE))
        trip = median(_ratios(trips, Isolation.JAIL, Isolation.NONE))
        yield f"\nAim: a jailed bot starts in at most {STARTING} times the time of a bare one. {_met(start, STARTING)}"
        yield f"Aim: a round trip into a jail takes at most {TRIP} times that without isolation. {_met(trip, TRIP)}"


async def _measure(effort: Effort, levels: list[Isolation]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Seconds of every start, and of a round trip in every round, each way in every round."""
    starts: dict[str, list[float]] = {BARE: [], **{level: [] for level in levels}}
    trips: dict[str, list[float]] = {BARE: [], **{level: [] for level in levels}}
    for _ in range(effort.rounds):
        for _ in range(effort.games):
            starts[BARE].append(_bare(0)[0])
            for level in levels:
                starts[level].append((await _at(level, 0))[0])
        turns = 200 * effort.games
        trips[BARE].append(_bare(turns)[1])
        for level in levels:
            trips[level].append((await _at(level, turns))[1])
    return starts, trips


def _bare(turns: int) -> tuple[float, float]:
    start = perf_counter()
    with subprocess.Popen(ECHO, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as echo, ExitStack() as end:
        assert echo.stdin
        assert echo.stdout
        end.callback(echo.kill)
        return _talk(echo.stdin.fileno(), echo.stdout.fileno(), start, turns)


async def _at(level: Isolation, turns: int) -> tuple[float, float]:
    start = perf_counter()
    echo = Process(ECHO, isolation=level)
    try:
        return _talk(echo.stdin, echo.stdout, start, turns)
    finally:
        await echo.close()


def _talk(stdin: int, stdout: int, start: float, turns: int) -> tuple[float, float]:
    """Seconds until the first answer, and of the median round trip after it."""
    _trip(stdin, stdout)
    ready = perf_counter() - start
    return ready, median(_trip(stdin, stdout) for _ in range(turns)) if turns else 0.0


def _trip(stdin: int, stdout: int) -> float:
    start = perf_counter()
    os.write(stdin, MESSAGE)
    select.select([stdout], [], [])
    os.read(stdout, 4096)
    return perf_counter() - start


def _row(times: dict[str, list[float]], name: str, unit: float) -> tuple[str, str]:
    return f"{median(times[name]) * unit:.1f}", spread(_ratios(times, name, BARE), ".2f")


def _ratios(times: dict[str, list[float]], name: str, base: str) -> list[float]:
    return [ours / other for ours, other in zip(times[name], times[base], strict=True)]


def _met(found: float, most: float) -> str:
    return f"{'Met' if found <= most else 'NOT met'} in this run: {found:.2f} times."
