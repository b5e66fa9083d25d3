"""What time is worth to `search`: `make more-time`. With --quick, only see that it can be measured.

One `search` sits alone at a table of a weaker bot, and every group is played once for each time, with the same dice and
in the same seat, so that the differences between times are measured group by group. The win share less luck is as fair
as the win share, and varies less.
"""

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from math import exp, sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

import trio

from arena.fixture import Fixture, seed_of
from arena.games import GAMES
from arena.games.api import AnyGame, Evaluator
from arena.games.mlem.state import State
from arena.inprocess import InProcess, load
from arena.luck import margin, strokes, summed
from arena.manifest import find
from arena.match import Table
from arena.record import Decision
from bots._outlook import CRASHES, LONG, learnt
from bots._thinking import Thinking
from bots.search import Search
from protocol.words import Budget

PLENTY = Budget(10.0, 10.0, 60.0)  # so that only the time to be measured limits it
WIDE = 2.576  # standard errors of a 99 % interval


class Task(NamedTuple):
    """One match."""

    how: str  # think, or work
    much: float  # milliseconds, or looks
    guide: str  # pilot, or blind
    table: str
    seats: int
    variants: str
    group: int


class Played(NamedTuple):
    """How it went for `search`."""

    share: float  # of the win
    skill: float  # the same less luck
    margin: float  # points above the mean of the others
    cpu: float  # milliseconds a decision
    faults: int


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--think", default="0,5,50,250", metavar="MS,...", help="times (default 0,5,50,250)")
    either.add_argument("--work", metavar="N,...", help="numbers of looks instead")
    parser.add_argument("--guide", choices=("pilot", "blind"), default="pilot", help="blind knows nothing of the game")
    parser.add_argument("--table", default="planner", metavar="BOT", help="the others (default planner)")
    parser.add_argument("--quick", action="store_true", help="three groups, too few for the numbers to count")
    parser.add_argument("--groups", type=int, default=100, help="groups for each time (default 100)")
    parser.add_argument("--first", type=int, default=0, metavar="GROUP", help="dice of other groups (default 0)")
    parser.add_argument("--setting", default="2/base", metavar="SEATS/GAME", help="default 2/base")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one a core)")
    given = parser.parse_args()
    seats, variants = given.setting.split("/")
    how, many = ("work", given.work) if given.work else ("think", given.think)
    groups = range(given.first, given.first + (3 if given.quick else given.groups))
    tasks = [
        Task(how, float(much), given.guide, given.table, int(seats), variants, group)
        for group in groups
        for much in many.split(",")
    ]
    start = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        played = pool.map(play, tasks, chunksize=len(many.split(",")))
    for line in report(tasks, played):
        print(line, flush=True)
    print(f"\n{time.monotonic() - start:.0f} s in all.")


def report(tasks: Sequence[Task], played: Sequence[Played]) -> Iterator[str]:
    """The table as lines of text."""
    first, last = tasks[0], tasks[-1]
    unit = "ms" if first.how == "think" else "looks"
    yield f"search ({first.guide}) at a table of {first.table}, {first.seats} seats, {first.variants}"
    yield f"Groups {first.group} to {last.group}; standard errors, and 99 % intervals of the difference group by group."
    yield ""
    yield f"{unit:>6}  win share      less luck      points       CPU/decision  more wins                less luck"
    amounts = list(dict.fromkeys(task.much for task in tasks))
    seen = {much: [each for task, each in zip(tasks, played, strict=True) if task.much == much] for much in amounts}
    for place, much in enumerate(amounts):
        yield _line(much, seen[much])
        for less in amounts[:place]:
            yield _difference(less, seen[much], seen[less])
    yield f"Faults: {sum(each.faults for each in played)}"


def _line(much: float, played: Sequence[Played]) -> str:
    share, skill, margin = (_average([each[place] for each in played]) for place in range(3))
    return (
        f"{much:6g}  {share[0]:5.1%} ± {share[1]:4.1%}  {skill[0]:5.1%} ± {skill[1]:4.1%}  "
        f"{margin[0]:+5.2f} ± {margin[1]:4.2f}  {mean(each.cpu for each in played):9.2f} ms"
    )


def _difference(less: float, played: Sequence[Played], before: Sequence[Played]) -> str:
    pairs = list(zip(played, before, strict=True))
    return f"{'':8}than {less:<6g}{'':46}" + "  ".join(
        [_interval([after[place] - first[place] for after, first in pairs]) for place in range(2)]
    )


def _interval(values: Sequence[float]) -> str:
    middle, error = _average(values)
    return f"{middle:+6.1%} [{middle - WIDE * error:+6.1%}, {middle + WIDE * error:+6.1%}]"


def _average(values: Sequence[float]) -> tuple[float, float]:
    """With its standard error."""
    return mean(values), stdev(values) / sqrt(len(values))


class Winning:
    """An evaluator for `arena.luck`: the chance to win by the game's own evaluator, in points, and by how many points
    are likely to be decided yet. Whatever it says, luck is zero on average; the truer it is, the more is taken off."""

    version = "winning"

    def __init__(self, game: AnyGame, judge: Evaluator) -> None:
        self._game = game
        self._judge = judge
        self.alike = judge.alike

    def worth(self, state: State) -> tuple[float, ...]:
        points = [now + more for now, more in zip(self._game.score(state), self._judge.worth(state), strict=True)]
        time = (state.setting.board.crashes - state.crashes) / CRASHES / LONG
        spread = learnt()[len(points)].spread_at(time, state.setting.options)
        shares = [exp((each - max(points)) / spread) for each in points]
        return tuple([share / sum(shares) for share in shares])


class Blind(Search):
    """Knows nothing of the game."""

    def __init__(self, start: dict[str, Any]) -> None:
        super().__init__(start)
        self._guide = self._plain
        self._dearest = 0.0


def play(task: Task) -> Played:
    """One match inside this process."""
    seat, game = task.group % task.seats, GAMES["mlem"]
    how = Thinking(task.much / 1000) if task.how == "think" else Thinking(looks=int(task.much))
    searching = type("Searching", (Blind if task.guide == "blind" else Search,), {"thinking": how})
    other = load(find(task.table))
    fixture = Fixture(
        match="ladder",
        game=game.name,
        options=task.variants,
        bots=tuple(["search" if place == seat else task.table for place in range(task.seats)]),
        seed=seed_of(f"ladder/{task.seats}/{task.variants}/{task.group}"),
        budget=PLENTY,
    )
    players = [InProcess(searching if place == seat else other) for place in range(task.seats)]
    record = trio.run(Table(fixture, players).play)
    places = record.result.places
    share = 1 / places.count(1) if places[seat] == 1 else 0.0
    assert game.evaluator
    lucks = summed([stroke.luck for stroke in strokes(record, Winning(game, game.evaluator))], task.seats)
    choices = [choice for step in record.steps if isinstance(step, Decision) for choice in step.choices]
    cpu = [times[1] for choice, times in zip(choices, record.clock.times, strict=True) if choice.seat == seat]
    return Played(
        share=share,
        skill=share - lucks[seat],
        margin=margin(record.result.points, seat),
        cpu=mean(cpu) / 1000,
        faults=len(list(record.faults())),
    )


if __name__ == "__main__":
    main()
