"""A clock that knows whom to blame.

A decision takes wall time. Part of it the machine took from the bot: its thread was ready and waited for a core
(`wait`), or its answer lay in the pipe while our own loop was late (`lag`). The bot is charged the rest, and never less
than the processor time that it used, so that nobody can make waiting out of hogging:

    charged = max(wall - wait - lag, cpu), at most wall

The kernel tells all of it: the CPU clock of the process, `schedstat` of its main thread, and the time of the last write
to the bot's stdout, which is a FIFO and not an anonymous pipe for just this reason. That last one a bot could forge, so
we believe it only as far as our own loop was seen to be late.
"""

import os
import time
from collections.abc import Callable

import trio
from msgspec import Struct

BEAT = 0.005  # seconds
_COARSE = time.clock_getres(5)  # CLOCK_REALTIME_COARSE, which stamps the FIFO: a jiffy


class Times(Struct, frozen=True, array_like=True):
    """One decision, in seconds."""

    wall: float
    cpu: float
    wait: float
    lag: float

    @property
    def charged(self) -> float:
        return min(max(self.wall - self.wait - self.lag, self.cpu), self.wall)


class Metronome:
    """One task per arena process that beats every few milliseconds. It sees how late our loop is, and it wakes whoever
    waits past a deadline: one task for all matches costs less than a cancel scope for each request."""

    def __init__(self) -> None:
        self._due = trio.current_time() + BEAT
        self._late = 0.0
        self._alarms: dict[object, tuple[float, Callable[[], None]]] = {}

    async def run(self) -> None:
        while True:
            await trio.sleep_until(self._due)
            now = trio.current_time()
            self._late += now - self._due
            self._due = now + BEAT
            for deadline, wake in list(self._alarms.values()):
                if now >= deadline:
                    wake()

    def late(self) -> float:
        """How late our loop has been so far, in all; the difference of two readings is how late it was between them."""
        return self._late + max(0.0, trio.current_time() - self._due)

    def set_alarm(self, who: object, deadline: float, wake: Callable[[], None]) -> None:
        """Call `wake` at every beat after the deadline, until the alarm is set anew or cleared."""
        self._alarms[who] = (deadline, wake)

    def clear_alarm(self, who: object) -> None:
        self._alarms.pop(who, None)


class Meter:
    """What a process has used: its CPU time, and how long its main thread was ready and waited for a core."""

    def __init__(self, pid: int) -> None:
        self._clock = (~pid << 3) | 2  # how Linux names the CPU clock of another process
        self._schedstat = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)
        self._last = (0, 0)

    def read(self) -> tuple[int, int]:
        """Nanoseconds of CPU and of waiting since the process began; the last known ones when it has gone."""
        try:
            self._last = (time.clock_gettime_ns(self._clock), int(os.pread(self._schedstat, 64, 0).split()[1]))
        except (OSError, IndexError):
            return self._last
        return self._last

    def close(self) -> None:
        os.close(self._schedstat)


def since_written(fd: int) -> float:
    """How long ago the last bytes were written into the FIFO that we read from, at least."""
    return max(0.0, time.time() - os.fstat(fd).st_mtime - _COARSE)
