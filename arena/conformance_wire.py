"""Our end of a bot under test, byte by byte: how we write is up to the step, and what comes back is judged at once.

The rule of this file: whatever the bot does wrong is raised as a `Flaw`, with the bytes that show it.
"""

import os
import signal
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import trio

from arena import __version__
from arena.bot_process import ending
from arena.building import launch
from arena.clock import Times
from arena.isolation.kin import descendants
from arena.manifest import Manifest
from arena.process import Process, orphans
from protocol import VERSION, Fault
from protocol.faults import MEANINGS
from protocol.session import Session
from protocol.text import printable
from protocol.troubles import Garbled, OutOfTurn, Oversized, Stale, WrongVersion
from protocol.words import Act, ArenaMessage, Bye, Hello, Ready

READ = 65_536
EXCERPT = 64  # bytes
READABLE = 400  # characters
LOOK = 0.05  # seconds between two looks whether the program still runs
PATIENCE = 2.0  # seconds in which a program must end that was told to

MESSAGES = "Messages"
WIRE = "The wire"
TALK = "The conversation"
LIMITS = "Limits"
FAULTS = "Faults"


class Flaw(Exception):
    """What is wrong with a bot: in a sentence, with the bytes that show it, what to do, and where to read more."""

    def __init__(
        self, what: str, do: str, section: str, *, heard: bytes = b"", sent: bytes = b"", log: str = ""
    ) -> None:
        super().__init__(what)
        self.what, self.do, self.section = what, do, section
        self.heard, self.sent, self.log = heard, sent, log


class Wire:
    """A conversation with one process."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.session = Session()
        self.heard = b""  # since we last spoke
        self.sent = b""  # what we said last
        self.stale = 0  # late answers that came with their own turn
        self.started: set[int] = set()  # processes that the bot has started and that were seen

    def say(self, message: ArenaMessage) -> bytes:
        """The bytes of a message that is ours to say now. Whatever came before it was not asked for."""
        self.hush()
        data = self.session.send(message)
        self.sent, self.heard = data, b""
        return data

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
        said, _ = await self.hear(allowance, "`ready`")
        if not isinstance(said, Ready):
            raise self.flaw("it did not begin with `ready`", "Answer `hello` with `ready`.", TALK)
        return said

    async def hear(self, allowance: float, what: str = "`act`") -> tuple[Act | Ready, Times]:
        """The next answer and what it took. Time that the machine took from the bot does not count."""
        meter = self.process.meter
        before = meter.read()
        start = trio.current_time()
        while True:
            chunk = await self._read(LOOK)
            after = meter.read()
            wall = trio.current_time() - start
            times = Times(wall, (after.cpu - before.cpu) / 1e9, (after.wait - before.wait) / 1e9, 0.0)
            if chunk is not None and (said := self._judge(chunk)):
                return said, times
            if chunk == b"" or (chunk is None and self.process.status is not None):
                raise await self._gone()
            if times.charged > allowance:
                raise self._silent(what, times.wall)

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
        await self.write(self.say(Bye()))
        self.close_stdin()
        return await self.end("`bye`")

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
                    raise self._trouble(heard)
        return said

    def _unasked(self, chunk: bytes) -> None:
        if self._judge(chunk) is not None:
            raise self.flaw("it spoke without being asked", MEANINGS[Fault.OUT_OF_TURN].remedy, TALK)

    def _trouble(self, trouble: Garbled | Oversized | WrongVersion | OutOfTurn) -> Flaw:
        reason = f" ({trouble.reason})" if isinstance(trouble, Garbled) else ""
        section = {Fault.OUT_OF_TURN: TALK, Fault.OVERSIZED: LIMITS, Fault.START_FAILED: TALK}.get(trouble.kind, WIRE)
        return self.flaw(f"{trouble.kind}{reason}: {trouble.hint}", MEANINGS[trouble.kind].remedy, section)

    def _silent(self, what: str, seconds: float) -> Flaw:
        half = f", only {self.session.pending} bytes of a message that has no end" if self.session.pending else ""
        return self.flaw(
            f"no {what} came within {seconds:.1f} s{half}",
            "Flush after each message. Read what there is, do not wait for a full buffer. Answer every request.",
            WIRE,
        )

    async def _gone(self) -> Flaw:
        with trio.move_on_after(PATIENCE):
            await self.process.gone()
        what = ending(self.process.status)
        return self.flaw(f"{what}, and should have answered", MEANINGS[Fault.EXITED].remedy, FAULTS)


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


def hexed(data: bytes) -> str:
    """The first bytes in the form of the document."""
    rest = f" ... {len(data) - EXCERPT} more bytes" if len(data) > EXCERPT else ""
    return data[:EXCERPT].hex(" ") + rest


def readable(data: bytes) -> str:
    """The same for people: as a message if it is one, otherwise as text."""
    try:
        value: Any = msgspec.msgpack.decode(data)
        text = msgspec.json.encode(value).decode() if isinstance(value, dict) else ascii(data)[2:-1]
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, ValueError, RecursionError):
        text = ascii(data[:READABLE])[2:-1]
    return text if len(text) <= READABLE else text[:READABLE] + " ..."
