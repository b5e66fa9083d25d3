"""Bots that stay warm for match after match."""

import sys
from pathlib import Path

import pytest

from arena import lineup
from arena.bot_process import BotProcess
from arena.fixture import Fixture, seed_of
from arena.keepers import open_keepers
from arena.lineup import Stable, line_up, open_stable
from arena.manifest import Manifest, find
from arena.match import Table
from arena.record import Record, core
from arena.referee import metronome
from protocol import Fault

START = 10.0
BOTS = ["random"] * 3


def fixture(*bots: str, match: str = "test", seed: str = "1") -> Fixture:
    return Fixture(match=match, game="mlem", options="base", bots=bots, seed=seed_of(seed))


async def as_processes(match: Fixture) -> Record:
    async with metronome() as beat, line_up([find(bot) for bot in match.bots], beat, START) as bots:
        return await Table(match, bots).play()


@pytest.fixture
def tired(tmp_path: Path) -> Manifest:
    """Plays one match well and fails in its second; with the argument `leave`, it leaves after the first."""
    (tmp_path / "bot.py").write_text("""
import sys
from arena.sdk import run
matches = []
class Tired:
    def __init__(self, start): matches.append(start)
    def choose(self, ask): return ask["legal"][0] if len(matches) == 1 else sys.exit(4)
    def over(self, over): "leave" in sys.argv and sys.exit()
run(Tired)
""")
    return Manifest(name="tired", command=(sys.executable, "bot.py"), folder=tmp_path)


async def play(stable: Stable, match: str, *bots: str) -> tuple[Record, list[int]]:
    """A match, and the processes that played it."""
    players = await stable.bots()
    record = await Table(fixture(*bots, match=match), players).play()
    await stable.retire(record.result.ended)
    return record, [bot.process.pid for bot in players if isinstance(bot, BotProcess)]


async def test_bots_that_stay_have_the_same_records_as_new_ones() -> None:
    matches = [fixture(*BOTS, match=f"m{number}", seed=str(number)) for number in range(4)]
    async with metronome() as beat, line_up([find(bot) for bot in BOTS], beat, START) as bots:
        records = [core(await Table(match, bots).play()) for match in matches]
    assert records == [core(await as_processes(match)) for match in matches]


async def test_a_stable_keeps_its_bots() -> None:
    async with (
        metronome() as beat,
        open_keepers() as keepers,
        open_stable([find(bot) for bot in BOTS], beat, START, keepers=keepers) as stable,
    ):
        played = [await play(stable, f"m{number}", *BOTS) for number in range(3)]
    assert all(record.result.ended == ("played",) * 3 for record, _ in played)
    assert len({tuple(pids) for _, pids in played}) == 1


async def test_a_bot_is_opened_anew_before_its_limit_of_cpu_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lineup, "SPENT", 0.0)
    async with metronome() as beat, open_stable([find(bot) for bot in BOTS], beat, START) as stable:
        played = [await play(stable, f"m{number}", *BOTS) for number in range(2)]
    assert [record.result.ended for record, _ in played] == [("played",) * 3] * 2
    assert set(played[0][1]).isdisjoint(played[1][1])


async def test_a_bot_that_lost_its_seat_is_opened_anew_and_the_others_stay(tired: Manifest) -> None:
    bots = ("tired", "random")
    async with metronome() as beat, open_stable([tired, find("random")], beat, START) as stable:
        played = [await play(stable, f"m{number}", *bots) for number in range(4)]
    assert [record.result.ended[0] for record, _ in played] == ["played", Fault.EXITED, "played", Fault.EXITED]
    first, second = zip(*(pids for _, pids in played), strict=True)
    assert first[0] == first[1] != first[2] == first[3]
    assert len(set(second)) == 1


async def test_a_bot_that_leaves_after_a_match_is_opened_anew(tired: Manifest) -> None:
    leaving = Manifest(name="tired", command=(*tired.command, "leave"), folder=tired.folder)
    async with metronome() as beat, open_stable([leaving, find("random")], beat, START) as stable:
        for number in range(3):
            [bot, _] = await stable.bots()
            record, _ = await play(stable, f"m{number}", "tired", "random")
            assert record.result.ended == ("played", "played")
            assert isinstance(bot, BotProcess)
            await bot._gone.wait()


async def test_a_bot_that_cannot_be_started_is_tried_again_at_every_match() -> None:
    missing = Manifest(name="missing", command=("/no/such/program",), isolation=find("random").isolation.NONE)
    async with metronome() as beat, open_stable([missing, find("random")], beat, START) as stable:
        for number in range(2):
            record, pids = await play(stable, f"m{number}", "missing", "random")
            assert record.result.ended == (Fault.START_FAILED, "played")
            assert len(pids) == 1
