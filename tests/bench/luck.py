"""The weights by which MLEM's luck is told: `make fit-luck` finds them, `make fit-luck ARGS=--measure` tries them.

The luck of a weighted sum of features is the weighted sum of their lucks. So the weights that leave the least variance
of the margins are found by least squares: margins on summed lucks, both without the means of each bot at each table.
What is found is tried on tables of bots that it was not made with.
"""

import argparse
import json
import multiprocessing
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import trio

ROOT = Path(__file__).parents[2]
OUT = ROOT / "arena/games/mlem/worth.json"
VARIANTS = ("base", "base", "ufo", "exploration", "base", "missions", "ufo+exploration+missions", "base")
TAUGHT = (("greedy",), ("greedy",), ("greedy", "cautious"), ("greedy", "greedy", "bold"))  # repeated around the table
TRIED = (("planner",), ("planner", "greedy"))
RIDGE = 40.0  # draws weights towards nothing, as if a weight of about one was expected of margins as wide as these


class Task(NamedTuple):
    """One match."""

    table: tuple[str, ...]
    seats: int
    variants: str
    number: int


class Sample(NamedTuple):
    """What came of it: by seat, points, and the luck of every feature."""

    task: Task
    points: tuple[int, ...]
    lucks: list[list[float]]

    @property
    def bots(self) -> list[str]:
        return _bots(self.task)


class Line(NamedTuple):
    """One seat of a sample, or a table as a whole, less the means of its kind."""

    target: float
    lucks: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=320, help="how many are played (default 320)")
    parser.add_argument("--jobs", type=int, default=1, help="processes; the result does not depend on it")
    parser.add_argument("--measure", action="store_true", help="do not fit, but try the weights on other bots")
    parser.add_argument("--out", type=Path, default=OUT, help="where the weights are written")
    args = parser.parse_args()
    start = time.monotonic()
    tasks = list(_tasks(TRIED if args.measure else TAUGHT, args.matches, "try" if args.measure else "teach"))
    with multiprocessing.get_context("spawn").Pool(args.jobs, sys.path.insert, (0, str(ROOT))) as pool:
        samples = pool.map(play, tasks, chunksize=4)
    if args.measure:
        print("\n".join(report(samples)))
    else:
        write(samples, args.out)
    print(f"{len(samples)} matches, {time.monotonic() - start:.0f} s", file=sys.stderr)


def _tasks(tables: Sequence[tuple[str, ...]], matches: int, label: str) -> Iterable[tuple[Task, str]]:
    for number in range(matches):
        seats, rest = 2 + number % 4, number // 4
        task = Task(tables[rest % len(tables)], seats, VARIANTS[rest // len(tables) % len(VARIANTS)], number)
        yield task, f"luck/{label}/{number}"


def _bots(task: Task) -> list[str]:
    """The table's bots, repeated, one seat on from match to match."""
    return [task.table[(seat + task.number // 4) % len(task.table)] for seat in range(task.seats)]


def play(order: tuple[Task, str]) -> Sample:
    """One match inside this process, with the luck of all features."""
    from arena.fixture import Fixture, seed_of
    from arena.lineup import line_up_in_process
    from arena.luck import strokes, summed
    from arena.manifest import find
    from arena.match import Table

    task, seed = order
    bots = _bots(task)
    fixture = Fixture(match="luck", game="mlem", options=task.variants, bots=tuple(bots), seed=seed_of(seed))
    record = trio.run(Table(fixture, line_up_in_process([find(bot) for bot in bots])).play)
    flat = summed([stroke.luck for stroke in strokes(record, _features())], task.seats)
    width = len(flat) // task.seats
    return Sample(task, record.result.points, [list(flat[seat * width :][:width]) for seat in range(task.seats)])


def _features() -> Any:
    """An evaluator whose worth is the row of all features of all seats."""
    from arena.games.mlem.worth import Worth

    class Features(Worth):
        def worth(self, state: Any) -> tuple[float, ...]:
            return tuple(chain.from_iterable(self.features(state)))

    return Features()


def write(samples: Sequence[Sample], path: Path) -> None:
    from arena.games.mlem.worth import FEATURES, VERSION

    apart, mean = solved(apart_lines(samples)), solved(mean_lines(samples))
    found = {"version": VERSION, "features": FEATURES, "apart": apart, "mean": mean}
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def apart_lines(samples: Sequence[Sample]) -> list[Line]:
    """Every seat: how far it is above the mean of the others, less what its bot has at such tables."""
    from arena.luck import margin

    kinds: dict[Any, list[Line]] = defaultdict(list)
    for sample in samples:
        columns = list(zip(*sample.lucks, strict=True))
        for seat, bot in enumerate(sample.bots):
            line = Line(margin(sample.points, seat), [margin(column, seat) for column in columns])
            kinds[sample.task.table, sample.task.seats, sample.bots.count(bot), bot].append(line)
    return [line for lines in kinds.values() for line in _centred(lines)]


def mean_lines(samples: Sequence[Sample]) -> list[Line]:
    """Every table: the mean of its points, less what such tables have."""
    kinds: dict[Any, list[Line]] = defaultdict(list)
    for sample in samples:
        line = Line(fmean(sample.points), [fmean(column) for column in zip(*sample.lucks, strict=True)])
        kinds[sample.task.table, sample.task.seats, sample.task.variants].append(line)
    return [line for lines in kinds.values() for line in _centred(lines)]


def _centred(lines: Sequence[Line]) -> list[Line]:
    """Less the mean of the targets; that of the lucks is zero already."""
    middle = fmean(line.target for line in lines)
    return [Line(line.target - middle, line.lucks) for line in lines]


def solved(lines: Sequence[Line]) -> list[float]:
    """The weights of the least squares, each drawn a little towards nothing."""
    from results.matrices import dot, root, solve

    columns = [list(column) for column in zip(*[line.lucks for line in lines], strict=True)]
    targets = [line.target for line in lines]
    normal = [[dot(one, other) for other in columns] for one in columns]
    for place, row in enumerate(normal):
        row[place] += RIDGE
    return [round(weight, 3) for weight in solve(root(normal), [dot(column, targets) for column in columns])]


def report(samples: Sequence[Sample]) -> Iterable[str]:
    """How much of the variance of the margins is left."""
    from arena.games.mlem.worth import weights

    yield "table                 seats  game   matches  variance  less luck  ratio"
    cuts: dict[tuple[str, int, str], list[Sample]] = defaultdict(list)
    for sample in samples:
        task = sample.task
        cuts["+".join(task.table), task.seats, "base" if task.variants == "base" else "variants"].append(sample)
    for (table, seats, game), some in sorted(cuts.items()):
        lines, by = apart_lines(some), weights().apart
        raw = fmean(line.target**2 for line in lines)
        rests = [line.target - sum(w * x for w, x in zip(by, line.lucks, strict=True)) for line in lines]
        left = fmean(rest**2 for rest in rests) - fmean(rests) ** 2
        yield f"{table:20} {seats:5}  {game:9} {len(some):4}  {raw:8.1f}  {left:9.1f}  {left / raw:5.2f}"


if __name__ == "__main__":
    main()
