"""What the arena adds to a decision and to the start of a bot, beside the barest ways to do the same in Python in the
same run: a blocking ping-pong over pipes with the same messages, and a `Popen` of the same program."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import cycle, pairwise
from statistics import median, quantiles
from time import perf_counter
from typing import Any, NamedTuple

import msgpack
import msgspec
import trio
from tabulate import tabulate

from arena.bot_process import BotProcess, open_bot
from arena.clock import Metronome
from arena.fixture import Fixture, seed_of
from arena.games import GAMES
from arena.games.api import Chance, Decide
from arena.games.chance import KeyedDraw
from arena.inprocess import load
from arena.isolation.levels import Isolation
from arena.keepers import Keepers, open_keepers
from arena.lineup import line_up
from arena.manifest import Manifest, find
from arena.match import Table
from arena.player import Answer, Besides, Mishap, Player
from arena.record import Record, dump
from arena.referee import metronome
from protocol.words import Act, Ask, Over, Start
from tests.bench.slices import Effort, spread

BOT = find("random")
SEATS = 4
ATONCE = (1, 2, 8)
ALONE = 3  # matches one after another where one is played at a time: percentiles need many decisions
TAKEN_OUT, WHOLE, STARTING = 1.75, 2.5, 1.3  # aims: times the bare way
STEADY = 1.1  # a decision at 8 matches, against one at 1: no worse, give or take a noisy neighbour
HELLO = msgpack.packb({"type": "hello", "protocol": 1, "arena": "bench"})
BYE = msgpack.packb({"type": "bye"})
PONG = """
import os, sys, msgpack
acts = msgpack.unpackb(open(sys.argv[1], "rb").read())
unpacker = msgpack.Unpacker(max_buffer_size=2**31 - 1)
while True:
    for act in acts:
        message = None
        while message is None:
            data = os.read(0, 65536)
            if not data:
                sys.exit()
            unpacker.feed(data)
            for message in unpacker:
                pass
        os.write(1, msgpack.packb(act))
"""


def run(effort: Effort) -> Iterator[str]:
    core = os.sched_getaffinity(0)
    try:
        yield from trio.run(_decisions, effort, core)
    finally:
        os.sched_setaffinity(0, core)
    yield from trio.run(_starts, effort)


# Decisions


class Slices(NamedTuple):
    """One setting, round by round: seconds for each decision, and for all of them divided by their number."""

    each: list[list[float]]
    all: list[float]


class Rounds(NamedTuple):
    """What was measured on one or more cores."""

    bare: Slices
    in_turn: Slices  # the same with as many bots as there are seats
    engine: Slices
    arena: dict[int, Slices]  # by matches at once


async def _decisions(effort: Effort, core: set[int]) -> list[str]:
    """Interleaved: in every round one slice of everything."""
    messages = await _messages()
    measured = {"one core": _nothing_yet(), "all cores": _nothing_yet()}
    async with metronome() as beat, AsyncExitStack() as stack:
        lines = [await stack.enter_async_context(line_up([BOT] * SEATS, beat, 60.0)) for _ in range(max(ATONCE))]
        bots = [bot for line in lines for bot in line if isinstance(bot, BotProcess)]
        pongs = [stack.enter_context(Pong(messages)) for _ in range(SEATS)]
        for number in range(effort.rounds):
            for cores, rounds in zip((core, _all_cores()), measured.values(), strict=True):
                for pid in (0, *(pong.pid for pong in pongs), *(bot.process.pid for bot in bots)):
                    os.sched_setaffinity(pid, cores)
                await _round(number, rounds, pongs, lines)
    return [line for where, rounds in measured.items() for line in _told(where, rounds)]


def _nothing_yet() -> Rounds:
    return Rounds(Slices([], []), Slices([], []), Slices([], []), {count: Slices([], []) for count in ATONCE})


def _all_cores() -> set[int]:
    return set(range(os.cpu_count() or 1))


async def _round(
    number: int, rounds: Rounds, pongs: "Sequence[Pong]", lines: Sequence[Sequence[BotProcess | Mishap]]
) -> None:
    _add(rounds.bare, [_ping(pongs[:1]) for _ in range(ALONE)])
    _add(rounds.in_turn, [_ping(pongs) for _ in range(ALONE)])
    for count, slices in rounds.arena.items():
        fixtures = [_fixture(f"{number} {id(slices)} {match}") for match in range(max(count, ALONE))]
        played: list[tuple[list[float], Record]] = []

        async def play(fixture: Fixture, bots: Sequence[BotProcess | Mishap], to: Any = played) -> None:
            to.append(await _timed(fixture, bots))

        start = perf_counter()
        if count == 1:
            for fixture in fixtures:
                await play(fixture, lines[0])
        else:
            async with trio.open_nursery() as nursery:
                for fixture, bots in zip(fixtures[:count], lines, strict=False):
                    nursery.start_soon(play, fixture, bots)
        _add(slices, [times for times, _ in played], perf_counter() - start)
        if count == 1:
            _add(rounds.engine, [_engine(record) for _, record in played])


def _add(slices: Slices, matches: Sequence[Sequence[float]], seconds: float | None = None) -> None:
    each = [time for match in matches for time in match]
    slices.each.append(each)
    slices.all.append((sum(each) if seconds is None else seconds) / len(each))


def _fixture(word: str) -> Fixture:
    return Fixture(match=word, game="mlem", options="base", bots=(BOT.name,) * SEATS, seed=seed_of(word))


class Timed:
    """A player, and when it had answered."""

    def __init__(self, player: Player, stamps: list[float]) -> None:
        self._player = player
        self._stamps = stamps

    async def begin(self, start: Start) -> Mishap | None:
        return await self._player.begin(start)

    async def choose(self, ask: Ask) -> Answer:
        answer = await self._player.choose(ask)
        self._stamps.append(perf_counter())
        return answer

    async def end(self, over: Over) -> None:
        await self._player.end(over)

    def dismiss(self) -> None:
        self._player.dismiss()

    def besides(self) -> Besides:
        return self._player.besides()


async def _timed(fixture: Fixture, bots: Sequence[BotProcess | Mishap]) -> tuple[list[float], Record]:
    """A match and its record as bytes: from answer to answer, everything in between is the cost of a decision."""
    stamps: list[float] = []
    players = [bot if isinstance(bot, Mishap) else Timed(bot, stamps) for bot in bots]
    record = await Table(fixture, players).play()
    dump(record)
    for bot in bots:
        if isinstance(bot, BotProcess):
            bot.transcript.clear()
    assert record.result.ended == ("played",) * SEATS
    return [after - before for before, after in pairwise(stamps)], record


def _engine(record: Record) -> list[float]:
    """The rules' own work in the same match, from answer to answer."""
    game, fixture = GAMES[record.fixture.game], record.fixture
    stamps: list[float] = []
    events: list[Any] = []
    state = game.setup(game.options(fixture.options), fixture.seats, game.tables(), events.append)
    for step in record.steps:
        node = game.node(state)
        if isinstance(node, Decide):
            choices = getattr(step, "choices", ())
            for choice in choices:
                tuple(game.legal(state, choice.seat))
                game.view(state, choice.seat)
                stamps.append(perf_counter())
            state = game.apply(state, {choice.seat: choice.action for choice in choices}, events.append)
        elif isinstance(node, Chance):
            state = game.resolve(state, game.sample(state, KeyedDraw(fixture.dice, node.key)), events.append)
    return [after - before for before, after in pairwise(stamps)]


class Pong:
    """The barest bot there can be, and the barest way to speak to it: what the arena says and hears in a match."""

    def __init__(self, messages: list[tuple[Any, Any]]) -> None:
        self._unpacker = msgpack.Unpacker()
        self.asks = [ask for ask, _ in messages]
        self._acts = [act for _, act in messages]

    def __enter__(self) -> "Pong":
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as file:
            self._popen = subprocess.Popen(
                [sys.executable, "-P", "-c", PONG, f"/dev/fd/{reading}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[reading],
                bufsize=0,
            )
            os.close(reading)
            file.write(msgpack.packb(self._acts))
        assert self._popen.stdin
        assert self._popen.stdout
        self._writing, self._reading = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        self.pid = self._popen.pid
        return self

    def __exit__(self, *error: object) -> None:
        self._popen.communicate()

    def ask(self, ask: Any) -> Any:
        os.write(self._writing, msgpack.packb(ask))
        while True:
            self._unpacker.feed(os.read(self._reading, 16_384))
            for act in self._unpacker:
                return act


def _ping(pongs: Sequence[Pong]) -> list[float]:
    stamps = [perf_counter()]
    for ask, pong in zip(pongs[0].asks, cycle(pongs), strict=False):
        pong.ask(ask)
        stamps.append(perf_counter())
    return [after - before for before, after in pairwise(stamps)]


class Listener:
    """A player that remembers what would have been said and heard."""

    def __init__(self, bot: Callable[[Any], Any], heard: list[tuple[Any, Any]]) -> None:
        self._bot = bot
        self._heard = heard

    async def begin(self, start: Start) -> Mishap | None:
        self._choose = self._bot(_plain(start)).choose
        return None

    async def choose(self, ask: Ask) -> Answer:
        read = _plain(ask)
        act = {"type": "act", "match": ask.match, "turn": ask.turn, "action": self._choose(read)}
        self._heard.append((read, act))
        await trio.lowlevel.checkpoint()
        return Answer(msgspec.convert(act, Act))

    async def end(self, over: Over) -> None:
        return None

    def dismiss(self) -> None:
        return None

    def besides(self) -> Besides:
        return Besides()


def _plain(message: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(message))


async def _messages() -> list[tuple[Any, Any]]:
    """All that is asked and answered in one match."""
    heard: list[tuple[Any, Any]] = []
    await Table(_fixture("messages"), [Listener(load(BOT), heard) for _ in range(SEATS)]).play()
    return heard


def _told(where: str, rounds: Rounds) -> Iterator[str]:
    yield f"\nA decision, arena and bots on {where}: microseconds, and times the bare ping-pong of the same round\n"
    arena, engine = rounds.arena[1], rounds.engine
    pairs = zip(arena.each, engine.each, strict=True)
    without = [[a - b for a, b in zip(*pair, strict=True)] for pair in pairs]
    rows = [
        ["bare ping-pong", *_percentiles(rounds.bare.each), ""],
        [
            f"bare, {SEATS} bots in turn",
            *_percentiles(rounds.in_turn.each),
            _times(rounds.in_turn.each, rounds.bare.each),
        ],
        ["the rules alone", *_percentiles(engine.each), ""],
        ["through the arena, 1 match", *_percentiles(arena.each), _times(arena.each, rounds.bare.each)],
        ["the same without the rules", *_percentiles(without), _times(without, rounds.bare.each)],
    ]
    rows += [
        [f"{count} at once, on average", f"{median(slices.all) * 1e6:.0f}", "", "", spread(ratios, ".2f")]
        for count, slices in rounds.arena.items()
        for ratios in [[ours / base for ours, base in zip(slices.all, rounds.bare.all, strict=True)]]
    ]
    heads = ["", "p50", "p99", "p99.9", "p50, times bare"]
    yield tabulate(rows, heads, disable_numparse=True, colalign=("left", *["right"] * 4))
    if where == "one core":
        yield ""
        yield _aim(
            f"at most {TAKEN_OUT} times the bare ping-pong without the rules' own work", without, rounds, TAKEN_OUT
        )
        yield _aim(f"at most {WHOLE} times with it", arena.each, rounds, WHOLE)
    eight = median(b / a for a, b in zip(rounds.arena[1].all, rounds.arena[max(ATONCE)].all, strict=True))
    yield _judged(f"no dearer at {max(ATONCE)} matches than at 1", eight <= STEADY, f"{eight:.2f} times")


def _aim(what: str, ours: list[list[float]], rounds: Rounds, most: float) -> str:
    ratio, in_turn = (median(_ratios(ours, base.each)) for base in (rounds.bare, rounds.in_turn))
    found = f"{ratio:.2f} times; {in_turn:.2f} times that of {SEATS} bots in turn"
    return _judged(f"a decision, p50, {what}", ratio <= most, found)


def _judged(what: str, met: bool, found: str) -> str:
    return f"Aim: {what}. {'Met' if met else 'NOT met'} in this run: {found}."


def _ratios(ours: list[list[float]], bare: list[list[float]]) -> list[float]:
    return [median(a) / median(b) for a, b in zip(ours, bare, strict=True)]


def _times(ours: list[list[float]], bare: list[list[float]]) -> str:
    return spread(_ratios(ours, bare), ".2f")


def _percentiles(each: list[list[float]]) -> list[str]:
    cuts = quantiles((time for times in each for time in times), n=1000)
    return [f"{cuts[cut - 1] * 1e6:.0f}" for cut in (500, 990, 999)]


# Starting a bot


async def _starts(effort: Effort) -> list[str]:
    ways: dict[str, tuple[list[float], list[float]]] = {}
    async with metronome() as beat, open_keepers() as keepers:
        await _opened(BOT, beat, keepers)  # the keeper has loaded
        for _ in range(effort.rounds):
            for _ in range(effort.games):
                for name, times in [
                    ("bare", _started()),
                    ("arena, isolation none", await _opened(_at(Isolation.NONE), beat)),
                    ("arena, isolation limits", await _opened(_at(Isolation.LIMITS), beat)),
                    ("forked from a keeper", await _opened(BOT, beat, keepers)),
                ]:
                    for to, seconds in zip(ways.setdefault(name, ([], [])), times, strict=True):
                        to.append(seconds)
    bare = ways["bare"]
    rows = [
        [name, *(text for ours, base in zip(way, bare, strict=True) for text in _row(ours, base))]
        for name, way in ways.items()
    ]
    heads = ["", "until ready, ms", "times bare", "until it has gone, ms", "times bare"]
    table = tabulate(rows, heads, disable_numparse=True, colalign=("left", *["right"] * 4))
    ratio = median(a / b for a, b in zip(ways["arena, isolation none"][0], bare[0], strict=True))
    limits = median(a / b for a, b in zip(ways["arena, isolation limits"][0], bare[0], strict=True))
    aim = f"a bot is ready in at most {STARTING} times the time of a bare start"
    found = f"{ratio:.2f} times, with limits {limits:.2f}"
    return ["\nStarting a bot, and starting and ending it\n", table, "", _judged(aim, limits <= STARTING, found)]


def _row(ours: list[float], bare: list[float]) -> tuple[str, str]:
    return f"{median(ours) * 1e3:.1f}", spread([a / b for a, b in zip(ours, bare, strict=True)], ".2f")


def _at(isolation: Isolation) -> Manifest:
    return msgspec.structs.replace(BOT, isolation=isolation)


def _started() -> tuple[float, float]:
    """Until the program says ready, and until it has gone."""
    start = perf_counter()
    with subprocess.Popen(BOT.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as bot:
        assert bot.stdin
        assert bot.stdout
        bot.stdin.write(HELLO)
        bot.stdout.read(1)
        ready = perf_counter() - start
        bot.stdin.write(BYE)
    return ready, perf_counter() - start


async def _opened(manifest: Manifest, beat: Metronome, keepers: Keepers | None = None) -> tuple[float, float]:
    """The same by the arena."""
    start = perf_counter()
    async with open_bot(manifest, beat, keepers) as bot:
        assert isinstance(bot, BotProcess)
        assert await bot.greet(60.0) is None
        ready = perf_counter() - start
        await bot.farewell()
    return ready, perf_counter() - start
