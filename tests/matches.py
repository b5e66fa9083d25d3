"""Matches for tests: with processes, inside our own process, and what they leave behind."""

import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

import msgspec
import trio

from arena.clock import Metronome
from arena.fixture import Fixture, seed_of
from arena.inprocess import InProcess, load
from arena.isolation.levels import Isolation
from arena.lineup import line_up
from arena.manifest import Manifest, house_bots
from arena.match import Table
from arena.player import Answer, Besides, Mishap, Player
from arena.record import Choice, Lost, Record
from protocol import Fault
from protocol.words import Act, Ask, Budget, Over, Start

RANDOM = house_bots()["random"]
TIGHT = Budget(start=1.5, decision=0.25, bank=0.0)


def rogue(name: str, *arguments: str, isolation: Isolation = Isolation.LIMITS) -> Manifest:
    """A bot of `tests/rogues`."""
    command = (sys.executable, "-P", "-m", f"tests.rogues.{name}", *arguments)
    return Manifest(name=name, command=command, isolation=isolation)


def fixture(bots: Sequence[Manifest], *, budget: Budget = TIGHT, seed: str = "seed", options: str = "base") -> Fixture:
    names = tuple(bot.name for bot in bots)
    return Fixture(match="m-1", game="mlem", options=options, bots=names, seed=seed_of(seed), budget=budget)


@asynccontextmanager
async def ticking() -> AsyncIterator[Metronome]:
    """A metronome that runs."""
    metronome = Metronome()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(metronome.run)
        yield metronome
        nursery.cancel_scope.cancel()


async def play(bots: Sequence[Manifest], fixture: Fixture, metronome: Metronome) -> Record:
    """One match of processes."""
    async with line_up(bots, metronome, fixture.budget.start) as players:
        return await Table(fixture, players).play()


class Scripted:
    """Does what a record says that a seat did, faults included."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        self._choices = list(choices)

    async def begin(self, start: Start) -> Mishap | None:
        await trio.lowlevel.checkpoint()
        return None

    async def choose(self, ask: Ask) -> Answer:
        await trio.lowlevel.checkpoint()
        choice = self._choices.pop(0)
        if choice.fault:
            return Answer(Mishap(Fault(choice.fault), choice.detail))
        sent = ask.legal[list(ask.legal).index(choice.action)]
        return Answer(Act(ask.match, ask.turn, _map(sent), choice.note, choice.value))

    async def end(self, over: Over) -> None:
        await trio.lowlevel.checkpoint()

    def dismiss(self) -> None:
        return

    def besides(self) -> Besides:
        return Besides()


def _map(action: object) -> dict[str, object]:
    data: dict[str, object] = msgspec.msgpack.decode(msgspec.msgpack.encode(action))
    return data


async def again(record: Record, *seats: int) -> Record:
    """The same match inside our own process, with these seats as the record has them and honest bots in all others."""
    lost = {step.seat: step for step in record.steps if isinstance(step, Lost)}
    players: list[Player | Mishap] = [InProcess(load(RANDOM)) for _ in record.fixture.bots]
    for seat in seats:
        choices = [choice for choice in record.choices() if choice.seat == seat]
        players[seat] = Mishap(Fault(lost[seat].fault), lost[seat].detail) if seat in lost else Scripted(choices)
    return await Table(record.fixture, players).play()


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def children() -> set[int]:
    """Processes whose parent we are, dead ones that nobody has buried included."""
    lists = Path("/proc/self/task").glob("*/children")
    return {int(pid) for children in lists for pid in children.read_text().split()}


@contextmanager
def marked() -> Iterator[str]:
    """A mark in the search path, which is the one variable that bots inherit from us, and whatever they start."""
    path, mark = os.environ["PATH"], f"/nowhere/{secrets.token_hex(8)}"
    os.environ["PATH"] = f"{path}:{mark}"
    yield mark
    os.environ["PATH"] = path


def bearers(mark: str) -> set[int]:
    """Processes that have this in their environment, wherever they are."""
    found = {int(path.parent.name) for path in Path("/proc").glob("[0-9]*/environ") if mark.encode() in _read(path)}
    return found - {os.getpid()}


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def resident() -> int:
    """Bytes of memory that we use."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def peak() -> int:
    """Bytes of memory that we used at most, since `forget_peak`."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def forget_peak() -> None:
    Path("/proc/self/clear_refs").write_text("5")


def bury(pids: set[int]) -> None:
    """End and reap our own children, so that what one test left does not trouble the next."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)
