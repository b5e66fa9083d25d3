"""Our end of a bot under test, byte by byte: how we write is up to the step, and what comes back is judged at once.

The rule of this file: whatever the bot does wrong is raised as a `Flaw`, with the bytes that show it.
"""

import os
import signal
from array import array
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from fcntl import ioctl
from pathlib import Path
from termios import FIONREAD

import trio

from arena import __version__, conformance_cures
from arena.bot_process import CLOSED, ending
from arena.building import launch
from arena.clock import Times
from arena.conformance_cures import ACT, READY
from arena.conformance_flaw import FAULTS, LIMITS, TALK, WIRE, Flaw
from arena.conformance_place import wrong_place
from arena.isolation.kin import descendants
from arena.manifest import Manifest
from arena.process import Process, orphans
from protocol import VERSION, Fault
from protocol.session import Session
from protocol.text import printable
from protocol.troubles import Garbled, OutOfTurn, Stale, Trouble
from protocol.words import Act, ArenaMessage, Ask, Bye, Hello, Ready, Start

READ = 65_536
LOOK = 0.05  # seconds between two looks whether the program still runs
MOSTLY = 0.5  # of the time: who used so much CPU time was computing
GLANCE, GLANCES = 0.0005, 100  # seconds between two looks whether it has read what we wrote, and how many
PATIENCE = 2.0  # seconds to end in when told to; for so long an answer that is too late is awaited, too


class Wire:
    """A conversation with one process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.session = Session()
        self.heard = b""  # since we last spoke
        self.sent = b""  # what we said last
        self.held = b""  # what was said and is to be written together with what comes next
        self.stale = 0  # late answers that came with their own turn
        self.spoken: set[type[ArenaMessage]] = set()  # the kinds of messages that we have sent
        self.started: set[int] = set()  # processes that the bot has started and that were seen

    def say(self, message: ArenaMessage) -> bytes:
        """The bytes of a message that is ours to say now. Whatever came before it was not asked for."""
        self.hush()
        data = self.session.send(message)
        self.sent, self.heard = data, b""
        self.spoken.add(type(message))
        return data

    async def taken(self) -> None:
        """Wait a moment until it has read what we wrote, so that the next message does not come in the same read. A bot
        that reads well would not mind; that is for the step about it to find out."""
        for _ in range(GLANCES):
            if not self.unread:
                return
            await trio.sleep(GLANCE)

    @property
    def unread(self) -> int:
        """Bytes that we wrote and that it has not read."""
        count = array("i", [0])
        ioctl(self.process.stdin, FIONREAD, count)
        return count[0]

    async def write(self, data: bytes) -> None:
        """Write, however long the bot takes to read."""
        with trio.move_on_after(10 * PATIENCE):
            while data:
                try:
                    data = data[os.write(self.process.stdin, data) :]
                except BrokenPipeError:
                    return  # reading will tell more
                except BlockingIOError:
                    await trio.lowlevel.wait_writable(self.process.stdin)
        if data:
            raise self.flaw("it does not read its input", "Read stdin all the time, also large messages.", WIRE)

    async def write_pieces(self, pieces: Iterable[bytes], pause: float) -> None:
        for piece in pieces:
            await self.write(piece)
            await trio.sleep(pause)

    async def greet(self, allowance: float) -> Ready:
        """Say hello, and hear ready."""
        await self.write(self.say(Hello(VERSION, __version__)))
        said, _ = await self.hear(allowance, READY)
        if not isinstance(said, Ready):
            raise self.flaw("it did not begin with `ready`", "Answer `hello` with `ready`.", TALK)
        return said

    async def hear(self, budget: float, what: str = ACT, grace: float = 0.0) -> tuple[Act | Ready, Times]:
        """The next answer and what it took. Time that the machine took from the bot does not count. An answer that
        comes when even the grace is over is awaited a little longer, because its author will want to know."""
        meter = self.process.meter
        before = meter.read()
        start = trio.current_time()
        up: Times | None = None  # when its time was
        while True:
            chunk = await self._read(LOOK)
            after = meter.read()
            wall = trio.current_time() - start
            times = Times(wall, (after.cpu - before.cpu) / 1e9, (after.wait - before.wait) / 1e9, 0.0)
            if chunk is not None and (said := self._judge(chunk)):
                if up:
                    raise self._late(what, wall, budget)
                return said, times
            if chunk == b"" or (chunk is None and self.process.status is not None):
                raise await self._gone()
            up = up or (times if times.charged > budget + grace else None)
            if up and wall > up.wall + PATIENCE:
                raise self._silent(what, times, budget)

    async def quiet(self, seconds: float) -> None:
        """Listen, and hear nothing: it was not asked."""
        deadline = trio.current_time() + seconds
        while (left := deadline - trio.current_time()) > 0:
            chunk = await self._read(left)
            if chunk:
                self._unasked(chunk)
            elif chunk == b"":
                return

    def hush(self) -> None:
        """What the bot has said unasked by now is its flaw, unless it is a late answer."""
        try:
            chunk = os.read(self.process.stdout, READ)
        except BlockingIOError:
            return
        if chunk:
            self._unasked(chunk)

    async def end(self, how: str) -> int:
        """Wait until the program has ended by itself; its exit status, negative for a signal."""
        with trio.move_on_after(PATIENCE):
            await self.process.gone()
        if self.process.status is None:
            raise self.flaw(
                f"it still runs {PATIENCE:g} s after {how}",
                "End the program then, with all its threads: the arena has to kill it otherwise.",
                WIRE,
            )
        return self.process.status

    async def bye(self) -> int:
        self.look()  # it may be gone as soon as we have spoken
        await self.taken()
        await self.write(self.say(Bye()))
        self.close_stdin()
        try:
            return await self.end("`bye` and the end of its input")
        except Flaw as flaw:
            flaw.about = ("eof", "bye")  # whoever does not mind the end of its input minds this one no more
            raise

    def close_stdin(self) -> None:
        """The bot reads the end of its input; the number stays ours until the process is closed."""
        self.look()
        nothing = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        os.dup2(nothing, self.process.stdin, inheritable=False)
        os.close(nothing)

    def terminate(self) -> None:
        self.look()
        os.kill(self.process.bot, signal.SIGTERM)

    def look(self) -> None:
        """Note which processes the bot has started, while it can still be seen that they are its own."""
        self.started |= descendants(self.process.bot)

    def flaw(self, what: str, do: str, section: str) -> Flaw:
        """A flaw with all that was said last."""
        return Flaw(what, do, section, heard=self.heard, sent=self.sent, log=self.process.last_words())

    async def _read(self, seconds: float) -> bytes | None:
        """What there is to read within this time; nothing at the end, None if nothing came."""
        with trio.move_on_after(seconds):
            await trio.lowlevel.wait_readable(self.process.stdout)
        try:
            return os.read(self.process.stdout, READ)
        except BlockingIOError:
            return None

    def _judge(self, chunk: bytes) -> Act | Ready | None:
        self.heard += chunk
        said: Act | Ready | None = None
        for heard in self.session.receive(chunk):
            match heard:
                case Stale():
                    self.stale += 1
                case Act() | Ready():
                    said = heard
                case _:
                    flaw = self._trouble(heard)
                    flaw.about = self._prattle(heard) if said else ()
                    raise flaw
        return said

    def _unasked(self, chunk: bytes) -> None:
        try:
            said = self._judge(chunk)
        except Flaw as flaw:
            flaw.about = flaw.about or self._prattle(flaw.trouble)
            raise
        if said is not None:
            raise self.flaw("it spoke without being asked", conformance_cures.UNASKED, TALK)

    def _prattle(self, trouble: Trouble | None) -> tuple[str, ...]:
        """Which step is about something that nobody asked for. Before a match it is a matter of the greeting, and a
        second answer is one of the match."""
        second = isinstance(trouble, OutOfTurn) and Ask in self.spoken
        return ("stdout",) if Start in self.spoken and not second else ()

    def _trouble(self, trouble: Trouble) -> Flaw:
        reason = f" ({trouble.reason})" if isinstance(trouble, Garbled) else ""
        section = {Fault.OUT_OF_TURN: TALK, Fault.OVERSIZED: LIMITS, Fault.START_FAILED: TALK}.get(trouble.kind, WIRE)
        place = wrong_place(self.heard)
        cure = conformance_cures.for_trouble(trouble, place.field if place else "")
        flaw = self.flaw(f"{trouble.kind}{reason}: {trouble.hint}", cure, section)
        flaw.trouble, flaw.heard_place = trouble, place
        return flaw

    def _late(self, what: str, seconds: float, budget: float) -> Flaw:
        told = f"{what} came after {seconds:.1f} s, and the time for it is {budget:g} s"
        return self.flaw(told, conformance_cures.SOONER[what], FAULTS)

    def _silent(self, what: str, times: Times, budget: float) -> Flaw:
        """Why does nothing come? What the program did meanwhile tells which cure fits."""
        told, cures = f"no {what} came within {times.wall:.1f} s; its time is {budget:g} s", conformance_cures
        if half := self.session.pending:
            return self.flaw(f"{told}; only {half} bytes of a message that has no end", cures.FINISH, WIRE)
        if times.cpu > MOSTLY * times.charged or self.process.meter.ready_at() is not None:
            told += f"; it was computing, for {times.cpu:.1f} s of CPU time"
            return self.flaw(told, cures.SOONER[what], FAULTS)
        if unread := self.unread:
            return self.flaw(f"{told}; {unread} bytes of what it was sent lie unread", cures.READ_ON[what], WIRE)
        told += "; it had read all that it was sent, and was not computing"
        return self.flaw(told, f"{cures.FLUSH} {cures.ASLEEP[what]}", WIRE)

    async def _gone(self) -> Flaw:
        with trio.move_on_after(PATIENCE):
            await self.process.gone()
        status = self.process.status
        if self.process.ran_out_of_memory:
            return self.flaw("it used more memory than a bot may", conformance_cures.MEMORY, FAULTS)
        if status is None:
            return self.flaw(CLOSED, conformance_cures.ANSWER_THERE, FAULTS)
        cure = conformance_cures.for_ending(status, self.process.last_words())
        flaw = self.flaw(f"{ending(status)}, and should have answered", cure, FAULTS)
        flaw.ended = True
        return flaw


@asynccontextmanager
async def opened(manifest: Manifest) -> AsyncIterator[Wire]:
    """Start the bot, and end it with everything that it left behind."""
    try:
        process = launch(manifest)
    except OSError as error:
        raise Flaw(
            f"it cannot be started: {manifest.command[0]}: {error.strerror}",
            "Try the command by hand; a bot finds programs in PATH and starts in its folder.",
            FAULTS,
        ) from error
    wire = Wire(process)
    try:
        yield wire
    finally:
        wire.look()
        await process.close()
        for pid in wire.started:
            _end(pid)


def left_behind(process: Process, before: set[int]) -> list[str]:
    """Names of the processes that a bot has left: of those it had, and of those that carry its token."""
    names = []
    for pid in sorted(before | set(orphans(process.token))):
        try:
            state = Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()[0]
            command = Path("/proc", str(pid), "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if state not in "ZX":
            names.append(f"{pid} ({printable(command.strip())})")
    return names


def _end(pid: int) -> None:
    """End what has left the bot's group and environment, and take note of its end where it has become our child."""
    try:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    except (ProcessLookupError, ChildProcessError):
        return
