"""Bots in jails: the same matches as outside, and nothing left of them however they end."""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import trio

from arena.bot_process import BotProcess, ending, open_bot
from arena.isolation import cgroup, leftovers, memory, users
from arena.isolation import jailed as jailed_module
from arena.isolation.jail import Jail
from arena.isolation.jailed import Jailed
from arena.isolation.kin import children
from arena.isolation.levels import Isolation
from arena.isolation.limits import MIB, Limits
from arena.isolation.owner import owner
from arena.keepers import open_keepers
from arena.manifest import Manifest
from arena.player import ArenaFailure
from arena.process import Process, adopt_orphans
from arena.record import core
from protocol import Fault
from protocol.words import Budget
from tests.isolation.jails import ROOT, as_nobody, bearers, bot_in, jailed, needs_jail, needs_root
from tests.matches import bury, fixture, open_files, play, ticking

PATIENT = Budget(start=20.0, decision=30.0, bank=0.0)
SLEEP = "import time\ntime.sleep(60)"

pytestmark = needs_jail


@pytest.fixture(autouse=True)
def _nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    adopt_orphans()
    before, files = set(children(os.getpid())), open_files()
    yield
    assert set(children(os.getpid())) <= before
    assert open_files() <= files
    assert list(scratch.glob(f"{leftovers.SCRATCH_PREFIX}*")) == []
    assert groups() == []
    assert users._taken == set()


def groups() -> list[Path]:
    branch = cgroup.branch()
    folders = branch.folders if branch else ()
    return [group for folder in folders for group in folder.glob(f"{cgroup.PREFIX}{owner()}-*")]


async def test_a_match_in_jails_is_the_same_as_outside() -> None:
    bots = [jailed("random"), jailed("greedy")]
    free = [msgspec.structs.replace(bot, isolation=Isolation.NONE) for bot in bots]
    async with ticking() as metronome:
        inside = await play(bots, fixture(bots, budget=PATIENT), metronome)
        outside = await play(free, fixture(free, budget=PATIENT), metronome)
    assert core(inside) == core(outside)
    assert inside.result.ended == ("played", "played")


@needs_root
def test_a_match_in_jails_is_the_same_for_an_ordinary_user(tmp_path: Path) -> None:
    arena = [sys.executable, "-P", "-m", "arena", "play", "random", "greedy", "--seed", "1", "--quiet"]
    outside = subprocess.run([*arena, "--isolation", "none"], capture_output=True, text=True, check=True, cwd=tmp_path)
    done = as_nobody([*arena, "--isolation", "jail"], tmp_path / "nobody")
    assert (done.returncode, done.stdout, done.stderr) == (0, outside.stdout, "")


async def test_a_bot_in_a_folder_of_its_own_plays_in_a_jail(tmp_path: Path) -> None:
    text = "from arena.sdk import run\nrun(lambda ask: ask['legal'][0], name='first')"
    bots = [bot_in(tmp_path / "first", text), jailed("random")]
    async with ticking() as metronome:
        record = await play(bots, fixture(bots, budget=PATIENT), metronome)
    assert record.result.ended == ("played", "played")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "it was ended by signal 11 (SIGSEGV)"),
        ("import os; os.kill(os.getpid(), 40)", "it was ended by signal 40 (a real-time signal)"),
        ("raise SystemExit(3)", "it ended with exit status 3"),
        ("import os; os.execv('/no/such', ['x'])", "it ended with exit status 1"),
    ],
)
async def test_the_end_of_a_jailed_bot_is_told_as_that_of_any_other(tmp_path: Path, text: str, how: str) -> None:
    manifest = bot_in(tmp_path / "bot", text)
    process = Process(manifest.command, folder=manifest.folder, isolation=Isolation.JAIL)
    with trio.fail_after(20):
        await process.gone()
    assert ending(process.status) == how
    await process.close()


@pytest.mark.parametrize("program", ["no-such-program", f"{sys.prefix}/no/such/program", "/etc/passwd", "./bot"])
async def test_a_program_that_the_jail_does_not_have_cannot_be_started(program: str) -> None:
    with pytest.raises(FileNotFoundError, match="in the jail"):
        Process([program], isolation=Isolation.JAIL)


async def test_the_clock_reads_the_bot_and_not_who_guards_it(tmp_path: Path) -> None:
    text = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n"
    manifest = bot_in(tmp_path / "bot", text + "print(1, flush=True)\ntime.sleep(60)")
    process = Process(manifest.command, folder=manifest.folder, isolation=Isolation.JAIL)
    with trio.fail_after(20):
        await trio.lowlevel.wait_readable(process.stdout)
    assert process.meter.read().cpu > 0.3e9
    assert b"bot.py" in await trio.Path("/proc", str(process.bot), "cmdline").read_bytes()
    await process.close()


async def test_a_jailed_bot_is_never_forked() -> None:
    async with open_keepers() as keepers:
        assert await keepers.fork(jailed("random")) is None


@pytest.mark.parametrize("counted", [True, False])
async def test_processes_that_use_too_much_memory_together_are_ended(
    tmp_path: Path, counted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row R2: by the control group, or by who looks after it where there is none."""
    if counted and cgroup.branch() is None:
        pytest.skip("this machine gives us no control group")
    if not counted:
        monkeypatch.setattr(cgroup, "branch", lambda: None)
    text = "import os, time\nfor _ in range(4):\n    if os.fork() == 0: x = b'x' * (64 << 20); time.sleep(60)\n"
    text += "for _ in range(4): os.wait()[1] and os.abort()\n"
    manifest = bot_in(tmp_path / "bot", text)
    limits = Limits(memory=128 * MIB, scratch=16 * MIB)
    process = Process(manifest.command, folder=manifest.folder, isolation=Isolation.JAIL, limits=limits)
    with trio.fail_after(20):
        await process.gone()
    assert process.ran_out_of_memory
    await process.close()


def test_the_pages_that_forked_processes_share_are_counted_once() -> None:
    held = b"x" * (64 * MIB)
    born = []
    try:
        for _ in range(3):
            pid = os.fork()
            if pid == 0:
                signal.pause()
            born.append(pid)
        assert memory.used(os.getpid()) > 4 * len(held)
        assert not memory.is_above(os.getpid(), 4 * len(held))
    finally:
        for pid in born:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


async def test_running_out_of_memory_is_a_fault_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Jailed, "ran_out_of_memory", True)
    bots = [bot_in(tmp_path / "bot", "from arena.sdk import run\nrun(lambda ask: exit(1), name='x')"), jailed("random")]
    async with ticking() as metronome:
        record = await play(bots, fixture(bots, budget=PATIENT), metronome)
    assert [fault.fault for fault in record.faults()] == [Fault.MEMORY]


async def test_a_jail_that_cannot_be_built_is_the_fault_of_the_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Jail, "_user", lambda self: ["--ro-bind", "/no/such/place", "/mnt"])
    async with ticking() as metronome:
        with pytest.raises(ArenaFailure, match="/no/such/place"):
            async with open_bot(jailed("random"), metronome):
                pass


@needs_root
async def test_each_bot_of_root_is_a_user_of_its_own(tmp_path: Path) -> None:
    text = "import os, sys\nprint(os.getuid(), os.getgid(), os.getgroups(), file=open('/dev/stderr', 'w'))"
    bots = [bot_in(tmp_path / name, text) for name in ("one", "two")]
    processes = [Process(bot.command, folder=bot.folder, isolation=Isolation.JAIL) for bot in bots]
    with trio.fail_after(20):
        for process in processes:
            await process.gone()
    said = [process.last_words().split() for process in processes]
    for process in processes:
        await process.close()
    assert said[0][0] != said[1][0]
    assert all(int(user) >= users.FIRST and group == user and groups == "[]" for user, group, groups in said)


@pytest.mark.parametrize("seconds", [1.0, pytest.param(12.0, marks=pytest.mark.proof)])
async def test_a_jailed_bot_lives_as_long_as_its_match(seconds: float) -> None:
    """Row T11."""
    async with ticking() as metronome, open_bot(jailed("random"), metronome) as bot:
        assert isinstance(bot, BotProcess)
        assert await bot.greet(20.0) is None
        await trio.sleep(seconds)
        assert bot.process.status is None


@pytest.mark.parametrize("times", [12, pytest.param(400, marks=pytest.mark.proof)])
async def test_a_match_that_is_cancelled_leaves_no_jail(tmp_path: Path, times: int) -> None:
    """Row T12: from the moment when the first bot is started."""
    manifest = bot_in(tmp_path / "bot", SLEEP)
    mark = str(manifest.folder)
    chance = random.Random(1)
    async with ticking() as metronome:
        for _ in range(times):
            with trio.move_on_after(chance.uniform(0.0, 0.012)):
                await play([manifest, jailed("random")], fixture([manifest] * 2, budget=PATIENT), metronome)
    print(f"cancelled {times} matches 0 to 12 ms after their start: {len(bearers(mark))} jails left")
    assert bearers(mark) == []


@pytest.mark.parametrize("times", [3, pytest.param(400, marks=pytest.mark.proof)])
async def test_a_jail_that_is_killed_while_it_is_built_leaves_nothing(
    tmp_path: Path, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row T12, and before: the arena gives up at any moment of the building."""
    manifest = bot_in(tmp_path / "bot", SLEEP)
    chance = random.Random(1)

    def give_up(_: object) -> int:
        time.sleep(chance.uniform(0.0, 0.012))
        raise OSError("enough")

    for target, moment in chance.choices([(jailed_module, "_first_in"), (Jailed, "_find_bot")], k=times):
        monkeypatch.undo()
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "scratch"))
        monkeypatch.setattr(target, moment, give_up)
        with pytest.raises(ArenaFailure):
            Process(manifest.command, folder=manifest.folder, isolation=Isolation.JAIL)
    assert bearers(str(manifest.folder)) == []


@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.proof)])
def test_an_arena_that_is_killed_while_it_builds_a_jail_never_starts_the_bot(tmp_path: Path, times: int) -> None:
    """bwrap can be left alone with a jail that is not built; the next arena clears that away."""
    manifest = bot_in(tmp_path / "bot", SLEEP)
    known, chance, inert = set(children(os.getpid())), random.Random(1), 0
    for _ in range(times):
        arena = start_arena(manifest)
        time.sleep(chance.uniform(0.0, 0.05))
        end_arena(arena)
        time.sleep(0.5)
        assert not [pid for pid in bearers(str(manifest.folder)) if name(pid) not in ("bwrap", "")]
        inert += bool(bearers(str(manifest.folder)))
        leftovers.sweep()
        bury(set(children(os.getpid())) - known)
        assert bearers(str(manifest.folder)) == []
    print(f"killed {times} arenas while they built a jail: 0 bots, and {inert} times an idle bwrap that was swept")


@pytest.mark.parametrize("times", [1, pytest.param(30, marks=pytest.mark.proof)])
def test_jailed_bots_die_with_an_arena_that_is_killed(tmp_path: Path, times: int) -> None:
    """Row R18."""
    manifest = bot_in(tmp_path / "bot", "import signal, time\nsignal.signal(15, signal.SIG_IGN)\ntime.sleep(60)")
    known = set(children(os.getpid()))
    for _ in range(times):
        arena = start_arena(manifest)
        assert arena.stdout
        assert arena.stdout.readline() == b"started\n"
        assert len(bearers(str(manifest.folder))) >= 3
        end_arena(arena)
        end = time.monotonic() + 2.0
        while len(bearers(str(manifest.folder))) and time.monotonic() < end:
            time.sleep(0.01)
        assert bearers(str(manifest.folder)) == []
        bury(set(children(os.getpid())) - known)
    leftovers.sweep()


def start_arena(manifest: Manifest) -> "subprocess.Popen[bytes]":
    """An arena that is about to jail this bot."""
    arena = subprocess.Popen(
        [sys.executable, "-P", "-m", "tests.isolation.arena_to_kill", str(manifest.folder)],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | {"TMPDIR": tempfile.gettempdir()},
    )
    assert arena.stdout
    assert arena.stdout.readline() == b"starting\n"
    return arena


def end_arena(arena: "subprocess.Popen[bytes]") -> None:
    assert arena.stdout
    arena.kill()
    arena.wait()
    arena.stdout.close()


def name(pid: int) -> str:
    """What a process runs; nothing if it has ended."""
    try:
        return Path("/proc", str(pid), "comm").read_text().strip()
    except OSError:
        return ""
