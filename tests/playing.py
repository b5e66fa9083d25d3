"""The shortest ways to a record of house bots."""

from collections.abc import Sequence

import trio

from arena.fixture import BUDGET, Fixture, seed_of
from arena.manifest import find
from arena.record import Record
from arena.referee import metronome, play, play_in_process
from protocol.words import Budget


def fixture(*bots: str, variants: str = "base", seed: str = "1", budget: Budget = BUDGET) -> Fixture:
    return Fixture(match="test", game="mlem", options=variants, bots=bots, seed=seed_of(seed), budget=budget)


def played(*bots: str, variants: str = "base", seed: str = "1") -> Record:
    """A match inside our own process: fast, and the same record as by processes."""
    match = fixture(*bots, variants=variants, seed=seed)
    return trio.run(play_in_process, match, [find(bot) for bot in bots]).record


async def as_processes(match: Fixture, bots: Sequence[str]) -> Record:
    async with metronome() as beat:
        return (await play(match, [find(bot) for bot in bots], beat)).record
