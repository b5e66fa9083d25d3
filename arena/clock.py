"""A clock that knows whom to blame.

A decision takes wall time. Part of it the machine took from the bot: its thread was ready and waited for a core
(`wait`), or its answer lay in the pipe while our own loop was late (`lag`). The bot is charged the rest, and never less
than the processor time that it used, so that nobody can make waiting out of hogging:

    charged = max(wall - wait - lag, cpu), at most wall

The kernel tells all of it: the CPU clock of the process, `schedstat` of its threads, and the time of the last write to
the bot's stdout, which is a FIFO and not an anonymous pipe for just this reason. We believe that last one only as far
as our own loop was seen to be late.
"""

import os
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import trio
from msgspec import Struct

BEAT = 0.005  # seconds
BREATH = 0.001  # seconds for which matches may go on without waiting
UNEXPLAINED = 20e-6  # seconds of a decision, neither used nor waited: switching to the bot and back takes a few
RESTLESS, BUSY = 0.1, 0.5  # of the others' time, and seconds of CPU time beyond that: what a bot may use in it
# What every decision calls several times. trio's clock is the same one as `now` behind three calls.
now, _cpu_clock, _pread = time.perf_counter, time.clock_gettime_ns, os.pread
_NICE, _POLICY = 16, 38  # fields of /proc/.../stat, counted from the one after the name
_COARSE = time.clock_getres(5)  # CLOCK_REALTIME_COARSE, which stamps the FIFO: a jiffy


class Times(Struct, frozen=True, array_like=True, gc=False):
    """One decision, in seconds."""

    wall: float
    cpu: float
    wait: float
    lag: float

    @property
    def charged(self) -> float:
        return min(max(self.wall - self.wait - self.lag, self.cpu), self.wall)


class Use(Struct, frozen=True, array_like=True):
    """What a bot has used in one match, in whole microseconds and bytes."""

    decisions: int
    wall: int
    cpu: int  # in its own decisions
    wait: int
    slowest: int  # what it was charged for the decision that took longest
    idle: int = 0  # CPU time while others were to move
    memory: int = 0  # the most that its process has held since it was started; 0 when that is not known
    log: int = 0  # written to stderr


class Metronome:
    """One task per arena process that beats every few milliseconds. It sees how late our loop is, and it wakes whoever
    waits past a deadline: one task for all matches costs less than a cancel scope for each request."""

    def __init__(self) -> None:
        self._due = now() + BEAT
        self._late = 0.0
        self.breath = 0.0  # when somebody breathed last
        self._alarms: dict[object, tuple[float, Callable[[], None]]] = {}
        self.players = set[object]()  # who is in a match

    async def run(self) -> None:
        while True:
            await trio.sleep(max(0.0, self._due - now()))
            beat = now()
            self._late += max(0.0, beat - self._due)
            self._due = beat + BEAT
            for deadline, wake in list(self._alarms.values()):
                if beat >= deadline:
                    wake()

    async def breathe(self) -> None:
        """A checkpoint for matches that find their answers without waiting: when there was no `breath` for `BREATH`,
        other tasks should have their turns."""
        await trio.lowlevel.checkpoint()
        self.breath = now()

    def is_quiet(self, seats: int) -> bool:
        """Whether no more than one match of so many seats is being played."""
        return len(self.players) <= seats

    def late(self, when: float) -> float:
        """How late our loop has been by then, in all, if there was no beat since; the difference of two readings is how
        late it was between them."""
        return self._late + max(0.0, when - self._due)

    def set_alarm(self, who: object, deadline: float, wake: Callable[[], None]) -> None:
        """Call `wake` at every beat after the deadline, until the alarm is set anew or cleared."""
        self._alarms[who] = (deadline, wake)

    def clear_alarm(self, who: object) -> None:
        self._alarms.pop(who, None)


class Reading(Struct, frozen=True, gc=False):
    """What a process had used at some moment, in nanoseconds."""

    cpu: int
    wait: int  # of its main thread
    threads: dict[int, int] | None = None  # wait of each thread by id, where there are several


class Meter:
    """What a process has used: its CPU time, and how long its threads were ready and waited for a core.

    Nearly every bot has one thread and is in time, so that is what is read at every decision. The threads of others are
    looked at when a decision begins, and everything else only when a bot would be called late.
    """

    def __init__(self, pid: int) -> None:
        self._folder = Path("/proc", str(pid), "task")
        self._pid = pid
        self._clock = (~pid << 3) | 2  # how Linux names the CPU clock of another process
        with ExitStack() as undo:
            self._schedstat, self._tasks = _open(self._folder.with_name("schedstat")), -1
            undo.callback(self.close)
            self._tasks = _open(self._folder)
            undo.pop_all()
        self.last = Reading(0, 0)  # what was read last
        self._alone = False  # whether it had no other threads until then
        self._since = self.last
        self._took: dict[int, int] = {}  # how long each thread was seen to wait since that reading

    def read(self) -> Reading:
        """What it has used by now; the last that is known when it has gone. The CPU clock is read first: if it still
        shows the same later on, the process has not run since, and has waited for nothing."""
        try:
            cpu = _cpu_clock(self._clock)
            main, waited, _ = _pread(self._schedstat, 64, 0).split()
        except (OSError, ValueError):
            return self.last
        self._alone = int(main) == cpu  # all that it has ever used, its main thread has
        self.last = Reading(cpu, int(waited))
        return self.last

    def begin(self) -> Reading:
        """The same at the beginning of a decision, with the threads of who has several."""
        try:
            if self._alone and _cpu_clock(self._clock) == self.last.cpu:
                return self.last
            reading = self.read()
            if self._alone or os.fstat(self._tasks).st_nlink == 3:  # the folder, its parent, and one thread
                return reading
            return Reading(reading.cpu, reading.wait, self._waits())
        except OSError:
            return self.last

    def times(self, wall: float, before: Reading) -> Times:
        """What a decision took that was in time."""
        after = self.read()
        wait = (after.wait - before.wait) / 1e9
        return Times(wall, (after.cpu - before.cpu) / 1e9, min(wall, wait), 0.0)

    def times_at_once(self, wall: float, before: Reading) -> Times:
        """The same by one look, for a bot that has no other threads: `schedstat` holds its CPU time, too. But that may
        be behind if the bot still runs, on another core; so if it leaves time unexplained, everything is read."""
        if not self._alone:
            return self.times(wall, before)
        try:
            main, waited, _ = _pread(self._schedstat, 64, 0).split()
        except (OSError, ValueError):
            return self.times(wall, before)
        after = Reading(int(main), int(waited))
        cpu, wait = (after.cpu - before.cpu) / 1e9, (after.wait - before.wait) / 1e9
        if wall - cpu - wait > UNEXPLAINED:
            return self.times(wall, before)
        self.last = after
        return Times(wall, cpu, min(wall, wait), 0.0)

    def machine_took(self, before: Reading) -> int:
        """How long the bot could not go on for want of a core, in nanoseconds: the waits of its threads, one after the
        other, also of those that we saw and that have ended.

        Nothing if it has children, whose waiting and hogging we do not see, nothing for a thread that has itself put
        behind others, and nothing for one that came and went before we looked: it took its count along.
        """
        if self._since is not before:
            self._since, self._took = before, {}
        waits = before.threads or {}
        with suppress(OSError, ValueError):
            if (self._folder / str(self._pid) / "children").read_bytes():
                return 0
            for thread, waited in self._waits().items():
                if self._is_ordinary(thread):
                    first = waits.get(thread, before.wait if thread == self._pid else 0)
                    self._took[thread] = waited - first
        return sum(self._took.values())

    def ready_at(self) -> int | None:
        """The CPU time at which a bot stands that is ready to run, and None for one that is not. If it stands there for
        long, it waits for a core; the kernel counts a wait only when it is over."""
        try:
            states = {self._stat(int(thread))[0] for thread in os.listdir(self._folder)}
            return time.clock_gettime_ns(self._clock) if b"R" in states else None
        except OSError:
            return None

    def peak_memory(self) -> int:
        """The most memory that the process has held, in bytes; 0 when it has gone."""
        with suppress(OSError):
            for line in self._folder.with_name("status").read_bytes().splitlines():
                if line.startswith(b"VmHWM:"):
                    return int(line.split()[1]) * 1024
        return 0

    def close(self) -> None:
        for fd in (self._schedstat, self._tasks):
            if fd >= 0:
                os.close(fd)

    def _waits(self) -> dict[int, int]:
        waits = {}
        for thread in os.listdir(self._folder):
            with suppress(OSError):  # it has just ended
                waits[int(thread)] = int((self._folder / thread / "schedstat").read_bytes().split()[1])
        return waits

    def _is_ordinary(self, thread: int) -> bool:
        """Whether a thread has not put itself behind us: by its priority, which it inherits from us, or its policy."""
        fields = self._stat(thread)
        return int(fields[_NICE]) <= os.getpriority(os.PRIO_PROCESS, 0) and int(fields[_POLICY]) == os.SCHED_OTHER

    def _stat(self, thread: int) -> list[bytes]:
        """What the kernel tells of a thread, from its state on."""
        return (self._folder / str(thread) / "stat").read_bytes().rpartition(b") ")[2].split()


class Rest:
    """Whether a bot rests while others are to move, within one match.

    It may use a tenth of that time, for a collector of garbage or a compiler in the background. What it uses beyond
    is put on an account, which shrinks while it rests. What it does before its first decision is its own affair.
    """

    def __init__(self) -> None:
        self.used = 0  # nanoseconds of CPU time between its decisions
        self._account = 0.0
        self._end = 0.0  # of its last decision
        self._cpu = 0  # what it had used by then

    def decided(self, start: float, before: Reading, end: float, after: Reading) -> bool:
        """Note a decision; whether too much was used before it."""
        used = before.cpu - self._cpu
        if (used or self._account) and self._end:
            self.used += used
            self._account = max(0.0, self._account + used / 1e9 - RESTLESS * (start - self._end))
        self._end, self._cpu = end, after.cpu
        return self._account > BUSY

    def settle(self) -> None:
        """It has paid for what it used."""
        self._account = 0.0


def _open(path: Path) -> int:
    """A file of the kernel's about a process; -1 if the process has gone already."""
    try:
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, ProcessLookupError):
        return -1


def since_written(fd: int) -> float:
    """How long ago the last bytes were written into a FIFO, at least. Its `ctime` is the kernel's own; its `mtime` a
    bot could set back."""
    return max(0.0, time.time() - os.fstat(fd).st_ctime - _COARSE)
