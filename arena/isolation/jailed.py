"""A bot that runs in a jail: started, found, ended, and nothing left of it.

    we -- bwrap -- the jail's first process -- the gate, which becomes the bot -- whatever the bot starts

The gate waits for a line from us, which comes when the jail stands, is in its control group, and would die with bwrap,
who would die with us. Killing bwrap alone can leave a jail behind that is just being built, so the first process is
killed by name, too.
"""

import json
import os
import platform
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from typing import BinaryIO

import trio
from msgspec.structs import replace

from arena.isolation import cgroup, memory, seccomp, users
from arena.isolation.jail import Jail
from arena.isolation.kin import children

BUILDING = 10.0  # seconds
GRACE = 2.0  # seconds to die in
_LOOK = 0.0005  # seconds between two looks for the bot, which is there after a few of them
_BY_SIGNAL = 128  # bwrap ends with this and the number of the signal that ended the bot


class Jailed:
    """The child that `Program` wants: `pid` is bwrap's, who ends with the bot; `bot` is the bot itself."""

    def __init__(
        self, jail: Jail, argv: Sequence[str], ends: tuple[int, int, int], gate: int, environment: Mapping[str, str]
    ) -> None:
        """`gate` is our end of its stdin. OSError if the jail cannot be built."""
        self._above_limit = False
        self._first = self._first_fd = -1
        with ExitStack() as undo:
            self._jail = jail = replace(jail, user=users.take())
            undo.callback(users.give_back, jail.user)
            self._group = _group(jail)
            undo.callback(self._remove_group)
            with ExitStack() as passed:
                reports, report = map(passed.enter_context, _pipe())
                calls = passed.enter_context(_readable(seccomp.program(platform.machine())))
                self._bwrap = self._start(argv, ends, environment, (report.fileno(), calls.fileno()))
                report.close()
                self.pid = self._bwrap.pid
                undo.callback(self._kill_and_wait)
                self._watch_first(_first_in(reports))
            self.bot = self._find_bot()
            with suppress(OSError):  # if the machine runs out of memory, a bot is to go first
                memory.go_first(self.bot)
            if self._group:
                self._group.enter(self._first)
                self._group.enter(self.bot)
            os.write(gate, b"\n")
            self._undo = undo.pop_all()

    @property
    def ran_out_of_memory(self) -> bool:
        return self._above_limit or bool(self._group and self._group.ran_out_of_memory())

    def poll(self) -> int | None:
        return _status(self._bwrap.poll())

    def wait(self) -> int:
        return _status(self._bwrap.wait()) or 0

    async def watch(self, pidfd: int) -> None:
        """Return when bwrap has ended. Where nobody else does, look after the memory of the jail meanwhile."""
        if self._group:
            await trio.lowlevel.wait_readable(pidfd)
            return
        while True:
            with trio.move_on_after(memory.SAMPLE):
                await trio.lowlevel.wait_readable(pidfd)
                return
            if memory.is_above(self._first, self._jail.limits.jail_memory):
                self._above_limit = True
                self.kill()

    def kill(self) -> None:
        """End everything in the jail: the first process takes all others along."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._first_fd, signal.SIGKILL)

    async def close(self) -> None:
        """Bury the first process, which has become ours, and give back what it had."""
        with trio.move_on_after(GRACE):
            await trio.lowlevel.wait_readable(self._first_fd)
        await trio.to_thread.run_sync(self.end_at_once)

    def end_at_once(self) -> None:
        """End what still runs, and give everything back."""
        self._undo.close()

    def _start(
        self, argv: Sequence[str], ends: tuple[int, int, int], environment: Mapping[str, str], fds: tuple[int, int]
    ) -> "subprocess.Popen[bytes]":
        if self._jail.user is not None:
            for end in ends:
                os.fchown(end, self._jail.user, self._jail.user)  # so that it can open /dev/stderr
        return subprocess.Popen(
            self._jail.command(argv, fds),
            stdin=ends[0],
            stdout=ends[1],
            stderr=ends[2],
            cwd="/",
            env=self._jail.environment(environment),
            start_new_session=True,
            pass_fds=fds,
        )

    def _find_bot(self) -> int:
        """The gate, as soon as it is there; it waits for us."""
        end = time.monotonic() + BUILDING
        while time.monotonic() < end and not os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            found = children(self._first)
            if found:
                return found[0]
            time.sleep(_LOOK)
        raise OSError("bwrap ended, or takes too long")

    def _kill_and_wait(self) -> None:
        if self._first_fd < 0:  # bwrap did not tell it
            self._watch_first(next(iter(children(self.pid)), None))
        if self._bwrap.returncode is None:  # else its number may be somebody else's by now
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        self._bwrap.wait()
        if self._first_fd >= 0:
            self.kill()
            select.select([self._first_fd], [], [], GRACE)
            os.close(self._first_fd)
            with suppress(ChildProcessError):  # bwrap has buried it
                os.waitpid(self._first, os.WNOHANG)

    def _watch_first(self, pid: int | None) -> None:
        with suppress(ProcessLookupError):
            if pid is not None:
                self._first, self._first_fd = pid, os.pidfd_open(pid)

    def _remove_group(self) -> None:
        if self._group:
            self._group.remove()


def _group(jail: Jail) -> cgroup.Group | None:
    branch = cgroup.branch()
    return branch.make(jail.limits) if branch else None


def _first_in(reports: BinaryIO) -> int:
    """The first process of the jail, which bwrap tells as soon as it has made it."""
    told = b""
    end = time.monotonic() + BUILDING
    while b"}" not in told:
        ready, _, _ = select.select([reports], [], [], max(0.0, end - time.monotonic()))
        chunk = os.read(reports.fileno(), 4096) if ready else b""
        if not chunk:
            raise OSError("bwrap says nothing")
        told += chunk
    first: int = json.loads(told)["child-pid"]
    return first


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    ours, theirs = os.pipe()
    return os.fdopen(ours, "rb", buffering=0), os.fdopen(theirs, "wb", buffering=0)


def _readable(data: bytes) -> BinaryIO:
    """A file to read this from, and then no more. It is less than a pipe holds."""
    ours, theirs = _pipe()
    with theirs:
        theirs.write(data)
    return ours


def _status(code: int | None) -> int | None:
    """An exit status with signals as Python counts them."""
    if code is not None and code - _BY_SIGNAL in signal.valid_signals():
        return _BY_SIGNAL - code
    return code
