"""A bot's program as a process of ours: started, spoken to, and ended with everything that it left behind.

Traps that shaped this file: a parent-death signal is tied to the thread that started the process, so we start it on the
trio thread; `preexec_fn` would fork a large arena, so limits are set by the command in front of the bot's; killing a
process group misses who left it, so orphans fall to us (we are their subreaper) and are ended by the token that they
inherited.
"""

import ctypes
import errno
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Protocol

import trio

from arena.clock import Meter
from arena.isolation.jail import Jail
from arena.isolation.jailed import Jailed
from arena.isolation.kin import children
from arena.isolation.leftovers import TOKEN, remove_folder
from arena.isolation.levels import Isolation
from arena.isolation.limits import LIMITS, Limits, fence
from arena.place import Place, environment, read_log
from arena.player import ArenaFailure

GRACE = 2.0  # seconds to die in
SWEEPS = 100  # an orphan may start another while it is being ended

_PR_SET_CHILD_SUBREAPER = 36
_running: set[int] = set()  # the programs that we started and that are not closed


class Child(Protocol):
    """A process of which we are the parent, and how it ended: None while it runs, negative for a signal."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self) -> int: ...


class Program:
    """A running program: its ends of the pipes are ours, not blocking, and closed with it."""

    def __init__(self, place: Place, child: Child, bot: int | None = None) -> None:
        self.token, self.scratch, self.log = place.token, place.scratch, place.log
        self.stdin, self.stdout = place.stdin, place.stdout
        self.pid = child.pid  # leads the group, and ends when the program does
        self.bot = bot or child.pid  # the program itself
        self.log_kept_at: Path | None = None  # where its log is to be found when the program is closed
        self._child = child
        self._log_fd = place.log_fd
        with ExitStack() as undo:
            undo.callback(child.wait)
            undo.callback(kill_group, self.pid)
            self.pidfd = os.pidfd_open(self.pid)
            undo.callback(os.close, self.pidfd)
            self.meter = Meter(self.bot)
            undo.pop_all()
        _running.add(self.pid)

    async def gone(self) -> None:
        """Return when the program has ended."""
        await trio.lowlevel.wait_readable(self.pidfd)

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether it was ended for using more memory than it may."""
        return False

    def kill(self) -> None:
        """End it, and whoever is still in its group."""
        kill_group(self.pid)

    @property
    def status(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._child.poll()

    def close_stdin(self) -> None:
        """Nothing more will be written to it."""
        if self.stdin >= 0:
            trio.lowlevel.notify_closing(self.stdin)
            os.close(self.stdin)
            self.stdin = -1

    async def close(self) -> None:
        """End it and all that it started, and leave nothing: no process, no open file, no folder."""
        with trio.CancelScope(shield=True):
            self.kill()
            with trio.move_on_after(GRACE):
                await self.gone()
            self._child.poll()
            _running.discard(self.pid)
            end_orphans(self.token)
            self.close_stdin()
            for fd in (self.stdout, self.pidfd):
                trio.lowlevel.notify_closing(fd)
                os.close(fd)
            self.meter.close()
            await trio.to_thread.run_sync(remove_folder, self.scratch)
            try:  # last, because whoever wants the log may have no room for it
                if self.log_kept_at:
                    self.log_kept_at.write_bytes(os.pread(self._log_fd, self.log_size, 0))
            finally:
                os.close(self._log_fd)

    @property
    def log_size(self) -> int:
        """How much it has written to stderr, in bytes."""
        return os.fstat(self._log_fd).st_size

    def last_words(self) -> str:
        """What the program wrote to stderr: all of it, or head and tail."""
        return read_log(self._log_fd)


class Process(Program):
    """A program that is started by its command."""

    def __init__(
        self,
        argv: Sequence[str],
        *,
        folder: Path | None = None,
        isolation: Isolation = Isolation.LIMITS,
        limits: Limits = LIMITS,
        runtime: Sequence[Path] = (),  # what its language needs to be seen in a jail
        pass_fds: Sequence[int] = (),
    ) -> None:
        adopt_orphans()
        place = Place()
        self._jailed: Jailed | None = None
        with place.furnished() as ends:
            if isolation is Isolation.JAIL:
                jail = Jail(folder=folder, runtime=tuple(runtime), limits=limits)
                self._jailed = jailed = _jailed(jail, argv, ends, place)
                with ExitStack() as undo:
                    undo.callback(jailed.end_at_once)
                    super().__init__(place, jailed, jailed.bot)
                    undo.pop_all()
                return
            child = subprocess.Popen(
                [*(fence(limits) if isolation is Isolation.LIMITS else ()), *argv],
                stdin=ends[0],
                stdout=ends[1],
                stderr=ends[2],
                cwd=folder or place.scratch,
                env=environment(place.home, place.token),
                start_new_session=True,
                pass_fds=pass_fds,
            )
            super().__init__(place, child)

    async def gone(self) -> None:
        if self._jailed:
            await self._jailed.watch(self.pidfd)
        else:
            await super().gone()

    @property
    def ran_out_of_memory(self) -> bool:
        return self._jailed is not None and self._jailed.ran_out_of_memory

    def kill(self) -> None:
        super().kill()
        if self._jailed:
            self._jailed.kill()

    async def close(self) -> None:
        try:
            await super().close()
        finally:
            if self._jailed:
                with trio.CancelScope(shield=True):
                    await self._jailed.close()


def _jailed(jail: Jail, argv: Sequence[str], ends: tuple[int, int, int], place: Place) -> Jailed:
    """A bot in a jail. A program that is not there is the bot's fault; whatever else goes wrong is ours."""
    outside = environment(place.home, place.token)
    if not jail.sees(argv[0], outside):
        raise FileNotFoundError(errno.ENOENT, "there is no such program in the jail")
    try:
        return Jailed(jail, argv, ends, place.stdin, outside)
    except OSError as error:
        raise ArenaFailure(f"a jail could not be built: {error}\n{read_log(place.log_fd)}".rstrip()) from error


def kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        _kill(pid)


@cache
def adopt_orphans() -> None:
    """Make this process the parent of whatever its bots leave behind (Linux)."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def orphans(token: str) -> list[int]:
    """Who was left behind: children of ours that we did not start. They carry the token; or they have thrown it away,
    sit in a session that is not ours, and no program runs whose they could be. Children of orphans become ours as soon
    as their parent is gone."""
    mark = f"{TOKEN}={token}".encode()
    strangers = [pid for pid in children(os.getpid()) if pid not in _running]
    return [pid for pid in strangers if mark in _environ(pid) or (not _running and _is_elsewhere(pid))]


def _is_elsewhere(pid: int) -> bool:
    """Whether a process has a session of its own and no token."""
    try:
        mine = os.getsid(pid) == os.getsid(0)
    except ProcessLookupError:
        return False
    return not mine and not any(entry.startswith(TOKEN.encode()) for entry in _environ(pid))


def end_orphans(token: str) -> None:
    """End whoever left a program's group, until nobody is left who could start another."""
    for _ in range(SWEEPS):
        left = orphans(token)
        if not left:
            return
        for pid in left:
            _kill(pid)
            os.waitpid(pid, 0)


def _environ(pid: int) -> list[bytes]:
    try:
        return Path("/proc", str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
