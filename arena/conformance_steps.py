"""The steps of `arena check`. Each is one function: its docstring is what it tests, it returns a detail for people, and
raises a `Flaw` where the bot is wrong or a `Doubt` where it is only unwise.
"""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import TypeAlias

import trio
from msgspec import Struct

from arena.clock import Times
from arena.conformance_cures import IN_TIME, READY
from arena.conformance_flaw import FAULTS, MESSAGES, TALK, WIRE, Flaw
from arena.conformance_match import (
    GAME,
    PLAIN,
    BrokenOff,
    Manner,
    Tested,
    byte_by_byte,
    fixture,
    odd_pieces,
    play,
    strange,
)
from arena.conformance_wire import LOOK, Wire, left_behind, opened
from arena.errors import UserError
from arena.fixture import BUDGET
from arena.games import GAMES
from arena.isolation.limits import LIMITS
from arena.manifest import Manifest
from protocol import VERSION
from protocol.words import Hello, Over, Start

BASE = "base"
QUIET = 0.08  # seconds to listen for what nobody asked for
MIB = 1 << 20
IN_PIECES = ("pieces",)  # a large message comes in several reads, and two asks at once in one


class Doubt(Exception):
    """Not wrong, but worth a warning. The message says why."""


class Settings(Struct, frozen=True, kw_only=True):
    """How strictly and how long to test."""

    budget: float = BUDGET.decision  # seconds for a decision
    start: float = BUDGET.start  # seconds until `ready`
    quick: bool = False


class Bench:
    """The bot under test, and what was found out about it so far."""

    def __init__(self, manifest: Manifest, settings: Settings) -> None:
        self.manifest = manifest
        self.settings = settings
        self.times: list[Times] = []
        self.illegal: list[Flaw] = []
        self.memory = 0  # bytes, the most seen
        self.decisions = 0
        self.fit = True  # for several matches in one process

    def sit(self, wire: Wire, manner: Manner = PLAIN) -> Tested:
        return Tested(wire, self.settings.budget, manner)

    async def play(self, tested: Tested, number: int, options: str = BASE, seats: int = 4) -> None:
        """One match, the bot in a seat that changes with the number; its flaw is raised."""
        await play(tested, fixture(number, options, seats, self.settings.budget), number % seats)
        self.times += tested.times
        self.illegal += tested.illegal
        self.decisions += len(tested.actions)
        if tested.flaw:
            raise tested.flaw

    async def match(self, number: int, manner: Manner = PLAIN, options: str = BASE, seats: int = 4) -> Tested:
        """One match in a process of its own."""
        async with opened(self.manifest) as wire:
            await wire.greet(self.settings.start)
            tested = self.sit(wire, manner)
            await self.play(tested, number, options, seats)
            self.weigh(wire)
        return tested

    def weigh(self, wire: Wire) -> int:
        """Look at the memory of the process now; keep the most it ever had."""
        try:
            lines = Path("/proc", str(wire.process.bot), "status").read_text().splitlines()
        except OSError:
            return 0
        sizes = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in lines if line.endswith(" kB")}
        self.memory = max(self.memory, sizes.get("VmHWM", 0))
        return sizes.get("VmRSS", 0)


async def ready(bench: Bench) -> str:
    """It starts, and answers `hello` with one good `ready` in time."""
    async with opened(bench.manifest) as wire:
        start = trio.current_time()
        said = await wire.greet(bench.settings.start)
        seconds = trio.current_time() - start
        await wire.quiet(QUIET)
    more = [f"by {said.author}"] if said.author else []
    more += [f"plays {', '.join(said.games)}"] if said.games else []
    if said.games is not None and GAME not in said.games:
        raise Flaw(f"it says that it does not play {GAME}", f"Name {GAME} in `games`, or leave it out.", MESSAGES)
    return ", ".join([f"{said.name} {said.version}", *more, f"ready after {seconds:.2f} s"])


async def match(bench: Bench) -> str:
    """It plays a whole match: one `act` for every `ask`, with its `match` and `turn`."""
    tested = await bench.match(0, Manner(quiet=LOOK))  # `start` and the first `ask` apart: `pieces` joins them
    return f"{len(tested.actions)} decisions"


async def again(bench: Bench) -> str:
    """One process plays many matches, also after one that was broken off."""
    count = 4 if bench.settings.quick else 24
    bench.fit = False
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        await _broken_off(bench, wire)
        early = 0
        for number in range(1, count):
            await bench.play(bench.sit(wire), number)
            early = early or bench.weigh(wire)
        late = bench.weigh(wire)
    bench.fit = True
    return f"{count} matches, memory {early / MIB:.1f} MiB after the first and {late / MIB:.1f} MiB after the last"


async def _broken_off(bench: Bench, wire: Wire) -> None:
    tested = bench.sit(wire, Manner(stop=4))
    game = fixture(0, BASE, 4, bench.settings.budget)
    try:
        await play(tested, game)
    except BrokenOff:
        await tested.end(Over(game.match, (1, 1, 1, 1), (0, 0, 0, 0), (), "played"))
    if tested.flaw:
        raise tested.flaw


async def variants(bench: Bench) -> str:
    """It plays all combinations of the variants, with every number of seats."""
    game = GAMES[GAME]
    places = [(str(options), seats) for options in game.every for seats in game.seats]
    if bench.settings.quick:
        places = [place for number, place in enumerate(places) if number % 4 == number // 4 % 4]
    number = 100
    if not bench.fit:
        for options, seats in places:
            number += 1
            await _named(bench.match(number, PLAIN, options, seats), options, seats)
        return f"{len(places)} matches, each in a process of its own"
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        for options, seats in places:
            number += 1
            await _named(bench.play(bench.sit(wire), number, options, seats), options, seats)
        bench.weigh(wire)
    return f"{len(places)} matches: {len(game.every)} combinations, {game.seats.start} to {game.seats.stop - 1} seats"


async def _named(playing: Awaitable[object], options: str, seats: int) -> None:
    try:
        await playing
    except Flaw as flaw:
        flaw.what = f"with {options} and {seats} seats: {flaw.what}"
        raise


async def legal(bench: Bench) -> str:
    """Every action that it chose in these matches is one of the legal ones."""
    if bench.illegal:
        first = bench.illegal[0]
        first.what = f"{len(bench.illegal)} of {bench.decisions} actions are illegal; the first: {first.what}"
        raise first
    await trio.lowlevel.checkpoint()
    return f"{bench.decisions} actions"


async def repeat(bench: Bench) -> str:
    """The same match with the same seed gets the same actions."""
    all_variants = str(GAMES[GAME].every[-1])
    try:
        one, two = [await bench.match(200, PLAIN, all_variants, 3) for _ in range(2)]
    except Flaw as flaw:
        flaw.about = flaw.about or ("variants",)
        raise
    pairs = list(zip(one.actions, two.actions, strict=False))
    place = next((number for number, (left, right) in enumerate(pairs) if left != right), None)
    if place is not None:
        raise Doubt(
            f"decision {place + 1} was {pairs[place][0]} once and {pairs[place][1]} the other time: take all "
            "randomness from the `seed` of `start`, and nothing from the clock, or matches cannot be repeated"
        )
    return f"{len(pairs)} decisions, twice the same"


async def pieces(bench: Bench) -> str:
    """It reads messages that come byte by byte, in odd pieces, and several at once."""
    async with opened(bench.manifest) as wire:
        await wire.write_pieces(byte_by_byte(wire.say(Hello(VERSION, "0"))), 0.002)
        await wire.hear(bench.settings.start, READY)
        await bench.play(bench.sit(wire, Manner(pieces=_split_a_little())), 300)
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        for number in (301, 302)[: 2 if bench.fit else 1]:
            await bench.play(bench.sit(wire, Manner(joined=True)), number)
    return "byte by byte, in pieces of 1 to 4099 bytes, and up to three messages in one write"


def _split_a_little() -> Callable[[bytes], list[bytes]]:
    """Slow for the first messages, then whole, so that it does not take for ever."""
    count = 0

    def split(data: bytes) -> list[bytes]:
        nonlocal count
        count += 1
        return list(byte_by_byte(data) if count < 4 else odd_pieces(data) if count < 8 else [data])

    return split


async def unknown(bench: Bench) -> str:
    """It ignores keys that it does not know, in every message, and messages of a type that it does not know."""
    async with opened(bench.manifest) as wire:
        hello = strange(wire.say(Hello(VERSION, "0")))
        wire.sent = hello
        await wire.write(hello)
        await wire.hear(bench.settings.start, READY)
        await bench.play(bench.sit(wire, Manner(strange=True)), 400)
    return "in hello, start, ask and over"


async def large(bench: Bench) -> str:
    """It reads an `ask` of nearly 1 MiB, with very many events."""
    try:
        await bench.match(500, Manner(large=2))
    except Flaw as flaw:
        flaw.about = flaw.about or IN_PIECES
        raise
    return "twice"


async def late(bench: Bench) -> str:
    """When its time is up and the next `ask` comes, each answer carries the turn that it answers."""
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        tested = bench.sit(wire, Manner(hasty=2))
        try:
            await bench.play(tested, 600)
        except Flaw as flaw:
            flaw.about = flaw.about or IN_PIECES
            raise
        return f"2 turns ended without it, {wire.stale} late answers came and were dropped"


async def stdout(bench: Bench) -> str:
    """Its stdout has messages and nothing else: it says nothing unasked, and nothing after `bye`."""
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        await wire.quiet(QUIET)
        await bench.play(bench.sit(wire, Manner(quiet=QUIET)), 700)
        await wire.quiet(QUIET)
        await wire.bye()
        rest = await _rest(wire)
    if rest:
        raise Flaw("it wrote to stdout after `bye`", "Print to stderr only.", WIRE, heard=rest, sent=wire.sent)
    return "nothing but what was asked for"


async def _rest(wire: Wire) -> bytes:
    await trio.sleep(LOOK)
    try:
        return os.read(wire.process.stdout, 4096)
    except BlockingIOError:
        return b""


async def eof(bench: Bench) -> str:
    """It ends by itself when its stdin ends: idle, and in the middle of a message."""
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        wire.close_stdin()
        await wire.end("the end of its input")
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        data = wire.say(_start(bench))
        await wire.write(data[: len(data) // 2])
        await trio.sleep(LOOK)
        wire.close_stdin()
        status = await wire.end("the end of its input in the middle of a message")
    return f"with exit status {status} in the middle of a message"


def _start(bench: Bench) -> Start:
    game, match = GAMES[GAME], fixture(800, BASE, 2, bench.settings.budget)
    return Start(match.match, GAME, game.version, game.every[0], game.tables(), 0, 2, match.budget, 1)


async def sigterm(bench: Bench) -> str:
    """SIGTERM ends it: idle, and in a match."""
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        wire.terminate()
        await wire.end("SIGTERM")
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        await wire.write(wire.say(_start(bench)))
        await trio.sleep(LOOK)
        wire.terminate()
        await wire.end("SIGTERM in a match")
    return "at once"


async def bye(bench: Bench) -> str:
    """`bye` ends it, with exit status 0."""
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        await bench.play(bench.sit(wire), 900)
        status = await wire.bye()
        if status:
            raise wire.flaw(
                f"its exit status after `bye` is {status}, not 0",
                "Leave your loop and end normally; close what you opened; see its stderr.",
                TALK,
            )
    return "with exit status 0"


async def children(bench: Bench) -> str:
    """It leaves no process behind."""
    async with opened(bench.manifest) as wire:
        await wire.greet(bench.settings.start)
        await bench.play(bench.sit(wire), 1000)
        await wire.bye()
        await trio.sleep(LOOK)
        left = left_behind(wire.process, wire.started)
    if left:
        raise Flaw(
            f"it has ended, and these still run: {', '.join(left)}", "End what you start, and wait for it.", WIRE
        )
    return f"it had started {len(wire.started)}" if wire.started else "it started none"


async def memory(bench: Bench) -> str:
    """Its memory stays far below the limit."""
    await trio.lowlevel.checkpoint()
    told = f"{bench.memory / MIB:.0f} MiB at most, of {LIMITS.memory / MIB:.0f} MiB"
    if bench.memory > LIMITS.memory / 2:
        raise Doubt(f"{told}: bound your tables and caches")
    return told


async def time(bench: Bench) -> str:
    """Each decision is within its budget."""
    await trio.lowlevel.checkpoint()
    taken = [times.charged for times in bench.times]
    if not taken:
        raise Doubt("no decision was measured")
    told = f"median {_ms(median(taken))}, worst {_ms(max(taken))}, budget {_ms(bench.settings.budget)}"
    over = sum(seconds > bench.settings.budget for seconds in taken)
    if over:
        raise Flaw(
            f"{over} of {len(taken)} decisions took longer than the budget: {told}",
            IN_TIME,
            FAULTS,
        )
    return f"{told}, over {len(taken)} decisions"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


StepFunction: TypeAlias = Callable[[Bench], Awaitable[str]]

# In this order.
STEPS: dict[str, StepFunction] = {
    step.__name__: step
    for step in (
        ready,
        match,
        again,
        variants,
        legal,
        repeat,
        pieces,
        unknown,
        large,
        late,
        eof,
        sigterm,
        stdout,
        bye,
        children,
        memory,
        time,
    )
}
# Without these, a step would only say the same again. The end of a bot can be tried without a match.
ALONE = ("match", "eof", "sigterm")
NEEDS: dict[str, tuple[str, ...]] = {name: ("ready",) if name in ALONE else ("ready", "match") for name in STEPS}
NEEDS["ready"] = ()


def chosen(names: list[str]) -> list[str]:
    """The steps to take for these, with what they need."""
    strangers = [name for name in names if name not in STEPS]
    if strangers:
        raise UserError(f"there is no step {strangers[0]!r}; the steps are {', '.join(STEPS)}")
    wanted = {need for name in names for need in (*NEEDS[name], name)}
    if wanted & {"legal", "memory", "time"}:
        wanted |= {"match", "again", "variants"}
    return [name for name in STEPS if name in wanted or not names]
