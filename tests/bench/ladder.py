"""How strong the house bots are: `make ladder`. With --quick, only see that every step can be played.

On every step one stronger bot sits alone at a table of the next weaker one. A group is one match with dice of its own,
so that groups are independent; the stronger bot moves one seat on from group to group. A step is clear when the whole
99 % interval of its win share lies above parity, one divided by the number of seats.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

import trio

ROOT = Path(__file__).parents[2]
STEPS = (
    ("cautious", "random"),
    ("bold", "random"),
    ("greedy", "cautious"),
    ("greedy", "bold"),
    ("planner", "greedy"),
    ("search", "planner"),
)
SETTINGS = tuple((seats, variants) for seats in (2, 4) for variants in ("base", "ufo+exploration+missions"))
AIMS = {("planner", "greedy", 4, "base"): 0.45, ("search", "planner", 4, "base"): 0.35}
WIDE = 2.576  # standard errors of a 99 % interval


class Task(NamedTuple):
    """One group: a stronger bot against a table of a weaker one."""

    strong: str
    weak: str
    seats: int
    variants: str
    group: int


class Group(NamedTuple):
    """How it went for the stronger bot."""

    share: float  # of the win
    points: float
    others: float  # points of the others, on average
    cpu: float  # milliseconds a decision
    faults: int


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="four groups a step, too few for the numbers to count")
    parser.add_argument("--groups", type=int, default=400, help="groups for each line (default 400)")
    parser.add_argument("--first", type=int, default=0, metavar="GROUP", help="dice of other groups (default 0)")
    parser.add_argument("--setting", action="append", default=[], metavar="SEATS/GAME", help="only these, as in 2/base")
    parser.add_argument("--step", action="append", default=[], metavar="BOT", help="only the steps up to this bot")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one a core)")
    args = parser.parse_args()
    steps = [step for step in STEPS if step[0] in (args.step or [strong for strong, _ in STEPS])]
    settings = [each for each in SETTINGS if "{}/{}".format(*each) in args.setting or not args.setting]
    start = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(args.jobs, sys.path.insert, (0, str(ROOT))) as pool:
        groups = range(args.first, args.first + (4 if args.quick else args.groups))
        for line in report(pool, steps, settings, groups):
            print(line, flush=True)
    print(f"\n{time.monotonic() - start:.0f} s in all.")


def report(
    pool: "multiprocessing.pool.Pool",
    steps: Sequence[tuple[str, str]],
    settings: Sequence[tuple[int, str]],
    groups: range,
) -> Iterator[str]:
    """The ladder as lines of text."""
    yield f"Groups {groups[0]} to {groups[-1]} on each line; win shares with their 99 % intervals."
    yield ""
    yield "bot       table of  seats  game                     win share            parity  clear  points  CPU/decision"
    for strong, weak in steps:
        for seats, variants in settings:
            tasks = [Task(strong, weak, seats, variants, group) for group in groups]
            yield _line(tasks[0], pool.map(play, tasks, chunksize=4))


def _line(task: Task, groups: Sequence[Group]) -> str:
    share, low, high = interval([group.share for group in groups])
    parity = 1 / task.seats
    clear = "yes" if low > parity else "no"
    points, others = mean(group.points for group in groups), mean(group.others for group in groups)
    faults = sum(group.faults for group in groups)
    aim = AIMS.get((task.strong, task.weak, task.seats, task.variants))
    tail = "" if aim is None else f"  aim {aim:.0%}: {'met' if share >= aim else 'not met'}"
    tail += f"  {faults} FAULTS" if faults else ""
    return (
        f"{task.strong:9} {task.weak:9} {task.seats:5}  {task.variants:24} {share:5.1%} [{low:5.1%}, {high:5.1%}] "
        f"{parity:5.0%}  {clear:5} {points:5.1f} : {others:4.1f} {mean(group.cpu for group in groups):9.2f} ms{tail}"
    )


def interval(shares: Sequence[float]) -> tuple[float, float, float]:
    """The mean of independent groups, and its 99 % interval."""
    middle = mean(shares)
    half = WIDE * stdev(shares) / sqrt(len(shares))
    return middle, max(middle - half, 0.0), min(middle + half, 1.0)


def play(task: Task) -> Group:
    """One match inside this process."""
    from arena.fixture import Fixture, seed_of
    from arena.lineup import line_up_in_process
    from arena.manifest import find
    from arena.match import Table
    from arena.record import Decision

    seat = task.group % task.seats
    bots = [task.strong if place == seat else task.weak for place in range(task.seats)]
    fixture = Fixture(
        match="ladder",
        game="mlem",
        options=task.variants,
        bots=tuple(bots),
        seed=seed_of(f"ladder/{task.seats}/{task.variants}/{task.group}"),
    )
    record = trio.run(Table(fixture, line_up_in_process([find(bot) for bot in bots])).play)
    places, points = record.result.places, record.result.points
    choices = [choice for step in record.steps if isinstance(step, Decision) for choice in step.choices]
    cpu = [times[1] for choice, times in zip(choices, record.clock.times, strict=True) if choice.seat == seat]
    return Group(
        share=1 / places.count(1) if places[seat] == 1 else 0.0,
        points=points[seat],
        others=(sum(points) - points[seat]) / (task.seats - 1),
        cpu=mean(cpu) / 1000,
        faults=len(list(record.faults())),
    )


if __name__ == "__main__":
    main()
