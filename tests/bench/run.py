"""Measure the speed of all that must be fast: `make bench`. With --quick, only see that every benchmark runs.

A benchmark is a module in this folder with a function `run(effort) -> Iterator[str]`, named in `BENCHMARKS`.
"""

import argparse
import os
import platform
import sys
import time
from importlib import import_module
from pathlib import Path

BENCHMARKS = (
    "tests.bench.engine",
    "tests.bench.roundtrip",
    "tests.bench.starting",
    "tests.bench.levels",
    "tests.bench.tournament",
    "tests.bench.standings",
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the speed of the arena.")
    parser.add_argument("--quick", action="store_true", help="run everything, too shortly for the numbers to count")
    quick = parser.parse_args().quick
    sys.path.insert(0, str(Path(__file__).parents[2]))  # a script finds its own folder only
    slices = import_module("tests.bench.slices")
    effort = slices.QUICK if quick else slices.FULL
    start = time.monotonic()
    print(f"Python {platform.python_version()} on {platform.machine()}, {_pinned()}.")
    for name in BENCHMARKS:
        for line in import_module(name).run(effort):
            print(line, flush=True)
    print(f"\n{time.monotonic() - start:.0f} s in all.")


def _pinned() -> str:
    """Stay on one core, so that wandering between cores is not measured."""
    if not hasattr(os, "sched_setaffinity"):
        return "on any core: this system cannot pin a process to one"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core} of {os.cpu_count()}"


if __name__ == "__main__":
    main()
