"""An arena that runs out of something: nobody is blamed for it, and nothing is left. Row R19."""

import errno
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
import trio.lowlevel
from msgspec.structs import replace

from arena.isolation import users
from arena.isolation.levels import Isolation
from arena.manifest import Manifest
from arena.player import ArenaFailure
from arena.record import Record
from tests.isolation.jails import why_not
from tests.isolation.stage import BUDGET
from tests.matches import RANDOM, bury, children, fixture, open_files, play, ticking

EACH = [Isolation.LIMITS]
EACH += [] if why_not() else [Isolation.JAIL]
each_level = pytest.mark.parametrize("level", EACH)


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before, files = children(), open_files()
    yield
    left = children() - before
    bury(left)
    assert left == set()
    assert open_files() <= files
    assert os.listdir(tmp_path) == []
    assert users._taken == set()


@contextmanager
def so_many_more_files(number: int) -> Iterator[None]:
    """We can open so many files, and then no more."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = [os.dup(0) for _ in range(number)]
    for fd in free:
        os.close(fd)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free[-1] + 1, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


async def attempt(bots: list[Manifest], more: int) -> Record | None:
    """The record of a match, if it could be played."""
    async with ticking() as metronome:
        await trio.lowlevel.checkpoint()
        with so_many_more_files(more), trio.fail_after(60):
            record = None
            try:
                record = await play(bots, fixture(bots, budget=BUDGET), metronome)
            except* ArenaFailure:
                pass
    return record


@each_level
async def test_an_arena_without_files_to_open_blames_nobody_and_leaves_nothing(level: Isolation) -> None:
    """At whatever file it runs out. It needs three itself, to clear away a folder in a folder."""
    bots = [replace(RANDOM, isolation=level)] * 2
    records = [await attempt(bots, more) for more in range(3, 36, 2)]
    assert records[0] is None
    assert all(list(record.faults()) == [] for record in records if record)
    assert records[-1]


@each_level
@pytest.mark.parametrize("what", ["tempfile.mkdtemp", "os.mkfifo", "subprocess.Popen"])
async def test_an_arena_without_room_on_its_disk_blames_nobody_and_leaves_nothing(
    level: Isolation, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or without room for another process."""
    number = errno.EAGAIN if what == "subprocess.Popen" else errno.ENOSPC

    def fail(*_: object, **__: object) -> subprocess.Popen[bytes]:
        raise OSError(number, os.strerror(number))

    bots = [replace(RANDOM, isolation=level)] * 2
    async with ticking() as metronome:
        with monkeypatch.context() as patch:
            patch.setattr(what, fail)
            with pytest.raises(ArenaFailure, match=os.strerror(number)):
                await play(bots, fixture(bots), metronome)
