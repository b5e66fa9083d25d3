"""A bot's program as a process of ours: started, spoken to, and ended with everything that it left behind.

Traps that shaped this file: a parent-death signal is tied to the thread that started the process, so we start it on the
trio thread; `preexec_fn` would fork a large arena, so limits are set by the command in front of the bot's; killing a
process group misses who left it, so orphans fall to us (we are their subreaper) and are ended by the token that they
inherited.
"""

import ctypes
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Protocol

import trio

from arena.clock import Meter
from arena.errors import UserError

TOKEN = "ARENA_TOKEN"  # names a process and all that it starts, in their environment
GRACE = 2.0  # seconds to die in
SWEEPS = 100  # an orphan may start another while it is being ended
LOG_SHOWN = 4096  # bytes of a log's head and of its tail

_PR_SET_CHILD_SUBREAPER = 36
_running: set[int] = set()  # the programs that we started and that are not closed


class Isolation(StrEnum):
    """How far a bot is kept from everything else."""

    NONE = "none"  # our own bots
    LIMITS = "limits"  # bounded memory, files and processor time; no new privileges; dies with the arena


class Limits:
    """What a bot may use at the level `limits`, as `prlimit` wants it."""

    MEMORY = 1 << 30
    ADDRESSES = 8 << 30
    CPU = 600
    FILE = 16 << 20
    FILES = 128


def fence(isolation: Isolation) -> list[str]:
    """The command that goes in front of the bot's own, to set its limits."""
    if isolation is Isolation.NONE:
        return []
    missing = [tool for tool in ("setpriv", "prlimit") if shutil.which(tool) is None]
    if missing:
        raise UserError(f"isolation 'limits' needs {' and '.join(missing)} (Debian: util-linux), or choose 'none'")
    return [
        *("setpriv", "--no-new-privs", "--pdeathsig", "KILL", "--"),
        *("prlimit", f"--data={Limits.MEMORY}", f"--as={Limits.ADDRESSES}", f"--cpu={Limits.CPU}:{Limits.CPU + 1}"),
        *(f"--fsize={Limits.FILE}", f"--nofile={Limits.FILES}", "--core=0", "--memlock=65536", "--rtprio=0", "--"),
    ]


class Place:
    """Where a program is to run: a scratch folder with its log, a token, and both ends of its pipes."""

    def __init__(self) -> None:
        self.token = secrets.token_hex(8)
        self.scratch = Path(tempfile.mkdtemp(prefix="arena-bot-"))
        self.home = self.scratch / "home"
        self.log = self.scratch / "stderr"
        self.stdin = self.stdout = self.log_fd = -1  # our ends

    @contextmanager
    def furnished(self) -> Iterator[tuple[int, int, int]]:
        """The program's ends, for as long as it takes to start it: stdin, stdout, stderr. If it cannot be started,
        nothing is left of the place."""
        with ExitStack() as theirs, ExitStack() as ours:
            ours.callback(remove_folder, self.scratch)
            self.home.mkdir()
            stdin, self.stdin = os.pipe()
            theirs.callback(os.close, stdin)
            ours.callback(os.close, self.stdin)
            os.set_blocking(self.stdin, False)
            self.stdout, stdout = _fifo(self.scratch / "stdout")
            theirs.callback(os.close, stdout)
            ours.callback(os.close, self.stdout)
            stderr = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            theirs.callback(os.close, stderr)
            self.log_fd = os.open(self.log, os.O_RDONLY | os.O_CLOEXEC)
            ours.callback(os.close, self.log_fd)
            yield stdin, stdout, stderr
            ours.pop_all()


class Child(Protocol):
    """A process of which we are the parent, and how it ended: None while it runs, negative for a signal."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self) -> int: ...


class Program:
    """A running program: its ends of the pipes are ours, not blocking, and closed with it."""

    def __init__(self, place: Place, child: Child) -> None:
        self.token, self.scratch, self.log = place.token, place.scratch, place.log
        self.stdin, self.stdout = place.stdin, place.stdout
        self.pid = child.pid
        self._child = child
        self._log_fd = place.log_fd
        with ExitStack() as undo:
            undo.callback(child.wait)
            undo.callback(kill_group, self.pid)
            self.pidfd = os.pidfd_open(self.pid)
            undo.callback(os.close, self.pidfd)
            self.meter = Meter(self.pid)
            undo.pop_all()
        _running.add(self.pid)

    async def gone(self) -> None:
        """Return when the program has ended."""
        await trio.lowlevel.wait_readable(self.pidfd)

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
            kill_group(self.pid)
            with trio.move_on_after(GRACE):
                await self.gone()
            self._child.poll()
            _running.discard(self.pid)
            end_orphans(self.token)
            self.close_stdin()
            for fd in (self.stdout, self.pidfd):
                trio.lowlevel.notify_closing(fd)
                os.close(fd)
            os.close(self._log_fd)
            self.meter.close()
            await trio.to_thread.run_sync(remove_folder, self.scratch)

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
        pass_fds: Sequence[int] = (),
    ) -> None:
        adopt_orphans()
        place = Place()
        with place.furnished() as (stdin, stdout, stderr):
            child = subprocess.Popen(
                [*fence(isolation), *argv],
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=folder or place.scratch,
                env=environment(place.home, place.token),
                start_new_session=True,
                pass_fds=pass_fds,
            )
            super().__init__(place, child)


def environment(home: Path, token: str) -> Mapping[str, str]:
    """The environment of a bot: nothing of ours but where programs are found."""
    return {
        "PATH": search_path(),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONUNBUFFERED": "1",
        "OMP_NUM_THREADS": "1",
        TOKEN: token,
    }


def search_path() -> str:
    """Where a bot's program is looked for: first beside the Python that runs us, which has the SDK."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def read_log(fd: int) -> str:
    """A log's head and tail. By its descriptor, because the bot may have put anything in the place of the file."""
    size = os.fstat(fd).st_size
    head = os.pread(fd, LOG_SHOWN, 0)
    tail = os.pread(fd, LOG_SHOWN, max(LOG_SHOWN, size - LOG_SHOWN))
    left_out = size - len(head) - len(tail)
    cut = f"\n... {left_out} bytes left out ...\n" if left_out > 0 else ""
    return head.decode("utf-8", "replace") + cut + tail.decode("utf-8", "replace")


def remove_folder(folder: Path) -> None:
    """Remove a folder and whatever a bot made in it."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # nested deeper than Python goes
        subprocess.run(["rm", "-rf", "--", folder], check=False)


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
    strangers = [pid for pid in _children() if pid not in _running]
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


def _children() -> list[int]:
    found: list[int] = []
    for thread in os.listdir("/proc/self/task"):
        try:
            found += map(int, Path("/proc/self/task", thread, "children").read_text().split())
        except OSError:
            continue  # that thread has ended, and another has its children
    return found


def _environ(pid: int) -> list[bytes]:
    try:
        return Path("/proc", str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return []


def _fifo(path: Path) -> tuple[int, int]:
    """Both ends of a FIFO that nobody else can open: the kernel keeps the time of its last write, unlike a pipe's."""
    os.mkfifo(path, 0o600)
    ours = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    theirs = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    path.unlink()
    return ours, theirs


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return
