"""From a fixture to its record: the bots opened, the match played, failures kept, nothing left running."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from enum import StrEnum
from pathlib import Path

import trio
from msgspec import Struct

from arena import capsule
from arena.bot_process import BotProcess, open_bot
from arena.clock import Metronome
from arena.fixture import Fixture
from arena.inprocess import cannot_load
from arena.keepers import Keepers, open_keepers
from arena.lineup import Stall, line_up, line_up_in_process
from arena.manifest import Manifest
from arena.match import Table
from arena.player import ArenaFailure, Mishap
from arena.record import Record
from protocol.faults import PLAYED


class Bots(StrEnum):
    """How the bots come to a match."""

    FRESH = "fresh"  # started for it
    FORK = "fork"  # the same for trusted Python bots, but forked from a process that has loaded them: much faster
    REUSE = "reuse"  # kept warm from match to match
    IN_PROCESS = "in-process"  # trusted Python bots inside the arena's own process


class Absence(Struct, frozen=True):
    """Why a bot is not ready."""

    detail: str
    log: str = ""  # what it wrote to stderr


class Played(Struct, frozen=True):
    """A match that was played, and the capsules of what failed in it."""

    record: Record
    capsules: tuple[Path, ...] = ()
    unkept: str = ""  # why a capsule could not be written, if one could not


@asynccontextmanager
async def open_referee(bots: Bots = Bots.FRESH) -> AsyncIterator["Referee"]:
    """Whoever plays matches one after another, with the clock and all bots that outlive a match."""
    async with metronome() as beat, open_keepers() as keepers, trio.open_nursery() as nursery:
        referee = Referee(bots, beat, keepers, nursery)
        yield referee
        await referee.close()


@asynccontextmanager
async def metronome() -> AsyncIterator[Metronome]:
    """The clock of all matches that are played inside."""
    async with trio.open_nursery() as nursery:
        beat = Metronome()
        nursery.start_soon(beat.run)
        yield beat
        nursery.cancel_scope.cancel()


class Referee:
    """Plays one match after another."""

    def __init__(self, bots: Bots, beat: Metronome, keepers: Keepers, nursery: trio.Nursery) -> None:
        self._bots = bots
        self._beat = beat
        self._keepers = keepers
        self._nursery = nursery
        self._stalls: dict[tuple[Manifest, int], Stall] = {}

    async def play(
        self,
        fixture: Fixture,
        manifests: Sequence[Manifest],
        *,
        capsules: Sequence[Path | None] = (),  # by seat, the folder for what is kept of a failure
        logs: Path | None = None,  # a folder for all that bots write to stderr, if each plays one match
    ) -> Played:
        """Play a match. Raises `ArenaFailure` if it does not count."""
        with _one_failure():
            return await self._play(fixture, manifests, capsules, logs)

    async def greet(self, manifest: Manifest, allowance: float) -> Absence | None:
        """Start a bot as for a match, and say hello and bye; None if it was ready. Raises `ArenaFailure`."""
        with _one_failure():
            return await self._greet(manifest, allowance)

    async def close(self) -> None:
        """Say bye to the bots that were kept."""
        async with trio.open_nursery() as nursery:
            for stall in self._stalls.values():
                nursery.start_soon(stall.empty)

    async def _greet(self, manifest: Manifest, allowance: float) -> Absence | None:
        if self._bots is Bots.IN_PROCESS:
            why = cannot_load(manifest)
            return Absence(why) if why else None
        keepers = self._keepers if self._bots is Bots.FORK else None
        async with open_bot(manifest, self._beat, keepers) as bot:
            if isinstance(bot, Mishap):
                return Absence(bot.detail)
            mishap = await bot.greet(allowance)
            if mishap:
                return Absence(mishap.detail, bot.process.last_words())
            await bot.farewell()
        return None

    async def _play(
        self, fixture: Fixture, manifests: Sequence[Manifest], capsules: Sequence[Path | None], logs: Path | None
    ) -> Played:
        if self._bots is Bots.IN_PROCESS:
            return Played(await Table(fixture, line_up_in_process(manifests)).play())
        if self._bots is Bots.REUSE:
            return await self._play_again(fixture, manifests, capsules)
        keepers = self._keepers if self._bots is Bots.FORK else None
        async with line_up(manifests, self._beat, fixture.budget.start, keepers=keepers) as bots:
            for seat, bot in enumerate(bots):
                if logs and isinstance(bot, BotProcess):
                    bot.process.log_kept_at = logs / f"seat{seat}.log"
            record = await Table(fixture, bots).play()
            return _played(record, capsules, bots, manifests)

    async def _play_again(
        self, fixture: Fixture, manifests: Sequence[Manifest], capsules: Sequence[Path | None]
    ) -> Played:
        """With the bots of earlier matches; who loses the seat is not kept."""
        stalls = [self._stall(manifest, manifests[:seat], fixture) for seat, manifest in enumerate(manifests)]
        async with trio.open_nursery() as nursery:
            for stall in stalls:
                nursery.start_soon(stall.fill, self._nursery)
        bots = [stall.bot for stall in stalls]
        record = await Table(fixture, bots).play()
        played = _played(record, capsules, bots, manifests)
        for stall, ended in zip(stalls, record.result.ended, strict=True):
            if ended != PLAYED:
                await stall.empty()
        return played

    def _stall(self, manifest: Manifest, before: Sequence[Manifest], fixture: Fixture) -> Stall:
        """The stall of a bot; one more for each seat that the same bot has in a match."""
        key = (manifest, before.count(manifest))
        if key not in self._stalls:
            self._stalls[key] = Stall(manifest, self._beat, fixture.budget.start)
        return self._stalls[key]


def _played(
    record: Record, folders: Sequence[Path | None], bots: Sequence[BotProcess | Mishap], manifests: Sequence[Manifest]
) -> Played:
    """The match, with what there is of each failure kept where there is a folder for it. That is a by-product: the
    match counts, whether it can be written or not."""
    paths, unkept = list[Path](), ""
    for seat in sorted({fault.seat for fault in record.faults()}) if folders else []:
        bot, folder = bots[seat], folders[seat]
        if folder and isinstance(bot, BotProcess):
            try:
                paths.append(capsule.write(folder, record, seat, bot, manifests[seat]))
            except OSError as error:
                unkept = f"{error.filename or folder}: {error.strerror or error}"
    return Played(record, tuple(paths), unkept)


@contextmanager
def _one_failure() -> Iterator[None]:
    """However the arena failed inside, and in how many tasks: it has failed."""
    failures: list[BaseException] = []
    try:
        yield
    except* ArenaFailure as group:
        failures += _leaves(group)
    if failures:
        raise ArenaFailure("; ".join(map(str, failures)))


def _leaves(error: BaseException) -> list[BaseException]:
    """The failures themselves, out of the groups that nurseries wrap around them."""
    if isinstance(error, BaseExceptionGroup):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [error]
