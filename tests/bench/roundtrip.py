"""What the arena adds to a decision, beside the barest way to do the same in Python in the same run: a blocking
ping-pong over pipes with the same messages.

The harder yardstick is a ping-pong with always the same bot. It is the one for a whole decision, and for one without
the rules at a table of two. A match of four seats is a conversation with four processes, and eight matches are one with
32: whoever speaks to many in turn finds their pages gone from the caches, the arena or not. So there the reference
speaks to as many bots, in turn. Both ratios are shown. No more processes are there than are spoken to.
"""

import os
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import AsyncExitStack
from itertools import cycle, pairwise
from statistics import mean, median, quantiles
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

import msgspec
import trio
from tabulate import tabulate

from arena.bot_process import BotProcess
from arena.fixture import Fixture, seed_of
from arena.games import GAMES
from arena.games.api import Chance, Decide
from arena.games.chance import KeyedDraw
from arena.inprocess import load
from arena.lineup import line_up
from arena.manifest import find
from arena.match import Table
from arena.player import Answer, Besides, Mishap, Player
from arena.record import Record, dump
from arena.referee import metronome
from protocol.words import Act, Ask, Over, Start
from tests.bench.pong import Pong
from tests.bench.slices import Effort, judged, spread

BOT = find("random")
TABLES = (2, 4)  # seats
ROUNDS = 3  # of one set of processes
ALONE = 3  # matches one after another where one is played at a time: percentiles need many decisions
TAKEN_OUT, WHOLE = 1.75, 2.5  # aims: times the bare way
STEADY = 1.1  # the same at the most matches, against 1: no worse, give or take a noisy neighbour

Slices: TypeAlias = list[list[float]]  # one setting, round by round: seconds for each decision


class Setting(NamedTuple):
    """What was measured with so many matches at once, at tables of this size."""

    seats: int
    matches: int
    one: Slices  # the bare ping-pong with always the same bot
    bare: Slices  # with as many bots as play, in turn
    engine: Slices  # the rules' own work, where one match is played at a time
    arena: Slices

    @property
    def bots(self) -> int:
        return self.seats * self.matches


def run(effort: Effort) -> Iterator[str]:
    core = os.sched_getaffinity(0)
    try:
        for where, cores in (("one core", core), ("all cores", set(range(os.cpu_count() or 1)))):
            os.sched_setaffinity(0, cores)  # and so whoever is started
            for seats in TABLES:
                messages = trio.run(_messages, seats)
                settings = [trio.run(_measured, seats, many, effort.rounds, messages) for many in effort.at_once]
                yield from _told(where, settings)
    finally:
        os.sched_setaffinity(0, core)


async def _measured(seats: int, matches: int, rounds: int, messages: list[tuple[Any, Any]]) -> Setting:
    """Interleaved: in every round one slice of everything. Where the memory of a process happens to lie decides how
    well it shares the caches, so the rounds are played by several sets of processes, most where the aims are judged."""
    setting = Setting(seats, matches, [], [], [], [])
    rounds *= ALONE if matches == 1 else 1
    for first in range(0, rounds, ROUNDS):
        async with metronome() as beat, AsyncExitStack() as stack:
            lines = [await stack.enter_async_context(line_up([BOT] * seats, beat, 60.0)) for _ in range(matches)]
            pongs = [stack.enter_context(Pong(messages)) for _ in range(setting.bots)]
            for number in range(first, min(first + ROUNDS, rounds)):
                setting.one.append([time for _ in range(ALONE) for time in _ping(pongs[:1])])
                setting.bare.append([time for _ in range(ALONE) for time in _ping(pongs)])
                await _round(setting, number, lines)
    return setting


async def _round(setting: Setting, number: int, lines: Sequence[Sequence[BotProcess | Mishap]]) -> None:
    if setting.matches == 1:
        played = [await _timed(_fixture(setting.seats, f"{number} {match}"), lines[0]) for match in range(ALONE)]
        setting.arena.append([time for stamps, _ in played for time in _between(stamps)])
        setting.engine.append([time for _, record in played for time in _between(_engine(record))])
        return
    stamps: list[float] = []

    async def play(match: int, bots: Sequence[BotProcess | Mishap]) -> None:
        stamps.extend((await _timed(_fixture(setting.seats, f"{number} {setting.matches} {match}"), bots))[0])

    async with trio.open_nursery() as nursery:
        for match, bots in enumerate(lines):
            nursery.start_soon(play, match, bots)
    setting.arena.append(_between(sorted(stamps)))


def _between(stamps: Sequence[float]) -> list[float]:
    """From answer to answer: everything in between is the cost of a decision."""
    return [after - before for before, after in pairwise(stamps)]


def _fixture(seats: int, word: str) -> Fixture:
    return Fixture(match=word, game="mlem", options="base", bots=(BOT.name,) * seats, seed=seed_of(word))


class Timed:
    """A player, and when it was asked."""

    def __init__(self, player: Player, stamps: list[float]) -> None:
        self._player = player
        self._stamps = stamps

    async def begin(self, start: Start) -> Mishap | None:
        return await self._player.begin(start)

    def choose(self, ask: Ask) -> Coroutine[Any, Any, Answer]:
        self._stamps.append(perf_counter())
        return self._player.choose(ask)

    async def end(self, over: Over) -> None:
        await self._player.end(over)

    def dismiss(self) -> None:
        self._player.dismiss()

    def besides(self) -> Besides:
        return self._player.besides()


async def _timed(fixture: Fixture, bots: Sequence[BotProcess | Mishap]) -> tuple[list[float], Record]:
    """A match and its record as bytes, and when it had its answers."""
    stamps: list[float] = []
    players = [bot if isinstance(bot, Mishap) else Timed(bot, stamps) for bot in bots]
    record = await Table(fixture, players).play()
    dump(record)
    for bot in bots:
        if isinstance(bot, BotProcess):
            bot.transcript.clear()
    assert set(record.result.ended) == {"played"}
    return stamps, record


def _engine(record: Record) -> list[float]:
    """The rules' own work in the same match: when they are done with each decision."""
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
    return stamps


def _ping(pongs: Sequence[Pong]) -> list[float]:
    stamps = [perf_counter()]
    for ask, pong in zip(pongs[0].asks, cycle(pongs), strict=False):
        pong.ask(ask)
        stamps.append(perf_counter())
    return _between(stamps)


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


async def _messages(seats: int) -> list[tuple[Any, Any]]:
    """All that is asked and answered in one match."""
    heard: list[tuple[Any, Any]] = []
    await Table(_fixture(seats, "messages"), [Listener(load(BOT), heard) for _ in range(seats)]).play()
    return heard


def _told(where: str, settings: Sequence[Setting]) -> Iterator[str]:
    alone, most = settings[0], settings[-1]
    yield f"\nA decision at a table of {alone.seats}, all on {where}: microseconds, and times the bare ping-pong\n"
    without = [[a - b for a, b in zip(*pair, strict=True)] for pair in zip(alone.arena, alone.engine, strict=True)]
    rows = [["bare ping-pong, 1 bot", *_percentiles(alone.one), "", ""]]
    rows += [[f"bare ping-pong, {one.bots} in turn", *_row(one.bare, one), ""] for one in settings]
    rows.append(["the rules alone", *_percentiles(alone.engine), "", ""])
    rows.append(["1 match without the rules", *_row(without, alone), _times(without, alone.bare)])
    rows += [
        [f"{one.matches} at once, {one.bots} bots", *_row(one.arena, one), _times(one.arena, one.bare)]
        for one in settings
    ]
    heads = ["", "p50", "p99", "p99.9", "p50, times 1 bot", "times as many"]
    yield tabulate(rows, heads, disable_numparse=True, colalign=("left", *["right"] * 5))
    yield ""
    if where == "one core":
        yield _aim("without the rules' own work", without, alone, TAKEN_OUT, always_the_same=alone.seats == 2)
        yield _aim("with it", alone.arena, alone, WHOLE, always_the_same=True)
    few, many = (median(map(_mean_ratio, one.arena, one.bare)) for one in (alone, most))
    yield judged(
        f"on average no dearer at {most.matches} matches than at 1, each beside the ping-pong of as many bots",
        many <= STEADY * few,
        f"{many:.2f} against {few:.2f} times",
    )


def _aim(what: str, ours: Slices, setting: Setting, most: float, *, always_the_same: bool) -> str:
    yardsticks = [
        (median(_ratios(ours, setting.one)), "that of always the same bot"),
        (median(_ratios(ours, setting.bare)), f"that of {setting.bots} bots in turn"),
    ]
    (found, judge), (other, beside) = yardsticks if always_the_same else reversed(yardsticks)
    aim = f"a decision, p50, {what}, at most {most} times the bare ping-pong, {judge}"
    return judged(aim, found <= most, f"{found:.2f} times, and {other:.2f} times {beside}")


def _mean_ratio(ours: Sequence[float], bare: Sequence[float]) -> float:
    return mean(ours) / mean(bare)


def _ratios(ours: Slices, bare: Slices) -> list[float]:
    return [median(a) / median(b) for a, b in zip(ours, bare, strict=True)]


def _times(ours: Slices, bare: Slices) -> str:
    return spread(_ratios(ours, bare), ".2f")


def _row(ours: Slices, setting: Setting) -> list[str]:
    return [*_percentiles(ours), _times(ours, setting.one)]


def _percentiles(each: Slices) -> list[str]:
    cuts = quantiles((time for times in each for time in times), n=1000)
    return [f"{cuts[cut - 1] * 1e6:.0f}" for cut in (500, 990, 999)]
