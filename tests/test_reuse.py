"""Bots that stay warm for match after match."""

import sys
from pathlib import Path

import pytest

from arena import lineup
from arena.bot_process import BotProcess
from arena.fixture import Fixture, seed_of
from arena.manifest import Manifest, find
from arena.record import Record, core
from arena.referee import Bots, Referee, open_referee
from protocol import Fault

BOTS = ("random",) * 3


def fixture(*bots: str, number: int = 0) -> Fixture:
    return Fixture(match=f"m{number}", game="mlem", options="base", bots=bots, seed=seed_of(str(number)))


async def play(referee: Referee, number: int, *bots: Manifest) -> Record:
    match = fixture(*[bot.name for bot in bots], number=number)
    return (await referee.play(match, bots)).record


def kept(referee: Referee) -> list[int]:
    """The processes that wait for their next match."""
    bots = [stall._bot for stall in referee._stalls.values()]
    return [bot.process.pid for bot in bots if isinstance(bot, BotProcess)]


@pytest.fixture
def tired(tmp_path: Path) -> Manifest:
    """Plays one match well and fails in its second; with the argument `leave`, it leaves after the first. It writes
    down in which process it plays."""
    (tmp_path / "bot.py").write_text("""
import os, sys
from arena.sdk import run
matches = []
class Tired:
    def __init__(self, start):
        matches.append(start)
        with open("pids", "a") as file: print(os.getpid(), file=file)
    def choose(self, ask): return ask["legal"][0] if len(matches) == 1 else sys.exit(4)
    def over(self, over): "leave" in sys.argv and sys.exit()
run(Tired)
""")
    return Manifest(name="tired", command=(sys.executable, "bot.py"), folder=tmp_path)


def pids(tired: Manifest) -> list[str]:
    assert tired.folder
    return (tired.folder / "pids").read_text().split()


async def test_bots_that_stay_have_the_same_records_as_new_ones_in_the_same_processes() -> None:
    bots = [find(bot) for bot in BOTS]
    async with open_referee(Bots.REUSE) as warm, open_referee() as fresh:
        first = core(await play(warm, 0, *bots))
        processes = kept(warm)
        records = [first, *[core(await play(warm, number, *bots)) for number in range(1, 4)]]
        assert len(processes) == 3
        assert kept(warm) == processes
        assert records == [core(await play(fresh, number, *bots)) for number in range(4)]


async def test_a_bot_is_opened_anew_before_its_limit_of_cpu_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lineup, "SPENT", 0.0)
    bots, processes = [find(bot) for bot in BOTS], []
    async with open_referee(Bots.REUSE) as referee:
        for number in range(2):
            assert (await play(referee, number, *bots)).result.ended == ("played",) * 3
            processes.append(kept(referee))
    assert set(processes[0]).isdisjoint(processes[1])


async def test_a_bot_that_lost_its_seat_is_opened_anew_and_the_others_stay(tired: Manifest) -> None:
    ended, others = [], set()
    async with open_referee(Bots.REUSE) as referee:
        for number in range(4):
            ended.append((await play(referee, number, tired, find("random"))).result.ended[0])
            others.add(kept(referee)[-1])
    assert ended == ["played", Fault.EXITED, "played", Fault.EXITED]
    one, two, three, four = pids(tired)
    assert one == two != three == four
    assert len(others) == 1


async def test_a_bot_that_leaves_after_a_match_is_opened_anew(tired: Manifest) -> None:
    leaving = Manifest(name="tired", command=(*tired.command, "leave"), folder=tired.folder)
    async with open_referee(Bots.REUSE) as referee:
        for number in range(3):
            assert (await play(referee, number, leaving, find("random"))).result.ended == ("played", "played")
            bot = next(iter(referee._stalls.values())).bot
            assert isinstance(bot, BotProcess)
            await bot._gone.wait()
    assert len(set(pids(tired))) == 3


async def test_a_bot_that_cannot_be_started_is_tried_again_at_every_match() -> None:
    missing = Manifest(name="missing", command=("/no/such/program",), isolation=find("random").isolation.NONE)
    async with open_referee(Bots.REUSE) as referee:
        for number in range(2):
            record = await play(referee, number, missing, find("random"))
            assert record.result.ended == (Fault.START_FAILED, "played")
            assert len(kept(referee)) == 1
