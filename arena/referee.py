"""From a fixture to its record: the bots opened, the match played, failures kept, nothing left running."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio
from msgspec import Struct

from arena import capsule
from arena.bot_process import BotProcess
from arena.clock import Metronome
from arena.fixture import Fixture
from arena.lineup import line_up, line_up_in_process
from arena.manifest import Manifest
from arena.match import Table
from arena.record import Record


class Played(Struct, frozen=True):
    """A match that was played, and the capsules of what failed in it."""

    record: Record
    capsules: tuple[Path, ...] = ()


@asynccontextmanager
async def metronome() -> AsyncIterator[Metronome]:
    """The clock of all matches that are played inside."""
    async with trio.open_nursery() as nursery:
        beat = Metronome()
        nursery.start_soon(beat.run)
        yield beat
        nursery.cancel_scope.cancel()


async def play(
    fixture: Fixture, manifests: Sequence[Manifest], beat: Metronome, *, capsules: Path | None = None
) -> Played:
    """Play a match of bots as processes, each started for it and ended with it."""
    async with line_up(manifests, beat, fixture.budget.start) as bots:
        record = await Table(fixture, bots).play()
        failed = sorted({fault.seat for fault in record.faults()})
        if capsules is None or not failed:
            return Played(record)
        paths = [
            capsule.write(capsules, record, seat, bot, manifests[seat])
            for seat in failed
            if isinstance(bot := bots[seat], BotProcess)
        ]
        return Played(record, tuple(paths))


async def play_in_process(fixture: Fixture, manifests: Sequence[Manifest]) -> Played:
    """Play a match of trusted Python bots inside our own process."""
    return Played(await Table(fixture, line_up_in_process(manifests)).play())
