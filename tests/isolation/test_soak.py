"""Hostile and honest bots at one table, match after match, while bots and whole arenas are killed at random moments.

Nothing is left of it, no honest bot has a fault, and every result is that of the same match without any trouble.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from msgspec import Struct
from msgspec.structs import replace

from arena.bot_process import BotProcess
from arena.clock import Metronome
from arena.isolation import cgroup, users
from arena.isolation.leftovers import TOKEN
from arena.isolation.levels import Isolation
from arena.isolation.owner import owner, started
from arena.lineup import line_up
from arena.match import Table
from arena.player import Mishap
from arena.record import Record, core
from results.store import Store
from tests.evening import rogues
from tests.isolation.jails import needs_jail
from tests.isolation.stage import BUDGET, Stage, staged
from tests.matches import RANDOM, again, bearers, bury, children, fixture, open_files, ticking

pytestmark = needs_jail

AT_ONCE = 6
HUNGRY = ("mem_fork", "mem_shared_used")  # a gigabyte each: not several at a time
ALONE = ("thinker", "ponder", "log_trap")
HOSTILE = [rogue.name for rogue in rogues(*HUNGRY, *ALONE)]


class Mixed(Struct, frozen=True):
    """A table: rogues by their seats, the others honest; and who is killed after how many seconds."""

    number: int
    seats: int
    rogues: dict[int, str]
    victim: int | None
    after: float


def mixed(number: int) -> Mixed:
    chance = random.Random(number)
    seats = chance.randint(2, 5)
    hostile = chance.sample(range(seats), chance.randint(1, seats - 1))
    victim = chance.choice(range(seats)) if chance.random() < 0.4 else None
    names = {seat: chance.choice(HOSTILE) for seat in hostile}
    return Mixed(number, seats, names, victim, chance.uniform(0.0, 0.4))


async def play(table: Mixed, stage: Stage, metronome: Metronome) -> Record:
    bots = [replace(RANDOM, isolation=Isolation.JAIL)] * table.seats
    for seat, name in table.rogues.items():
        bots[seat] = stage.rogue(name, Isolation.JAIL)
    match = fixture(bots, seed=str(table.number), budget=BUDGET)
    async with line_up(bots, metronome, BUDGET.start) as players, trio.open_nursery() as nursery:
        if table.victim is not None:
            nursery.start_soon(_kill, players[table.victim], table.after)
        record = await Table(match, players).play()
        nursery.cancel_scope.cancel()
    return record


async def _kill(player: BotProcess | Mishap, after: float) -> None:
    await trio.sleep(after)
    if isinstance(player, BotProcess) and player.process.status is None:
        with suppress(ProcessLookupError):  # it may end in this moment
            os.kill(player.process.bot, signal.SIGKILL)


async def soak(tables: list[Mixed], stage: Stage) -> dict[int, Record]:
    records: dict[int, Record] = {}
    limiter = trio.CapacityLimiter(AT_ONCE)

    async def one(table: Mixed) -> None:
        async with limiter:
            with trio.fail_after(120):
                records[table.number] = await play(table, stage, metronome)

    async with ticking() as metronome, trio.open_nursery() as nursery:
        for table in tables:
            nursery.start_soon(one, table)
    return records


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with staged(tmp_path / "stage", scratch) as stage:
        monkeypatch.setattr(tempfile, "tempdir", str(scratch))
        yield stage


@pytest.mark.parametrize("matches", [10, pytest.param(200, marks=pytest.mark.proof)])
def test_a_long_evening_of_hostile_and_honest_bots_leaves_nothing(matches: int, stage: Stage) -> None:
    tables = [mixed(number) for number in range(matches)]
    trio.run(soak, tables[:1], stage)  # whatever is opened once and kept
    known, files, mounts, content = children(), open_files(), _mounts(), stage.content()
    records = trio.run(soak, tables, stage)
    left = children() - known
    bury(left)
    assert left == bearers(f"{TOKEN}={owner()}.") == set()
    assert (open_files(), _mounts(), stage.content()) == (files, mounts, content)
    assert os.listdir(stage.bait["scratch"]) == []
    assert groups_of([owner()]) == []
    assert users._taken == set()
    for table in tables:
        record, troubled = records[table.number], {*table.rogues, table.victim}
        assert {fault.seat for fault in record.faults()} <= troubled, (table, list(record.faults()))
        seats = [seat for seat in range(table.seats) if seat in troubled]
        assert core(trio.run(again, record, *seats)) == core(record), table
    killed = sum(table.victim is not None for table in tables)
    print(f"{matches} matches of hostile and honest bots, {killed} bots killed: results as without them, nothing left")


CUP = """
name = "Soak"
seed = "a seed"
format = "round-robin"
seats = {seats}
rounds = {rounds}
isolation = "jail"
bots = "fresh"
"""
ENTRANTS = ["random", "greedy"]
STRANGERS = ["crash", "daemon", "fork_hop", "two_replies", "fork_bomb"]  # no clock decides what comes of them


def cup(folder: Path, stage: Stage, strangers: list[str], seats: list[int], rounds: int) -> None:
    entrants = [f'[[entrant]]\nbot = "{name}"\n' for name in ENTRANTS]
    for name in strangers:
        own = folder / name
        own.mkdir(parents=True)
        own.joinpath("bot.toml").write_text(f'name = "{name}"\ncommand = ["python3", "-m", "tests.rogues.{name}"]\n')
        subprocess.run(["cp", "-r", stage.folder / "tests", stage.folder / "bait.json", own], check=True)
        entrants.append(f'[[entrant]]\nbot = "{own}"\n')
    folder.joinpath("cup.toml").write_text(CUP.format(seats=seats, rounds=rounds) + "\n".join(entrants))


def start(folder: Path, database: str, scratch: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-P", "-m", "arena", "tournament", "cup.toml", "--db", database, "--quiet"]
    with folder.joinpath("log").open("ab") as log:
        return subprocess.Popen(command, cwd=folder, env=os.environ | {"TMPDIR": scratch}, stdout=log, stderr=log)


def play_out(folder: Path, database: str, scratch: str) -> None:
    assert start(folder, database, scratch).wait(600) == 0, folder.joinpath("log").read_text()


def content(database: Path) -> bytes:
    with Store.read(database) as store:
        return b"".join(store.content())


def names_below(pid: int) -> list[str]:
    """A run and its workers, by the names that what they make carries."""
    own = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [f".{process}.{started(process)}" for process in (pid, *map(int, own))]


def groups_of(names: list[str]) -> list[Path]:
    branch = cgroup.branch()
    groups = [group for folder in (branch.folders if branch else ()) for group in folder.glob(f"{cgroup.PREFIX}*")]
    return [group for group in groups if any(name in group.name for name in names)]


def is_quiet(names: list[str], seconds: float) -> bool:
    """Whether within so many seconds nobody is left whom these have started."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not any(bearers(f"{name}.") for name in names):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(
    ("kills", "strangers", "seats", "rounds"),
    [(2, STRANGERS[:2], [2], 2), pytest.param(25, STRANGERS, [2, 3], 2, marks=pytest.mark.proof)],
    ids=["shortly", "long"],
)
def test_a_cup_that_is_killed_again_and_again_ends_as_if_nothing_had_happened(
    kills: int, strangers: list[str], seats: list[int], rounds: int, stage: Stage, tmp_path: Path
) -> None:
    folder, scratch, mounts = tmp_path / "cup", stage.bait["scratch"], _mounts()
    cup(folder, stage, strangers, seats, rounds)
    play_out(folder, "whole.db", scratch)
    chance, seen = random.Random(kills), []
    for _ in range(kills):
        run = start(folder, "killed.db", scratch)
        time.sleep(chance.uniform(0.5, 2.5))
        names = names_below(run.pid)
        run.kill()
        run.wait()
        assert is_quiet(names, 10.0), f"bots outlive their arena: {names}"
        seen += names
    play_out(folder, "killed.db", scratch)
    assert content(folder / "killed.db") == content(folder / "whole.db")
    assert os.listdir(scratch) == []
    assert [name for name in os.listdir("/dev/shm") if any(run in name for run in seen)] == []
    assert groups_of(seen) == []
    assert _mounts() == mounts
    with Store.read(folder / "killed.db") as store:
        rows = store.rows()
    faults = {name for row in rows for name, number in zip(row.entrants, row.faults, strict=True) if number}
    assert faults == {"crash", "two_replies"} & set(strangers)
    assert not any(row.void for row in rows)
    print(f"a cup of {len(rows)} matches, killed {kills} times: byte-identical, nothing left")


def _mounts() -> str:
    return Path("/proc/self/mountinfo").read_text()
