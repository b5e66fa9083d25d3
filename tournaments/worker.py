"""A process that plays fixtures one after another, pinned to one core together with its bots.

The runner has one of these for each core: a round trip within a core costs a tenth of one across two. It is told whom
to greet and what to play on its stdin and answers on its stdout, both as msgpack with the length in front. It ends when
its stdin does. Whatever can be done here is done here: the runner is one for all workers.
"""

import ctypes
import os
import signal
import struct
import sys
from pathlib import Path
from typing import TypeAlias

import msgspec
import trio
from msgspec import Struct

from arena.fixture import Fixture
from arena.manifest import Manifest
from arena.player import ArenaFailure
from arena.record import Result, dump
from arena.referee import Absence, Bots, Referee, open_referee
from results.packing import Packed, packed

ANY_CORE = -1
_LENGTH = struct.Struct(">I")
_CHUNK = 1 << 16
_PR_SET_PDEATHSIG = 1
AT_ONCE = 8  # bots that one worker greets


class Job(Struct, frozen=True, tag="job"):
    """A fixture to be played by these bots."""

    fixture: Fixture
    manifests: tuple[Manifest, ...]
    capsules: tuple[Path | None, ...]  # by seat, the folder for a failure


class Roll(Struct, frozen=True, tag="roll"):
    """Bots to be started and greeted once, before there is a match."""

    manifests: tuple[Manifest, ...]
    start: float  # seconds


class Done(Struct, frozen=True, tag="done"):
    """A match that was played."""

    result: Result
    faults: tuple[tuple[str, ...], ...]  # by seat
    record: Packed
    unkept: str = ""  # why what there is of a failure could not be kept


class Failed(Struct, frozen=True, tag="failed"):
    """The arena failed: the match does not count."""

    why: str


class Called(Struct, frozen=True, tag="called"):
    """What came of a roll call."""

    absences: tuple[Absence | None, ...]  # None for who is ready


Reply: TypeAlias = Done | Failed | Called


class Pipe:
    """One end of what runner and worker say to each other. They take turns, so whoever listens finds one message."""

    def __init__(self, heard: int, said: int) -> None:
        self._heard = trio.lowlevel.FdStream(os.dup(heard))
        self._said = trio.lowlevel.FdStream(os.dup(said))

    async def send(self, message: Job | Roll | Reply) -> None:
        data = msgspec.msgpack.encode(message, enc_hook=str)
        await self._said.send_all(_LENGTH.pack(len(data)) + data)

    async def receive(self) -> bytes:
        """The next message; nothing if the other end is gone."""
        data = bytearray()
        while len(data) < _LENGTH.size or len(data) < _LENGTH.size + _LENGTH.unpack_from(data)[0]:
            chunk = await self._heard.receive_some(_CHUNK)
            if not chunk:
                return b""
            data += chunk
        return bytes(data[_LENGTH.size :])

    async def close(self) -> None:
        await self._said.aclose()
        await self._heard.aclose()


def reply_in(data: bytes) -> Reply:
    reply: Reply = msgspec.msgpack.decode(data, type=Done | Failed | Called)
    return reply


def command(core: int, bots: Bots) -> list[str]:
    """How to start a worker."""
    return [sys.executable, "-P", "-m", "tournaments.worker", str(os.getpid()), str(core), bots]


def main(runner: int, core: int, bots: Bots) -> None:
    """Serve until stdin ends."""
    die_with(runner)
    if core != ANY_CORE:
        os.sched_setaffinity(0, {core})
    said = os.dup(1)  # open to the very end: a runner that finds it closed finds how this process ended, too
    os.dup2(2, 1)  # nothing but replies goes to the runner
    trio.run(_serve, bots, said)


async def _serve(bots: Bots, said: int) -> None:
    pipe = Pipe(0, said)
    async with open_referee(bots) as referee:
        while data := await pipe.receive():
            asked = _read(data)
            try:
                reply = await (_play(referee, asked) if isinstance(asked, Job) else _call(referee, asked))
            except ArenaFailure as failure:
                reply = Failed(str(failure))
            await pipe.send(reply)


async def _play(referee: Referee, job: Job) -> Reply:
    played = await referee.play(job.fixture, job.manifests, capsules=job.capsules)
    record = played.record
    return Done(record.result, record.faults_by_seat(), packed(dump(record)), played.unkept)


async def _call(referee: Referee, roll: Roll) -> Reply:
    """Greet all, some at once: whoever takes its time to start is not to keep the others waiting."""
    absences: dict[int, Absence | None] = {}
    some = trio.CapacityLimiter(AT_ONCE)

    async def greet(place: int, manifest: Manifest) -> None:
        async with some:
            try:
                absences[place] = await referee.greet(manifest, roll.start)
            except ArenaFailure as failure:
                absences[place] = Absence(f"the arena failed: {failure}")

    async with trio.open_nursery() as nursery:
        for place, manifest in enumerate(roll.manifests):
            nursery.start_soon(greet, place, manifest)
    return Called(tuple(absences[place] for place in range(len(roll.manifests))))


def die_with(runner: int) -> None:
    """A runner that is killed takes its workers along, and these their bots."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != runner:  # it was killed before we could ask for that
        sys.exit()


def _read(data: bytes) -> Job | Roll:
    asked: Job | Roll = msgspec.msgpack.decode(data, type=Job | Roll, dec_hook=lambda kind, value: kind(value))
    return asked


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Bots(sys.argv[3]))
