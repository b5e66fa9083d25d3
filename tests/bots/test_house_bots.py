"""Every house bot plays every game that there is, without a fault, and the same way again for the same seed."""

import re
import resource
from collections.abc import Sequence
from pathlib import Path

import pytest
import trio

from arena.fixture import Fixture
from arena.games.mlem import MLEM
from arena.manifest import find, house_bots
from arena.record import Record
from arena.referee import Bots, open_referee
from bots._thinking import Thinking
from bots.search import Search
from tests.playing import fixture, played

HOUSE = tuple(house_bots())
RANKS = ("random", "cautious", "bold", "greedy", "planner", "search")  # the weakest first
TIMELESS = tuple("search --work 10" if bot == "search" else bot for bot in HOUSE)  # none that looks at the clock
VARIANTS = tuple(str(options) for options in MLEM.every)
MEMORY = 150 * 1024  # KiB that the largest process of a bot may have had
DOCS = Path(__file__).parents[2] / "docs" / "bots.md"


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside our process, too, the search counts its looks."""
    monkeypatch.setattr(Search, "thinking", Thinking(looks=10))


def table(number: int, seats: int, bots: Sequence[str] = HOUSE) -> tuple[str, ...]:
    """The house bots in turn, another one first at every table."""
    return tuple(bots[(number + seat) % len(bots)] for seat in range(seats))


def trouble(record: Record) -> list[str]:
    return [f"seat {fault.seat}: {fault.fault}, {fault.detail}" for fault in record.faults()]


@pytest.mark.parametrize(("number", "variants"), list(enumerate(VARIANTS)))
def test_they_play_every_variant(number: int, variants: str) -> None:
    record = played(*table(number, 2 + number % 4), variants=variants)
    assert trouble(record) == []


@pytest.mark.parametrize("bot", HOUSE)
def test_each_plays_against_itself(bot: str) -> None:
    assert trouble(played(bot, bot, variants="ufo+exploration+missions")) == []


@pytest.mark.parametrize("bot", HOUSE)
def test_the_same_match_is_played_the_same_way(bot: str) -> None:
    first, again = (played(bot, "greedy", variants="ufo+exploration+missions", seed="again") for _ in range(2))
    assert first.steps == again.steps


async def test_as_processes_they_play_the_same_match() -> None:
    seats = max(MLEM.seats)
    match = fixture(*table(1, seats), variants="ufo+exploration+missions")
    async with open_referee(Bots.FRESH) as referee:
        record = (await referee.play(match, [find(bot) for bot in table(1, seats, TIMELESS)])).record
    async with open_referee(Bots.IN_PROCESS) as referee:
        inside = (await referee.play(match, [find(bot) for bot in match.bots])).record
    assert trouble(record) == []
    assert record.steps == inside.steps


def test_the_document_describes_every_bot() -> None:
    assert re.findall(r"^## `(\w+)`", DOCS.read_text("utf-8"), re.MULTILINE) == sorted(HOUSE, key=RANKS.index)


@pytest.mark.proof
def test_a_thousand_matches_as_processes_are_without_fault_and_small() -> None:
    settings = [(variants, seats) for variants in VARIANTS for seats in MLEM.seats]
    matches = [
        fixture(
            *table(number, settings[number % len(settings)][1], TIMELESS),
            variants=settings[number % len(settings)][0],
            seed=f"{number}",
        )
        for number in range(1000)
    ]
    faults = trio.run(_play_all, matches)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(f"{len(matches)} matches of {', '.join(TIMELESS)}: {len(faults)} faults")
    print(f"largest process {largest / 1024:.0f} MiB")
    assert faults == []
    assert largest < MEMORY


async def _play_all(matches: list[Fixture]) -> list[str]:
    faults = []
    async with open_referee(Bots.REUSE) as referee:
        for match in matches:
            record = (await referee.play(match, [find(bot) for bot in match.bots])).record
            faults += [f"{match.options}, seed {match.seed.hex()[:8]}, {what}" for what in trouble(record)]
    return faults
