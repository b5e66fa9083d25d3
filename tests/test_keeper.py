"""Bots that are forked from a keeper: the same matches as by a plain start, and nothing left behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio

from arena import keepers as keepers_module
from arena.bot_process import BotProcess
from arena.clock import Metronome
from arena.fixture import Fixture, seed_of
from arena.isolation.leftovers import TOKEN
from arena.isolation.levels import Isolation
from arena.keepers import Keepers, open_keepers
from arena.lineup import line_up
from arena.manifest import Manifest, find
from arena.match import Table
from arena.player import ArenaFailure, Mishap
from arena.process import Program, adopt_orphans
from arena.record import Record, core
from arena.referee import metronome
from protocol import Fault

START = 10.0  # seconds; a test waits for far less

Write = Callable[[str], Manifest]


def fixture(*bots: str, match: str = "test", seed: str = "1") -> Fixture:
    return Fixture(match=match, game="mlem", options="base", bots=bots, seed=seed_of(seed))


async def as_processes(match: Fixture) -> Record:
    async with metronome() as beat, line_up([find(bot) for bot in match.bots], beat, START) as bots:
        return await Table(match, bots).play()


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """A bot in a folder of its own: `BOT` in the text that is given."""

    def manifest(text: str) -> Manifest:
        (tmp_path / "bot.py").write_text(f"from arena.sdk import run\n{text}\nif __name__ == '__main__': run(BOT)\n")
        return Manifest(name="own", command=(sys.executable, "bot.py"), folder=tmp_path, entry="bot.py:BOT")

    return manifest


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    before = (_children(), _files())
    yield
    assert (_children(), _files(), os.listdir(scratch)) == (*before, [])


def _children() -> list[str]:
    return [pid for children in Path("/proc/self/task").glob("*/children") for pid in children.read_text().split()]


def _files() -> int:
    return len(os.listdir("/proc/self/fd"))


@asynccontextmanager
async def started(*manifests: Manifest) -> AsyncIterator[list[BotProcess | Mishap]]:
    async with (
        metronome() as beat,
        open_keepers() as keepers,
        line_up(manifests, beat, START, keepers=keepers) as bots,
    ):
        yield bots


async def forked(manifest: Manifest) -> Record:
    async with started(manifest, find("random")) as bots:
        return await Table(fixture(manifest.name, "random"), bots).play()


async def plain(manifest: Manifest) -> Record:
    async with metronome() as beat, line_up([manifest, find("random")], beat, START) as bots:
        return await Table(fixture(manifest.name, "random"), bots).play()


def program(bot: BotProcess | Mishap) -> Program:
    assert isinstance(bot, BotProcess)
    return bot.process


def log_of(bot: BotProcess | Mishap) -> str:
    return program(bot).last_words()


async def test_a_match_of_forked_bots_has_the_same_record_as_one_of_started_bots() -> None:
    bots = ["random"] * 4
    match = fixture(*bots)
    async with started(*map(find, bots)) as players:
        record = await Table(match, players).play()
    assert core(record) == core(await as_processes(match))


async def test_a_bot_from_a_folder_is_forked_with_its_own_name(write: Write) -> None:
    manifest = write("def BOT(ask): return ask['legal'][0]")
    async with started(msgspec.structs.replace(manifest, name="mine", version="7", author="me")) as [bot]:
        assert isinstance(bot, BotProcess)
        assert bot.ready
        assert (bot.ready.name, bot.ready.version, bot.ready.author) == ("mine", "7", "me")
    assert core(await forked(manifest)) == core(await plain(manifest))


async def test_the_program_is_loaded_once_and_every_fork_is_of_its_own(write: Write, tmp_path: Path) -> None:
    text = """
import os
open("loaded", "a").write("once ")
class BOT:
    def __init__(self, start):
        print(os.environ["ARENA_TOKEN"], os.environ["HOME"], os.getsid(0) == os.getpid(), os.getppid(), flush=True)
"""
    async with started(*[write(text + "    def choose(self, ask): return ask['legal'][0]")] * 2) as bots:
        record = await Table(fixture("own", "own"), bots).play()
        words = [log_of(bot).split() for bot in bots]
        tokens = [[program(bot).token, f"{program(bot).scratch}/home"] for bot in bots]
    assert record.result.ended == ("played", "played")
    assert [word[:2] for word in words] == tokens
    assert [word[2:] for word in words] == [["True", str(os.getpid())]] * 2
    assert (tmp_path / "loaded").read_text() == "once "


@pytest.mark.parametrize("isolation", [Isolation.NONE, Isolation.LIMITS])
async def test_limits_hold_for_forks(write: Write, isolation: Isolation) -> None:
    manifest = write("import resource\ndef BOT(ask): print(resource.getrlimit(7)); return ask['legal'][0]")
    async with started(msgspec.structs.replace(manifest, isolation=isolation), find("random")) as bots:
        await Table(fixture("own", "random"), bots).play()
        limited = log_of(bots[0]).startswith("(128, 128)")
    assert limited == (isolation is Isolation.LIMITS)


async def test_a_bot_that_crashes_when_it_is_loaded_fails_as_if_started_plainly(write: Write) -> None:
    manifest = write("BOT = 1 / 0")
    async with started(manifest, find("random")) as bots:
        record = await Table(fixture("own", "random"), bots).play()
        assert "ZeroDivisionError" in log_of(bots[0])
    assert record.result.ended == (Fault.START_FAILED, "played")
    assert core(record) == core(await plain(manifest))


async def test_a_bot_that_crashes_in_a_match_fails_as_if_started_plainly(write: Write) -> None:
    manifest = write("def BOT(ask): raise ValueError('no idea')")
    async with started(manifest, find("random")) as bots:
        record = await Table(fixture("own", "random"), bots).play()
        assert "no idea" in log_of(bots[0])
    assert record.result.ended == (Fault.EXITED, "played")
    assert core(record) == core(await plain(manifest))


async def test_a_bot_that_reads_stdin_itself_fails_at_once_as_if_started_plainly(write: Write) -> None:
    manifest = write("def BOT(ask): input()")
    async with started(manifest, find("random")) as bots:
        record = await Table(fixture("own", "random"), bots).play()
        assert "EOFError" in log_of(bots[0])
    assert record.result.ended == (Fault.EXITED, "played")
    assert core(record) == core(await plain(manifest))


@pytest.mark.parametrize(
    "text",
    [
        "import sys; sys.exit(3)",
        "print('hello'); BOT = lambda ask: ask['legal'][0]",
        "import threading, time; threading.Thread(target=time.sleep, args=[1], daemon=True).start()\n"
        "BOT = lambda ask: ask['legal'][0]",
    ],
    ids=["exits", "prints", "starts a thread"],
)
async def test_what_a_keeper_cannot_do_is_left_to_a_plain_start(write: Write, text: str) -> None:
    manifest = write(text)
    assert core(await forked(manifest)) == core(await plain(manifest))
    async with open_keepers() as keepers:
        assert await keepers.fork(manifest) is None


async def test_a_bot_that_loads_for_ever_is_left_to_a_plain_start(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keepers_module, "LOADING", 0.2)
    async with open_keepers() as keepers:
        assert await keepers.fork(write("while True: pass")) is None


async def test_a_program_without_an_entry_is_started_by_its_command() -> None:
    async with open_keepers() as keepers:
        assert await keepers.fork(msgspec.structs.replace(find("random"), entry=None)) is None


async def test_a_keeper_that_dies_is_the_arenas_failure_and_is_replaced() -> None:
    async with open_keepers() as keepers:
        await (await _fork(keepers, "random")).close()
        os.kill(_keeper(keepers).pid, signal.SIGKILL)
        with pytest.raises(ArenaFailure, match="a keeper failed"):
            await keepers.fork(find("random"))
        await (await _fork(keepers, "random")).close()


async def test_a_keeper_that_dies_with_a_request_unread_is_the_arenas_failure_too() -> None:
    async def kill(pid: int) -> None:
        await trio.sleep(0.1)
        os.kill(pid, signal.SIGKILL)

    async with open_keepers() as keepers, trio.open_nursery() as nursery:
        await (await _fork(keepers, "random")).close()
        os.kill(_keeper(keepers).pid, signal.SIGSTOP)
        nursery.start_soon(kill, _keeper(keepers).pid)
        with pytest.raises(ArenaFailure, match="it has ended, or does not answer"):
            await keepers.fork(find("random"))


async def test_a_keeper_that_hangs_is_the_arenas_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepers_module, "FORKING", 0.2)
    async with open_keepers() as keepers:
        await (await _fork(keepers, "random")).close()
        os.kill(_keeper(keepers).pid, signal.SIGSTOP)
        with pytest.raises(ArenaFailure, match="a keeper failed"):
            await keepers.fork(find("random"))


async def test_a_fork_that_fails_is_the_arenas_failure(write: Write) -> None:
    no_fork = "import os\nBOT = lambda ask: ask['legal'][0]\ndef fail(): raise OSError(11, 'no more')\nos.fork = fail"
    async with open_keepers() as keepers:
        with pytest.raises(ArenaFailure, match="no more"):
            await keepers.fork(write(no_fork))


async def test_a_match_goes_on_when_its_keeper_dies() -> None:
    async with (
        metronome() as beat,
        open_keepers() as keepers,
        line_up([find("random")] * 2, beat, START, keepers=keepers) as bots,
    ):
        os.kill(_keeper(keepers).pid, signal.SIGKILL)
        record = await Table(fixture("random", "random"), bots).play()
    assert record.result.ended == ("played", "played")


async def test_what_a_forked_bot_leaves_behind_is_ended(write: Write) -> None:
    text = """
import os, time
def BOT(ask):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    os.wait()
    return ask["legal"][0]
"""
    async with started(write(text), find("random")) as bots:
        record = await Table(fixture("own", "random"), bots).play()
        assert len(_tokens(program(bots[0]).token)) > 2
    assert record.result.ended == ("played", "played")
    assert not _tokens(program(bots[0]).token)


async def test_a_start_that_is_cancelled_leaves_nothing() -> None:
    before = _children()
    async with metronome() as beat, open_keepers() as keepers:
        for seconds in (0.0, 0.001, 0.003, 0.01, 0.03):
            with trio.move_on_after(seconds):
                await _open(beat, keepers)
    assert _children() == before


async def _open(beat: Metronome, keepers: Keepers) -> None:
    async with line_up([find("random")] * 2, beat, START, keepers=keepers):
        await trio.sleep_forever()


def test_forked_bots_die_with_the_arena(write: Write, tmp_path: Path) -> None:
    adopt_orphans()
    deaf = write("import time\nclass BOT:\n    def __init__(self, start): time.sleep(60)")
    arena = f"""
import os, pathlib, signal, sys, trio
from arena.keepers import open_keepers
from arena.manifest import Manifest
from arena.isolation.levels import Isolation
async def main():
    manifest = Manifest(name="own", command=("false",), folder=pathlib.Path({str(deaf.folder)!r}),
                        entry="bot.py:BOT", isolation=Isolation.NONE)
    async with open_keepers() as keepers:
        bot = await keepers.fork(manifest)
        keeper, = keepers._keepers.values()
        print(bot.pid, keeper._process.pid, flush=True)
        os.kill(bot.pid, signal.SIGSTOP)  # it does not notice the end of its stdin
        os.kill(os.getpid(), signal.SIGKILL)
trio.run(main)
"""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", arena], capture_output=True, text=True, timeout=20, check=False, env=environment
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    bot, keeper = map(int, done.stdout.split())  # orphans are ours
    assert os.waitpid(bot, 0) == (bot, signal.SIGKILL)
    os.waitpid(keeper, 0)  # killed, or faster to notice that nobody will ask any more


def test_a_keeper_loads_little() -> None:
    loaded = "import sys, arena.keeper; print(*{'trio', 'msgspec', 'asyncio', 'subprocess', 'typing'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-P", "-c", loaded], capture_output=True, text=True, check=True, timeout=20)
    assert done.stdout.split() == []


def _tokens(token: str) -> list[str]:
    """Everybody on this machine who carries this token."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"{TOKEN}={token}".encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


async def _fork(keepers: Keepers, name: str) -> Program:
    bot = await keepers.fork(find(name))
    assert bot
    return bot


def _keeper(keepers: Keepers) -> Program:
    [keeper] = keepers._keepers.values()
    return keeper._process
