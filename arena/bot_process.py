"""A player that is a process: the conversation over its pipes, under the clock.

    spawn -> hello -> ready -> { start -> { ask -> act } -> over } -> bye -> ended, by itself or by us

One decision is one write and one read. Nothing else happens on that way: deadlines are the metronome's, the end of the
process is watched by a task of its own, and both only wake the reader, who then looks for himself. Who answers at once,
as most bots do most of the time, is done with in `choose`; for everybody else `_reply` watches the clock.
"""

import errno
import os
import select
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TypeAlias

import trio
from msgspec import Struct

from arena import __version__
from arena.building import launch
from arena.clock import BEAT, BREATH, Metronome, Reading, Rest, Times, now, since_written
from arena.keepers import Keepers
from arena.manifest import Manifest
from arena.player import Answer, ArenaFailure, Besides, Mishap
from arena.process import Program
from protocol import VERSION, Fault
from protocol.faults import STRIKES
from protocol.session import Session, State
from protocol.troubles import Garbled, Stale
from protocol.words import Act, ArenaMessage, Ask, Bye, Hello, Over, Ready, Start

READ = 16_384  # bytes at a time; much larger buffers make reads slower
FAREWELL = 0.5  # seconds to leave by itself after bye
PROMPT = 0.001  # seconds: whoever answers so soon is waited for on the spot, if nobody else plays here
PATIENCE = 1  # milliseconds for which that is done
SWITCHED = 5e-6  # seconds for a write: whoever needs longer has given the core to the bot, which may have answered
HELD_UP = 0.002  # seconds for a write: whoever needs longer was stopped on the way
LATE = Mishap(Fault.LATE, "no answer in the time of this decision and in the bank")
BUSY = Mishap(Fault.BUSY, "it went on computing while others were to move")
RUNNING, CLOSED = "it was still running", "it closed its stdout but did not end"
STARVED = 10.0  # times its allowance, and as many seconds: then the machine has failed, not the bot

Said: TypeAlias = tuple[str, bytes]  # ">" what we wrote, "<" what we read
Heard: TypeAlias = Act | Ready | Mishap
Reply: TypeAlias = tuple[Heard, Times]  # what came of a request, and what it took


class Request(Struct, frozen=True):
    """What we asked for, how long it may take, and how things stood when it was written."""

    message: Hello | Ask
    allowance: float
    start: float
    before: Reading
    late: float  # how late our loop had been by then


@asynccontextmanager
async def open_bot(
    manifest: Manifest, metronome: Metronome, keepers: Keepers | None = None
) -> AsyncIterator["BotProcess | Mishap"]:
    """Start a bot, and end it with everything that it left behind. A program that cannot be started is a mishap."""
    if why := manifest.absence():
        yield Mishap(Fault.START_FAILED, f"cannot start {manifest.command[0]}: it {why}")
        return
    try:
        forked = await keepers.fork(manifest) if keepers else None
        process = forked or launch(manifest)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.ENOSPC):
            raise ArenaFailure(f"cannot start {manifest.name}: {error}") from error
        yield Mishap(Fault.START_FAILED, f"cannot start {manifest.command[0]}: {error.strerror}")
        return
    bot = BotProcess(process, metronome)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bot.watch)
            yield bot
            nursery.cancel_scope.cancel()
    finally:
        metronome.players.discard(bot)
        await process.close()


class BotProcess:
    """The arena's end of one bot."""

    def __init__(self, process: Program, metronome: Metronome) -> None:
        self.process = process
        self.ready: Ready | None = None
        self.transcript: list[Said] = []
        self._metronome = metronome
        self._session = Session()
        self._gone = trio.Event()
        self._lapsed = 0  # turns in a row that ended without a word
        self._rest = Rest()
        self._seats = 0  # in the match that it plays
        self._prompt = False  # the last time
        self._answering = select.poll()
        self._answering.register(process.stdout, select.POLLIN)
        self._log_size = 0  # before the match
        self._left: Besides | None = None  # what it had used when it was dismissed
        self._stood = RUNNING  # how it stood then
        self._failed: Mishap | None = None  # at the start
        self._greeting = 0  # how much of the transcript belongs to no match

    async def watch(self) -> None:
        """Notice the end of the process, even if something that it started holds its stdout open."""
        await self.process.gone()
        self._gone.set()
        self._wake()

    async def greet(self, allowance: float) -> Mishap | None:
        """Say hello and wait for ready; None when it came. Without it, no match can begin."""
        hello = Hello(VERSION, __version__)
        data = self._session.send(hello)
        self.transcript.append((">", data))
        request = Request(hello, allowance, now(), self.process.meter.begin(), self._metronome.late(now()))
        said, _ = await self._reply(request, self._write(data))
        if isinstance(said, Ready):
            self.ready = said
        else:
            detail = said.detail if isinstance(said, Mishap) else "it did not begin with ready"
            if said is LATE:
                detail = f"it did not say ready within {allowance:g} second{'s' * (allowance != 1)}"
            self._failed = Mishap(Fault.START_FAILED, detail)
        self._greeting = len(self.transcript)
        return self._failed

    async def begin(self, start: Start) -> Mishap | None:
        self._lapsed, self._rest, self._left = 0, Rest(), None
        self._log_size = self.process.log_size
        del self.transcript[self._greeting :]
        self._seats = start.seats
        self._metronome.players.add(self)
        return self._failed or self._listen() or await self._tell(start, start.budget.start)

    async def choose(self, ask: Ask) -> Answer:
        """What is done here is done for every decision, so it makes few calls: after a bot has had the core, a call
        costs as much as most of what is called."""
        metronome, process, session, transcript = self._metronome, self.process, self._session, self.transcript
        if now() - metronome.breath > BREATH:
            await metronome.breathe()
        meter = process.meter
        last, before = meter.last, meter.begin()
        if before is not last and self._answering.poll(0) and (mishap := self._listen()):
            return Answer(mishap)  # it has run since we heard it, and spoke
        data = session.ask(ask)
        transcript.append((">", data))
        start = now()
        unwritten = self._write(data)
        wrote = now()
        chunk = said = None
        if not unwritten:
            waits = self._prompt and metronome.is_quiet(self._seats)
            if not waits or wrote - start >= SWITCHED:
                chunk = self._read()
            if waits and chunk is None:
                self._answering.poll(PATIENCE)
                chunk = self._read()
            if chunk:
                transcript.append(("<", chunk))
                said = session.recognise(chunk, ask)
        wall = now() - start
        if said is not None and wall <= PROMPT and wall <= ask.budget.decision:
            times = meter.times_at_once(wall, before)
            self._lapsed, self._prompt = 0, True
            if self._rest.decided(start, before, start + wall, meter.last):
                return self._busy(times)
            return Answer(said, times)
        if wrote - start > HELD_UP and not unwritten:
            start = max(start, now() - since_written(process.stdin))  # the bot has it for no longer than that
        request = Request(ask, ask.budget.decision + ask.budget.bank, start, before, metronome.late(start))
        return await self._answer(request, unwritten, chunk, said)

    async def end(self, over: Over) -> None:
        self._metronome.players.discard(self)
        if self._listen() is None and self._session.state in (State.PLAYING, State.ASKED):
            await self._tell(over, FAREWELL)

    async def farewell(self) -> None:
        """Say bye, close its input, and give it a moment to leave."""
        if self._session.state is not State.CLOSED and not self._gone.is_set():
            await self._tell(Bye(), FAREWELL)
            self.process.close_stdin()
            with trio.move_on_after(FAREWELL):
                await self._gone.wait()

    def dismiss(self) -> None:
        self._metronome.players.discard(self)
        self._left, self._stood = self.besides(), ending(self.process.status)
        self.process.kill()

    @property
    def ended(self) -> str:
        """How the program has ended, if it was not for us to end it."""
        return self._stood if self._left else ending(self.process.status)

    @property
    def used(self) -> float:
        """Seconds of CPU time since it was started."""
        return self.process.meter.read().cpu / 1e9

    def besides(self) -> Besides:
        process = self.process
        return self._left or Besides(
            self._rest.used / 1e9, process.meter.peak_memory(), process.log_size - self._log_size
        )

    async def _answer(self, request: Request, unwritten: bytes, chunk: bytes | None, said: Heard | None) -> Answer:
        """What comes of a question if the bot did not answer at once, or not with an action as we would write it."""
        if said is not None:
            self._lapsed = 0
        elif chunk:
            said = self._understand(chunk)
        said, times = await self._reply(request, unwritten, chunk, said)
        self._prompt = times.wall < PROMPT
        busy = self._rest.decided(request.start, request.before, request.start + times.wall, self.process.meter.last)
        if isinstance(said, Act):
            return self._busy(times) if busy else Answer(said, times)
        if isinstance(said, Mishap) and said.kind is Fault.LATE:
            self._lapsed += 1
            if self._lapsed == STRIKES:
                said = Mishap(Fault.SILENT, f"{STRIKES} times in a row it did not answer in time")
        if isinstance(said, Ready):
            said = Mishap(Fault.OUT_OF_TURN, "it said ready again")
        return Answer(said, times)

    def _busy(self, times: Times) -> Answer:
        self._rest.settle()
        return Answer(BUSY, times)

    async def _reply(
        self, request: Request, unwritten: bytes, chunk: bytes | None = None, said: Heard | None = None
    ) -> Reply:
        """Read on until the reply is there, the time is up or the program has gone."""
        try:
            return await self._until_judged(request, unwritten, chunk, said)
        finally:
            self._metronome.clear_alarm(self)

    async def _until_judged(self, request: Request, unwritten: bytes, chunk: bytes | None, said: Heard | None) -> Reply:
        """Before a bot is called late we look closely: without an answer its time is what it was before we looked, for
        we may be held up at any place, and it may answer meanwhile."""
        allowance, start = request.allowance, request.start
        deadline = start + allowance
        looked = start
        self._metronome.set_alarm(self, deadline, self._wake)
        stood_at: int | None = None  # the CPU time at which it was ready to run when we last looked
        while True:
            ended = not chunk and (chunk == b"" or self._gone.is_set())
            wall = (looked if said is None and not ended else now()) - start
            if said is not None and wall <= allowance:
                return said, self.process.meter.times(wall, request.before)
            if said is not None or ended or looked >= deadline:
                times = self._times_to_judge(wall, request, answered=said is not None)
                if said is not None:
                    in_time = isinstance(said, Mishap) or times.charged <= allowance
                    return said if in_time else LATE, times
                if ended:
                    return await self._exited(), times
                if times.wall > STARVED * (allowance + 1.0):
                    raise ArenaFailure(f"a bot waited {times.wait:.1f} of {times.wall:.1f} s for a core")
                if times.charged >= allowance:
                    ready_at = self.process.meter.ready_at()
                    if ready_at is None or stood_at not in (None, ready_at):
                        return LATE, times
                    stood_at = ready_at
                deadline = now() + max(allowance - times.charged, BEAT)
                self._metronome.set_alarm(self, deadline, self._wake)
            if not self._gone.is_set():
                await self._wait(writing=bool(unwritten))
            unwritten = self._write(unwritten) if unwritten else unwritten
            looked = now()
            chunk = self._read()
            said = self._hear(chunk, request.message) if chunk else None

    def _times_to_judge(self, wall: float, request: Request, *, answered: bool) -> Times:
        """What a decision took that was not: all that the machine took, and our own lag if an answer lay there."""
        meter, before = self.process.meter, request.before
        took = meter.machine_took(before)
        late = self._metronome.late(now()) - request.late
        lag = min(late, since_written(self.process.stdout)) if answered else 0.0
        return Times(wall, (meter.read().cpu - before.cpu) / 1e9, min(took / 1e9, wall), lag)

    async def _tell(self, message: ArenaMessage, allowance: float) -> Mishap | None:
        """Write what needs no reply."""
        data = self._session.send(message)
        self.transcript.append((">", data))
        data = self._write(data)
        with trio.move_on_after(allowance) if data else trio.CancelScope():
            while data and not self._gone.is_set():
                await self._wait(writing=True)
                data = self._write(data)
        if not data:
            return None
        return await self._exited() if self._gone.is_set() else Mishap(Fault.SILENT, "it does not read its input")

    async def _wait(self, *, writing: bool) -> None:
        try:
            if writing:
                await trio.lowlevel.wait_writable(self.process.stdin)
            else:
                await trio.lowlevel.wait_readable(self.process.stdout)
        except trio.ClosedResourceError:
            return  # woken, to see for himself

    def _wake(self) -> None:
        trio.lowlevel.notify_closing(self.process.stdout)
        if self.process.stdin >= 0:
            trio.lowlevel.notify_closing(self.process.stdin)

    def _write(self, data: bytes) -> bytes:
        """Write what the pipe takes; what is left of it. A broken pipe takes everything: reading will tell more."""
        try:
            return data[os.write(self.process.stdin, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            return b""

    def _read(self) -> bytes | None:
        """What there is; nothing at the end of the output; None when there is nothing yet."""
        try:
            return os.read(self.process.stdout, READ)
        except BlockingIOError:
            return None

    def _listen(self) -> Mishap | None:
        """Before we speak: has it spoken unasked? A lapsed turn's late answer is fine, anything else is not."""
        chunk = self._read()
        if not chunk:
            return None  # also at the end of its output: asking will tell more
        lapsed = self._session.state is State.ASKED
        said = self._hear(chunk)
        if said is None or isinstance(said, Mishap):
            return said
        return None if lapsed else Mishap(Fault.OUT_OF_TURN, "it spoke without being asked")

    def _hear(self, chunk: bytes, asked: Hello | Ask | None = None) -> Heard | None:
        """The reply in these bytes, or what is wrong with them; None while there is no whole reply."""
        self.transcript.append(("<", chunk))
        said = self._session.recognise(chunk, asked) if isinstance(asked, Ask) else None
        if said is None:
            return self._understand(chunk)
        self._lapsed = 0
        return said

    def _understand(self, chunk: bytes) -> Heard | None:
        """The same for bytes that are not what we would write."""
        said: Heard | None = None
        for heard in self._session.receive(chunk):
            if isinstance(heard, (Act, Ready)):
                said = heard
                self._lapsed = 0
            elif isinstance(heard, Stale):
                self._lapsed = 0
            else:
                reason = f"({heard.reason}) " if isinstance(heard, Garbled) else ""
                said = Mishap(heard.kind, reason + heard.hint)
        return said

    async def _exited(self) -> Mishap:
        with trio.move_on_after(FAREWELL):
            await self._gone.wait()
        if self.process.ran_out_of_memory:
            return Mishap(Fault.MEMORY, "out of memory: its processes together used more than a bot may")
        status = self.process.status
        return Mishap(Fault.EXITED, CLOSED if status is None else ending(status))


def ending(status: int | None) -> str:
    """How a program ended, in words."""
    if status is None:
        return RUNNING
    if status < 0:
        names = {number.value: number.name for number in signal.Signals}  # not all signals have one
        return f"it was ended by signal {-status} ({names.get(-status, 'a real-time signal')})"
    return f"it ended with exit status {status}"
