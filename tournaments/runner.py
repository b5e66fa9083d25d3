"""Plays a tournament to its end, whatever happens to it on the way.

    format --pairings--> fixtures --jobs--> workers --records--> store --rows--> format ...

The schedule is a function of the config and of the results; the store knows which fixtures were played. So there is
nothing to resume: a run that was killed is a run that has more to do. One task per worker hands out fixtures in
schedule order; everything is written by one hand, in one transaction for each fixture.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import trio
from msgspec import Struct
from msgspec.structs import replace

from arena.capsule import place
from arena.fixture import Fixture
from results.packing import Packed
from results.rows import Row
from tournaments.pairing import Pairing
from tournaments.plan import Plan, fixture, schedule
from tournaments.pool import Worker, cores_for, keep_worker
from tournaments.roll_call import call_the_roll
from tournaments.voids import repeatable
from tournaments.worker import Done, Failed, Job

TRIES = 3  # at a match that the arena fails to play
CAPSULES = 10  # failures of one entrant that are kept; the runs before this one count, too


class Keep(Protocol):
    """Where results go, and where they come from."""

    def rows(self) -> Sequence[Row]:
        """What was played, in schedule order."""

    def add(self, row: Row, record: bytes | Packed) -> None:
        """Keep what came of a fixture, for good."""

    def forget_voids(self, numbers: Iterable[int]) -> None:
        """Forget that these could not be played."""


class Watch(Protocol):
    """Who wants to know how it goes."""

    def scheduled(self, total: int, played: int) -> None:
        """So many fixtures are needed, and so many of them were played."""

    def played(self, row: Row) -> None:
        """One more was played."""

    def failed(self, fixture: Fixture, why: str) -> None:
        """The arena failed, and the fixture is played again."""

    def warned(self, text: str) -> None:
        """Something is wrong beside the matches."""


class Task(Struct):
    """A fixture that is to be played, and how often that has failed."""

    number: int
    pairing: Pairing
    failures: int = 0


class Runner:
    """A tournament while it is played."""

    def __init__(self, plan: Plan, seed: bytes, keep: Keep, watch: Watch, capsules: Path) -> None:
        self._plan = plan
        self._seed = seed
        self._keep = keep
        self._watch = watch
        self._capsules = capsules
        self._rows = {row.number: row for row in keep.rows()}
        self._kept = Counter[str]()  # capsules by entrant
        for row in self._rows.values():
            self._count_capsules(row)
        self._warned = False

    async def run(self, workers: int) -> None:
        """Play all that is missing, with so many matches at once."""
        self._forget_voids()
        async with trio.open_nursery() as nursery:
            cores = cores_for(workers)
            pool: list[Worker] = []
            while tasks := self._missing():
                first, idle = not pool, cores[len(pool) : len(tasks)]  # a worker is started when there is work for it
                pool += [await nursery.start(keep_worker, core, self._plan.bots) for core in idle]
                if first:
                    await call_the_roll(self._plan, pool)
                async with trio.open_nursery() as round_nursery:
                    for worker in pool:
                        round_nursery.start_soon(self._work, worker, tasks)
            nursery.cancel_scope.cancel()

    def _forget_voids(self) -> None:
        """What an earlier run failed to play is tried again."""
        numbers = repeatable(self._plan, self._seed, self._played())
        if not numbers:
            return
        self._keep.forget_voids(numbers)
        self._rows = {number: row for number, row in self._rows.items() if number not in numbers}
        many = f"{len(numbers)} match{'es' * (len(numbers) > 1)}"
        self._watch.warned(f"played again, because the arena failed before: {many}")

    def _played(self) -> list[Row]:
        return [self._rows[number] for number in sorted(self._rows)]

    def _missing(self) -> "deque[Task]":
        pairings = schedule(self._plan, self._seed, self._played())
        self._watch.scheduled(max(len(pairings), self._plan.total), len(self._rows))
        return deque(Task(number, pairing) for number, pairing in enumerate(pairings) if number not in self._rows)

    async def _work(self, worker: "Worker", tasks: "deque[Task]") -> None:
        while tasks:
            task = tasks.popleft()
            match = fixture(self._plan, self._seed, task.number, task.pairing)
            reply = await worker.ask(self._job(match))
            row = _row(task, match)
            assert isinstance(reply, Done | Failed), "a job is played, or it is not"
            if isinstance(reply, Done):
                self._warn_of(reply.unkept)
                self._store(_played(row, reply), reply.record)
                continue
            task.failures += 1
            if task.failures < TRIES:
                self._watch.failed(match, reply.why)
                tasks.appendleft(task)
            else:
                self._store(replace(row, void=reply.why), b"")

    def _job(self, fixture: Fixture) -> Job:
        manifests = tuple(self._plan.manifest(name) for name in fixture.bots)
        capsules = tuple(self._capsules if self._kept[name] < CAPSULES else None for name in fixture.bots)
        return Job(fixture, manifests, capsules)

    def _store(self, row: Row, record: bytes | Packed) -> None:
        self._keep.add(row, record)
        self._rows[row.number] = row
        self._count_capsules(row)
        self._watch.played(row)

    def _count_capsules(self, row: Row) -> None:
        """Those that lie there: what an in-process bot did, or what could not be written, has left none."""
        for seat, faults in enumerate(row.faults):
            if faults and place(self._capsules, row.match, seat).is_file():
                self._kept[row.entrants[seat]] += 1

    def _warn_of(self, unkept: str) -> None:
        """Once: what keeps one from being written keeps all."""
        if unkept and not self._warned:
            self._warned = True
            self._watch.warned(f"what there is of failures cannot be kept: {unkept}")


def run(runner: Runner, workers: int) -> bool:
    """Play; False if it was interrupted by Ctrl-C."""
    interrupted = False
    try:
        trio.run(runner.run, workers)
    except* KeyboardInterrupt:
        interrupted = True
    return not interrupted


def _played(row: Row, done: Done) -> Row:
    """The row of a fixture that was played."""
    result = done.result
    return replace(row, places=result.places, points=result.points, ended=result.ended, faults=done.faults)


def _row(task: Task, fixture: Fixture) -> Row:
    """The row of a fixture of which nothing has come yet."""
    return Row(
        number=task.number,
        round=task.pairing.round,
        group=task.pairing.group,
        match=fixture.match,
        game=fixture.game,
        variants=fixture.options,
        entrants=fixture.bots,
    )
