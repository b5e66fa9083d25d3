"""A process that plays fixtures one after another, pinned to one core together with its bots.

The runner has one of these for each core: a round trip within a core costs a tenth of one across two. It is told what
to play on its stdin and answers on its stdout, both as msgpack with the length in front. It ends when its stdin does.
Whatever can be done here is done here: the runner is one for all workers.
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
from arena.referee import Bots, open_referee
from results.packing import Packed, packed

ANY_CORE = -1
_LENGTH = struct.Struct(">I")
_CHUNK = 1 << 16
_PR_SET_PDEATHSIG = 1


class Job(Struct, frozen=True, tag="job"):
    """A fixture to be played by these bots."""

    fixture: Fixture
    manifests: tuple[Manifest, ...]
    capsules: tuple[Path | None, ...]  # by seat, the folder for a failure


class Done(Struct, frozen=True, tag="done"):
    """A match that was played."""

    result: Result
    faults: tuple[tuple[str, ...], ...]  # by seat
    record: Packed
    unkept: str = ""  # why what there is of a failure could not be kept


class Failed(Struct, frozen=True, tag="failed"):
    """The arena failed: the match does not count."""

    why: str


Reply: TypeAlias = Done | Failed


class Pipe:
    """One end of what runner and worker say to each other. They take turns, so whoever listens finds one message."""

    def __init__(self, heard: int, said: int) -> None:
        self._heard = trio.lowlevel.FdStream(os.dup(heard))
        self._said = trio.lowlevel.FdStream(os.dup(said))

    async def send(self, message: Job | Reply) -> None:
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
    reply: Reply = msgspec.msgpack.decode(data, type=Done | Failed)
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
            job = _job_in(data)
            try:
                played = await referee.play(job.fixture, job.manifests, capsules=job.capsules)
                record = played.record
                reply: Reply = Done(record.result, record.faults_by_seat(), packed(dump(record)), played.unkept)
            except ArenaFailure as failure:
                reply = Failed(str(failure))
            await pipe.send(reply)


def die_with(runner: int) -> None:
    """A runner that is killed takes its workers along, and these their bots."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != runner:  # it was killed before we could ask for that
        sys.exit()


def _job_in(data: bytes) -> Job:
    return msgspec.msgpack.decode(data, type=Job, dec_hook=lambda kind, value: kind(value))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Bots(sys.argv[3]))
