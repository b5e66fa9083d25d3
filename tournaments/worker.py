"""A process that plays fixtures one after another, pinned to one core together with its bots.

The runner has one of these for each core: a round trip within a core costs a tenth of one across two. It is told what
to play on its stdin and answers on its stdout, both as msgpack with the length in front. It ends when its stdin does.
"""

import ctypes
import os
import signal
import struct
import sys
from pathlib import Path
from typing import BinaryIO, TypeAlias

import msgspec
import trio
from msgspec import Struct

from arena.fixture import Fixture
from arena.manifest import Manifest
from arena.player import ArenaFailure
from arena.record import dump
from arena.referee import Bots, open_referee

LENGTH = struct.Struct(">I")
ANY_CORE = -1
_PR_SET_PDEATHSIG = 1


class Job(Struct, frozen=True, tag="job"):
    """A fixture to be played by these bots."""

    fixture: Fixture
    manifests: tuple[Manifest, ...]
    capsules: Path | None  # the folder for failures


class Done(Struct, frozen=True, tag="done"):
    """The record of a match that was played."""

    record: bytes


class Failed(Struct, frozen=True, tag="failed"):
    """The arena failed: the match does not count."""

    why: str


Reply: TypeAlias = Done | Failed


def packed(message: Job | Reply) -> bytes:
    """A message as it goes over the pipe."""
    data = msgspec.msgpack.encode(message, enc_hook=str)
    return LENGTH.pack(len(data)) + data


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
    jobs, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing but replies goes to the runner
    trio.run(_serve, bots, jobs, replies)


async def _serve(bots: Bots, jobs: BinaryIO, replies: BinaryIO) -> None:
    async with open_referee(bots) as referee:
        while job := await trio.to_thread.run_sync(_next_job, jobs):
            try:
                played = await referee.play(job.fixture, job.manifests, capsules=job.capsules)
                reply: Reply = Done(dump(played.record))
            except ArenaFailure as failure:
                reply = Failed(str(failure))
            replies.write(packed(reply))
            replies.flush()


def die_with(runner: int) -> None:
    """A runner that is killed takes its workers along, and these their bots."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != runner:  # it was killed before we could ask for that
        sys.exit()


def _next_job(jobs: BinaryIO) -> Job | None:
    header = jobs.read(LENGTH.size)
    if len(header) < LENGTH.size:
        return None
    return msgspec.msgpack.decode(
        jobs.read(LENGTH.unpack(header)[0]), type=Job, dec_hook=lambda kind, value: kind(value)
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Bots(sys.argv[3]))
