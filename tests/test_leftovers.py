"""After any match, however it ended, nothing of it is left: no process, dead or alive, no open file, no folder."""

import errno
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from msgspec import Struct

from arena import process
from arena.bot_process import BotProcess, open_bot
from arena.inprocess import InProcess, load
from arena.match import Table
from arena.player import ArenaFailure, Mishap, Player
from arena.process import Process
from protocol.words import Ask, Budget, BudgetLeft, Start
from tests.matches import RANDOM, bearers, bury, children, fixture, marked, open_files, play, rogue, ticking

PATIENT = Budget(start=5.0, decision=30.0, bank=0.0)


class Room(Struct, frozen=True):
    """What was here before, and how our bots and all that they start can be told."""

    mark: str
    folder: Path
    files: int
    children: set[int]

    def left(self) -> dict[str, object]:
        """What is here now and was not before."""
        found = {
            "processes": bearers(self.mark),
            "children": children() - self.children,
            "files": open_files() - self.files,
            "folders": os.listdir(self.folder),
        }
        return {what: which for what, which in found.items() if which}


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    trio.run(trio.sleep, 0)
    with marked() as mark:
        known = children()
        yield Room(mark, folder, open_files(), known)
        bury((bearers(mark) | children()) - known)
    subprocess.run(["rm", "-rf", folder], check=True, timeout=60)  # deeper than Python could


def run_match(*names: str) -> None:
    bots = [rogue(name) if name != "random" else RANDOM for name in names]

    async def main() -> None:
        async with ticking() as metronome:
            await play(bots, fixture(bots), metronome)

    trio.run(main)


def test_a_match_leaves_nothing(room: Room) -> None:
    run_match("random", "random")
    assert room.left() == {}


@pytest.mark.parametrize("name", ["leave_children", "cpu_children", "hold_stdout", "crash", "stop_self"])
def test_a_bot_leaves_no_process_dead_or_alive(room: Room, name: str) -> None:
    run_match("random", name)
    assert room.left() == {}


def test_folders_deeper_than_a_program_can_walk_are_cleared_away_too(room: Room) -> None:
    """Row E8."""
    run_match("random", "deep_folders")
    assert room.left() == {}


def test_a_bot_that_went_while_a_child_holds_its_stdout_is_noticed_at_once(room: Room) -> None:
    bots = [RANDOM, rogue("hold_stdout_later")]

    async def main() -> None:
        async with ticking() as metronome:
            with trio.fail_after(10):
                record = await play(bots, fixture(bots, budget=PATIENT), metronome)
            assert [fault.fault for fault in record.faults()] == ["exited"]

    trio.run(main)


@pytest.mark.parametrize("seconds", [1.0, pytest.param(12.0, marks=pytest.mark.proof)])
def test_a_bot_lives_as_long_as_its_match(room: Room, seconds: float) -> None:
    """Row T11: a parent-death signal belongs to a thread, and trio ends its idle threads after ten seconds."""

    async def main() -> None:
        async with ticking() as metronome, open_bot(RANDOM, metronome) as bot:
            assert isinstance(bot, BotProcess)
            assert await bot.greet(20.0) is None
            await bot.begin(Start("m", "none", 1, {}, {}, 0, 2, PATIENT, 1))
            await trio.sleep(seconds)
            answer = await bot.choose(Ask("m", 0, {}, [{"do": "nothing"}], [], BudgetLeft(5.0, 0.0)))
            assert not isinstance(answer.said, Mishap)

    trio.run(main)
    assert room.left() == {}


@pytest.mark.parametrize("times", [15, pytest.param(400, marks=pytest.mark.proof)])
@pytest.mark.parametrize("longest", [0.012, 0.3])
def test_a_match_that_is_cancelled_leaves_nothing(room: Room, times: int, longest: float) -> None:
    """Row T12: at any moment, from before the bots have started to the middle of the game."""
    bots = [rogue("sleep_forever"), RANDOM, rogue("leave_children")]
    chance = random.Random(1)

    async def main() -> None:
        async with ticking() as metronome:
            for _ in range(times):
                with trio.move_on_after(chance.uniform(0.0, longest)):
                    await play(bots, fixture(bots, budget=PATIENT), metronome)

    trio.run(main)
    assert room.left() == {}


@pytest.mark.parametrize("times", [1, pytest.param(30, marks=pytest.mark.proof)])
def test_bots_die_with_an_arena_that_is_killed(room: Room, times: int) -> None:
    """Their scratch folders stay then: nobody is left to clear them away."""
    for _ in range(times):
        command = [sys.executable, "-P", "-m", "tests.test_leftovers"]
        arena = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ | {"TMPDIR": str(room.folder)})
        assert arena.stdout
        assert arena.stdout.readline() == b"playing\n"
        assert len(bearers(room.mark)) >= 3
        arena.send_signal(signal.SIGKILL)
        arena.wait()
        arena.stdout.close()
        end = time.monotonic() + 2.0
        while bearers(room.mark) and time.monotonic() < end:
            time.sleep(0.01)
        assert bearers(room.mark) == set()


async def match_without_end() -> None:
    """A match of bots that do not care whether their stdin is still open."""
    bots = [rogue("sleep_forever"), rogue("sleep_forever")]
    async with ticking() as metronome, trio.open_nursery() as nursery:
        nursery.start_soon(play, bots, fixture(bots, budget=PATIENT), metronome)
        await trio.sleep(0.5)
        print("playing", flush=True)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENOMEM])
def test_an_arena_that_runs_out_of_something_leaves_nothing(
    room: Room, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row R19: the program has started, and then there is no file left to watch it with."""

    class NoMeter:
        def __init__(self, pid: int) -> None:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(process, "Meter", NoMeter)

    async def main() -> None:
        async with ticking() as metronome:
            with pytest.raises(ArenaFailure):
                await play([RANDOM] * 2, fixture([RANDOM] * 2), metronome)

    trio.run(main)
    assert room.left() == {}


@pytest.mark.parametrize("what", ["pidfd_open", "mkfifo"])
def test_an_arena_that_cannot_start_a_bot_keeps_no_file_open(
    room: Room, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with monkeypatch.context() as patch:
        patch.setattr(os, what, fail)
        with pytest.raises(OSError, match="Too many open files"):
            Process(RANDOM.command)
    assert room.left() == {}


def test_a_match_inside_our_own_process_keeps_no_file_open(room: Room) -> None:
    async def main() -> None:
        for _ in range(5):
            players: list[Player | Mishap] = [InProcess(load(RANDOM)) for _ in range(2)]
            await Table(fixture([RANDOM] * 2), players).play()

    trio.run(main)
    assert room.left() == {}


@pytest.mark.parametrize("trap", ["link", "gone"])
def test_what_a_bot_wrote_is_read_from_its_log_and_from_nowhere_else(room: Room, trap: str, tmp_path: Path) -> None:
    """Row E8: the folder of the log is the bot's own."""
    secret = tmp_path / "secret"
    secret.write_text("the missions of seat 1")
    manifest = rogue("log_trap", *([str(secret)] if trap == "link" else []))

    async def main() -> None:
        async with ticking() as metronome, open_bot(manifest, metronome) as bot:
            assert isinstance(bot, BotProcess)
            assert await bot.greet(20.0) is None
            await bot.begin(Start("m", "none", 1, {}, {}, 0, 2, PATIENT, 1))
            await bot.choose(Ask("m", 0, {"seat": 0}, [{"do": "nothing"}], [], BudgetLeft(5.0, 0.0)))
            assert "missions" not in bot.process.last_words()

    trio.run(main)
    assert room.left() == {}


if __name__ == "__main__":
    trio.run(match_without_end)
