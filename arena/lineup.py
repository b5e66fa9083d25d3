"""The bots of a match, opened together and closed together; or kept for match after match."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import trio

from arena.bot_process import BotProcess, open_bot
from arena.clock import Metronome
from arena.inprocess import InProcess, load
from arena.isolation.limits import LIMITS
from arena.keepers import Keepers
from arena.manifest import Manifest
from arena.player import Mishap, Player

SPENT = LIMITS.cpu / 2  # seconds of CPU time after which a bot that is kept is started anew, lest its limit end it


@asynccontextmanager
async def line_up(
    manifests: Sequence[Manifest], metronome: Metronome, allowance: float, *, keepers: Keepers | None = None
) -> AsyncIterator[list[BotProcess | Mishap]]:
    """Start all bots and greet them; at the end, say bye to all and leave nothing running."""
    async with AsyncExitStack() as stack:
        bots = [await stack.enter_async_context(open_bot(manifest, metronome, keepers)) for manifest in manifests]
        async with trio.open_nursery() as nursery:
            for bot in bots:
                if isinstance(bot, BotProcess):
                    nursery.start_soon(bot.greet, allowance)
        yield bots
        async with trio.open_nursery() as nursery:
            for bot in bots:
                if isinstance(bot, BotProcess):
                    nursery.start_soon(bot.farewell)


class Stall:
    """The place of a bot that stays warm from match to match."""

    def __init__(self, manifest: Manifest, metronome: Metronome, allowance: float) -> None:
        self._open = partial(open_bot, manifest, metronome)
        self._allowance = allowance
        self._bot: BotProcess | Mishap | None = None
        self._leave = self._left = trio.Event()

    @property
    def bot(self) -> BotProcess | Mishap:
        assert self._bot, "the stall is empty"
        return self._bot

    async def fill(self, nursery: trio.Nursery) -> None:
        """Have a bot here that can play."""
        if isinstance(self._bot, BotProcess) and (self._bot.process.status is not None or self._bot.used > SPENT):
            await self.empty()
        if self._bot is None:
            self._leave, self._left = trio.Event(), trio.Event()
            self._bot = await nursery.start(self._keep)

    async def empty(self) -> None:
        """Have none any more."""
        if self._bot:
            self._leave.set()
            await self._left.wait()
            self._bot = None

    async def _keep(self, *, task_status: trio.TaskStatus[BotProcess | Mishap]) -> None:
        """A task for each bot, because they do not leave in the order in which they came."""
        async with self._open() as bot:
            if isinstance(bot, BotProcess):
                await bot.greet(self._allowance)
            task_status.started(bot)
            await self._leave.wait()
            if isinstance(bot, BotProcess):
                await bot.farewell()
        self._left.set()


def line_up_in_process(manifests: Sequence[Manifest]) -> list[Player | Mishap]:
    """The same, for trusted Python bots inside our own process."""
    return [InProcess(load(manifest)) for manifest in manifests]
