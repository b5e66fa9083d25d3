"""What the arena adds to the start of a bot, beside a `Popen` of the same program in the same run."""

import subprocess
from collections.abc import Iterator
from statistics import median
from time import perf_counter

import msgpack
import msgspec
import trio
from tabulate import tabulate

from arena.bot_process import BotProcess, open_bot
from arena.clock import Metronome
from arena.isolation.levels import Isolation
from arena.keepers import Keepers, open_keepers
from arena.manifest import Manifest, find
from arena.referee import metronome
from tests.bench.slices import Effort, judged, spread

BOT = find("random")
STARTING = 1.3  # aim: times the bare way
HELLO = msgpack.packb({"type": "hello", "protocol": 1, "arena": "bench"})
BYE = msgpack.packb({"type": "bye"})


def run(effort: Effort) -> Iterator[str]:
    yield from trio.run(_starts, effort)


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
    return ["\nStarting a bot, and starting and ending it\n", table, "", judged(aim, limits <= STARTING, found)]


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
