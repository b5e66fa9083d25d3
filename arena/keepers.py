"""Starting trusted Python bots by forking them from keepers: the arena's half of `arena.keeper`.

A keeper that cannot load its bot is not used: that bot is started by its command, and whatever is wrong with it shows
there, in its own log and on its own clock. Whatever fails once a keeper is ready is the arena's failure.
"""

import fcntl
import os
import socket
import sys
import termios
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TypeAlias

import msgpack
import trio

from arena.isolation.levels import Isolation
from arena.keeper import LARGEST, READY
from arena.manifest import Manifest
from arena.place import Place, environment
from arena.player import ArenaFailure
from arena.process import Process, Program, end_orphans

LOADING = 10.0  # seconds
FORKING = 5.0

Kind: TypeAlias = tuple[str, Path | None, Isolation]  # what one keeper can be used for


@asynccontextmanager
async def open_keepers() -> AsyncIterator["Keepers"]:
    """Keepers for whatever bots are started inside, ended at the end."""
    keepers = Keepers()
    try:
        yield keepers
    finally:
        await keepers.close()


class Keepers:
    """One keeper for each bot that can have one, started when it is first needed."""

    def __init__(self) -> None:
        self._keepers: dict[Kind, Keeper] = {}

    async def fork(self, manifest: Manifest) -> Program | None:
        """The bot, running; None if it has to be started by its command."""
        if manifest.entry is None or manifest.isolation not in (Isolation.NONE, Isolation.LIMITS):
            return None
        kind = (manifest.entry, manifest.folder, manifest.isolation)
        keeper = self._keepers.get(kind)
        if keeper is None or keeper.closed:
            keeper = self._keepers[kind] = Keeper(*kind)
        return await keeper.fork(manifest)

    async def close(self) -> None:
        async with trio.open_nursery() as nursery:
            for keeper in self._keepers.values():
                nursery.start_soon(keeper.close)


class Keeper:
    """A process that has loaded a bot, and forks it on request."""

    def __init__(self, entry: str, folder: Path | None, isolation: Isolation) -> None:
        self.closed = False
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setblocking(False)
        command = [sys.executable, "-P", "-m", "arena.keeper", str(theirs.fileno()), entry]
        command += [str(folder)] if folder else []
        with theirs:
            self._process = Process(command, folder=folder, isolation=isolation, pass_fds=[theirs.fileno()])
        self._lock = trio.Lock()  # one request at a time
        self._loaded: bool | None = None

    async def fork(self, manifest: Manifest) -> Program | None:
        """A fork of the bot; None if this keeper could not load it."""
        async with self._lock:
            if self._loaded is None:
                self._loaded = await self._load()
            return await self._fork(manifest) if self._loaded else None

    async def _load(self) -> bool:
        said = await self._hear(trio.move_on_after(LOADING))
        printed = fcntl.ioctl(self._process.stdout, termios.FIONREAD, b"\0\0\0\0") != b"\0\0\0\0"
        return said == READY and not printed  # started by its command, it would have printed into the protocol

    async def _fork(self, manifest: Manifest) -> Program:
        place = Place()
        with place.furnished() as ends:
            try:
                return Program(place, Fork(await self._ask(_request(manifest, place), ends)))
            except BaseException:
                await self.close()
                end_orphans(place.token)
                raise

    async def _ask(self, request: bytes, ends: tuple[int, int, int]) -> int:
        try:
            socket.send_fds(self._control, [request], ends)
        except OSError as error:
            raise self._failure(str(error)) from error
        said = await self._hear(trio.move_on_after(FORKING, shield=True))  # who asks for a bot has to take it
        if not said.isdigit():
            raise self._failure(said.decode() or "it has ended, or does not answer")
        return int(said)

    async def _hear(self, patience: trio.CancelScope) -> bytes:
        """What the keeper says; nothing when it has ended or says nothing in time."""
        with patience, suppress(ConnectionResetError):  # it has ended, with our request unread
            await trio.lowlevel.wait_readable(self._control)
            return self._control.recv(LARGEST)
        return b""

    def _failure(self, why: str) -> ArenaFailure:
        return ArenaFailure(f"a keeper failed: {why}\n{self._process.last_words()}".rstrip())

    async def close(self) -> None:
        if not self.closed:
            self.closed = True
            self._control.close()
            await self._process.close()


class Fork:
    """A process that a keeper forked and we adopted."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._status: int | None = None

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        if self._status is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = os.waitstatus_to_exitcode(status) if ended else None
        return self._status

    def wait(self) -> int:
        """How it ended, once it has."""
        if self._status is None:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status


def _request(manifest: Manifest, place: Place) -> bytes:
    request = {
        "arena": os.getpid(),
        "name": manifest.name,
        "version": manifest.version or "1",
        "author": manifest.author or None,
        "folder": str(manifest.folder or place.scratch),
        "environment": environment(place.home, place.token),
    }
    packed: bytes = msgpack.packb(request)
    return packed
