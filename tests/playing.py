"""The shortest ways to a record of house bots."""

import trio

from arena.fixture import BUDGET, Fixture, seed_of
from arena.manifest import find
from arena.record import Record
from arena.referee import Bots, open_referee
from protocol.words import Budget


def fixture(*bots: str, variants: str = "base", seed: str = "1", budget: Budget = BUDGET) -> Fixture:
    return Fixture(match="test", game="mlem", options=variants, bots=bots, seed=seed_of(seed), budget=budget)


def played(*bots: str, variants: str = "base", seed: str = "1") -> Record:
    """A match inside our own process: fast, and the same record as by processes."""
    return trio.run(record_of, fixture(*bots, variants=variants, seed=seed), Bots.IN_PROCESS)


async def record_of(match: Fixture, bots: Bots) -> Record:
    async with open_referee(bots) as referee:
        return (await referee.play(match, [find(bot) for bot in match.bots])).record
