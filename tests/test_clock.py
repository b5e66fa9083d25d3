"""The clock that knows whom to blame: nobody loses by the machine's fault, and nobody gains by blaming the machine.

The arena that is measured runs in a process of its own, `python -m tests.test_clock`, because it is stopped by signals
and starved of cores on purpose.
"""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Self

import pytest
import trio
from msgspec import Struct

from arena import bot_process
from arena.bot_process import BotProcess, open_bot
from arena.clock import Meter, Reading, Times, now
from arena.isolation.levels import Isolation
from arena.player import ArenaFailure, Mishap
from protocol.words import Ask, Budget, BudgetLeft, Start
from tests.matches import RANDOM, fixture, play, rogue, ticking

DECISION = 0.05
CORES = os.cpu_count() or 1
READY = b"ready\n"
LONGEST = 240  # seconds that anything here may run

BUSY = "import time\nend = time.monotonic() + {seconds}\nwhile time.monotonic() < end: pass"


class Asked(Struct, frozen=True):
    """How one decision went."""

    fault: str | None
    times: Times


class Trial(Struct, frozen=True):
    """A number of decisions of one bot, and what the arena has to suffer meanwhile."""

    bot: tuple[str, ...]  # arguments of the thinker
    decisions: int
    decision: float = DECISION
    bank: float = 0.0
    load: int = 0  # busy processes for each core
    stops: bool = False  # the arena is stopped by a signal, for 200 ms, at random
    blocks: bool = False  # the arena's loop is blocked by one of its own tasks, for 200 ms, at random
    isolation: str = Isolation.LIMITS
    nice: int = 0  # the arena and all that keeps the machine busy


async def ask(bot: BotProcess, trial: Trial) -> list[Asked]:
    start = Start("m", "none", 1, {}, {}, 0, 2, Budget(5.0, trial.decision, trial.bank), 1)
    assert await bot.begin(start) is None
    asked, bank = [], trial.bank
    for turn in range(trial.decisions):
        question = Ask("m", turn, {"seat": 0}, [{"do": "nothing"}], [], BudgetLeft(trial.decision, bank))
        answer = await bot.choose(question)
        bank -= min(bank, max(0.0, answer.times.charged - trial.decision))
        asked.append(Asked(answer.said.kind if isinstance(answer.said, Mishap) else None, answer.times))
        if asked[-1].fault not in (None, "late"):
            break
    return asked


async def attempt(trial: Trial) -> list[Asked]:
    async with ticking() as metronome, trio.open_nursery() as nursery:
        if trial.blocks:
            nursery.start_soon(block)
        manifest = rogue("thinker", *trial.bot, isolation=Isolation(trial.isolation))
        async with open_bot(manifest, metronome) as bot:
            assert isinstance(bot, BotProcess)
            assert await bot.greet(20.0) is None
            sys.stdout.buffer.write(READY)
            sys.stdout.flush()
            sys.stdin.buffer.readline()
            asked = await ask(bot, trial)
        nursery.cancel_scope.cancel()
    return asked


async def block() -> None:
    chance = random.Random(1)
    while True:
        await trio.sleep(chance.uniform(0.1, 0.6))
        time.sleep(0.2)  # noqa: ASYNC251 - that is the point


def measure(trial: Trial) -> list[Asked]:
    """The trial, in an arena of its own that has to suffer as soon as its bot has started."""
    nice = ["nice", "-n", str(trial.nice)]
    command = [*nice, sys.executable, "-P", "-m", "tests.test_clock", json.dumps(to_json(trial))]
    arena = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert arena.stdin
    assert arena.stdout
    try:
        assert arena.stdout.readline() == READY
        with busy(trial.load * CORES, nice):
            arena.stdin.write(READY)
            arena.stdin.flush()
            with stopped_now_and_then(arena) if trial.stops else nullcontext():
                out, _ = arena.communicate(timeout=LONGEST)
    finally:
        arena.kill()
        arena.wait()
        arena.stdin.close()
        arena.stdout.close()
    assert arena.returncode == 0
    return [Asked(fault, Times(*times)) for fault, times in json.loads(out)]


def to_json(trial: Trial) -> dict[str, object]:
    return {name: getattr(trial, name) for name in trial.__struct_fields__}


@contextmanager
def stopped_now_and_then(arena: subprocess.Popen[bytes]) -> Iterator[None]:
    """Beside whoever reads what the arena prints: it may be more than a pipe holds."""
    chance, done = random.Random(2), threading.Event()

    def stop() -> None:
        while not done.wait(chance.uniform(0.1, 0.6)):
            arena.send_signal(signal.SIGSTOP)
            time.sleep(0.2)
            arena.send_signal(signal.SIGCONT)

    thread = threading.Thread(target=stop)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextmanager
def busy(number: int, before: Sequence[str] = ()) -> Iterator[None]:
    """So many processes that want a core, each in a session of its own: the kernel may share the cores by session."""
    program = BUSY.format(seconds=LONGEST)
    command = [*before, sys.executable, "-I", "-S", "-c", program]
    hogs = [subprocess.Popen(command, start_new_session=True) for _ in range(number)]
    try:
        yield
    finally:
        for hog in hogs:
            hog.kill()
        for hog in hogs:
            hog.wait()


HARDSHIPS: dict[str, Any] = {"stopped": {"stops": True}, "blocked": {"blocks": True}}
hardship = pytest.mark.parametrize("how", HARDSHIPS)


def assert_blameless(asked: Sequence[Asked], decisions: int) -> None:
    print(summary(asked))
    assert len(asked) == decisions
    assert [a for a in asked if a.fault] == []


def summary(asked: Sequence[Asked]) -> str:
    charged = sorted(a.times.charged for a in asked)
    faults = sum(a.fault is not None for a in asked)
    return (
        f"{len(asked)} decisions, {faults} faults; charged {charged[len(charged) // 2]:.3f} s in the middle, "
        f"{charged[-1]:.3f} s at most; {max(a.times.wall for a in asked):.3f} s on the clock at most"
    )


@hardship
def test_a_good_bot_loses_nothing_while_the_machine_is_busy_and_the_arena_stalls(how: str) -> None:
    assert_blameless(measure(Trial(("spin", "5"), 20, load=4, **HARDSHIPS[how])), 20)


def test_a_bot_that_thinks_in_a_thread_of_its_own_loses_nothing_either() -> None:
    """As every program in Java, Go or C# does: its first thread only waits."""
    assert_blameless(measure(Trial(("spin", "20", "worker", "1"), 15, load=4)), 15)


def test_an_arena_behind_others_blames_its_bots_for_nothing_either() -> None:
    assert_blameless(measure(Trial(("spin", "25"), 15, load=4, nice=5)), 15)


@pytest.mark.proof
@hardship
def test_thousands_of_decisions_of_a_good_bot(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "LONGEST", 3600)
    assert_blameless(measure(Trial(("spin", "5"), 3000, load=4, **HARDSHIPS[how])), 3000)


@pytest.mark.parametrize("load", [0, 4])
@pytest.mark.parametrize("how", ["sleep", "spin"])
def test_a_bot_that_takes_longer_than_it_may_is_caught_every_time(how: str, load: int) -> None:
    decisions = 12
    asked = measure(Trial((how, "65", "once", "2"), decisions, load=load, stops=load > 0))
    print(summary(asked))
    assert [a.fault for a in asked] == [None, "late"] * (decisions // 2)


@pytest.mark.proof
@hardship
@pytest.mark.parametrize("how_long", ["sleep", "spin"])
def test_hundreds_of_late_answers(how_long: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "LONGEST", 3600)
    asked = measure(Trial((how_long, "65", "once", "2"), 400, load=4, **HARDSHIPS[how]))
    print(summary(asked))
    assert [a.fault for a in asked] == [None, "late"] * 200


def test_who_hogs_the_cores_with_threads_gains_nothing() -> None:
    asked = measure(Trial(("spin", "70", "threads", "16"), 6))
    assert all(a.fault for a in asked)
    assert max(a.times.wall for a in asked) < 6 * DECISION


def test_who_hogs_the_cores_with_children_gains_nothing() -> None:
    """Its main thread waits for a core that its own children took."""
    asked = measure(Trial(("spin", "45", "children", "16"), 6, decision=0.1))
    assert all(a.fault for a in asked)
    assert max(a.times.wall for a in asked) < 6 * 0.1


@hardship
def test_who_backdates_its_answer_gains_nothing(how: str) -> None:
    asked = measure(Trial(("sleep", "65", "backdate", "1", "once", "2"), 24, **HARDSHIPS[how]))
    assert [a.fault for a in asked] == [None, "late"] * 12


async def test_an_arena_that_is_held_up_after_it_looked_blames_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer came after the look and before the judgement."""
    async with ticking() as metronome, open_bot(rogue("thinker", "sleep", "20"), metronome) as bot:
        assert isinstance(bot, BotProcess)
        assert await bot.greet(20.0) is None
        look = bot._read

        def look_and_be_held_up() -> bytes | None:
            seen = look()
            time.sleep(0.0 if seen else 0.2)
            return seen

        monkeypatch.setattr(bot, "_read", look_and_be_held_up)
        asked = await ask(bot, Trial((), 3))
    assert_blameless(asked, 3)


async def test_who_reads_its_question_in_sips_gains_nothing() -> None:
    """A pipe of one page, and a question of several: it thinks before it takes the last part, and again after it."""
    async with ticking() as metronome, open_bot(rogue("thinker", "sip", "80", "sleep", "80"), metronome) as bot:
        assert isinstance(bot, BotProcess)
        assert await bot.greet(20.0) is None
        assert await bot.begin(Start("m", "none", 1, {}, {}, 0, 2, Budget(5.0, 0.1, 0.0), 1)) is None
        view = {"pad": ["x" * 1000] * 16}
        answer = await bot.choose(Ask("m", 0, view, [{"do": "nothing"}], [], BudgetLeft(0.1, 0.0)))
    assert isinstance(answer.said, Mishap)
    assert answer.said.kind == "late"


def test_at_the_edge_of_the_deadline_late_is_what_the_clock_says() -> None:
    """Row T8."""
    asked = measure(Trial(("sleep", "47", "once", "2"), 30))
    assert all((a.fault is None) == (a.times.charged <= DECISION) for a in asked)


def test_times_fit_together() -> None:
    asked = measure(Trial(("spin", "10"), 20, load=4))
    assert sum(a.times.wait for a in asked) > 0.05
    for times in (a.times for a in asked):
        assert 0 <= times.charged <= times.wall
        assert times.cpu <= times.wall + 0.002
        assert times.wait <= times.wall + 0.002


def test_the_bank_is_used_up_and_never_overdrawn() -> None:
    """Row T10: 20 ms beyond each decision, 110 ms in the bank."""
    asked = measure(Trial(("sleep", "70"), 7, bank=0.11))
    faults = [a.fault for a in asked]
    paid = sum(max(0.0, a.times.charged - DECISION) for a in asked if a.fault is None)
    assert faults == sorted(faults, key=bool)
    assert 2 <= faults.count(None) <= 5
    assert paid <= 0.11


def test_a_program_that_was_gone_before_it_could_be_measured_has_used_nothing() -> None:
    """In a jail it is not our child, so nothing of it stays until we ask how it ended."""
    gone = subprocess.Popen(["true"])
    gone.wait()
    meter = Meter(gone.pid)
    assert meter.begin() == meter.read() == Reading(0, 0)
    assert meter.machine_took(Reading(0, 0)) == 0
    assert meter.ready_at() is None
    meter.close()


PUPIL = """
import sys, threading, time
for line in sys.stdin:
    if line == "work\\n":
        end = time.process_time() + 0.01
        while time.process_time() < end: pass
    else:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    print(line, end="", flush=True)
"""


class Pupil:
    """A process that does what it is told, and then rests."""

    def __init__(self) -> None:
        self._popen = subprocess.Popen([sys.executable, "-c", PUPIL], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.meter = Meter(self._popen.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.meter.close()
        self._popen.kill()
        self._popen.communicate()

    def begin(self, what: bytes) -> None:
        assert self._popen.stdin
        self._popen.stdin.write(what)
        self._popen.stdin.flush()

    def end(self) -> None:
        """Wait until it rests."""
        assert self._popen.stdout
        self._popen.stdout.readline()
        while self.meter.ready_at() is not None:
            time.sleep(0.001)

    def do(self, what: bytes) -> None:
        self.begin(what)
        self.end()


def test_who_has_not_run_is_not_read_again_and_who_has_or_has_new_threads_is() -> None:
    with Pupil() as pupil:
        meter = pupil.meter
        pupil.do(b"work\n")
        first = meter.read()
        assert meter.begin() is first
        pupil.do(b"work\n")
        second = meter.begin()
        assert second.cpu - first.cpu >= 10_000_000
        assert second.threads is None
        pupil.do(b"thread\n")
        assert len(meter.begin().threads or {}) == 2
        meter.read()
        assert len(meter.begin().threads or {}) == 2, "a reading at the end of a decision must not hide its threads"


def test_if_one_look_leaves_time_unexplained_the_cpu_clock_is_read_as_well(tmp_path: Path) -> None:
    """Some kernels bring `schedstat` up to date only when a thread stops, and a bot may run on after its answer."""
    with Pupil() as pupil:
        meter = pupil.meter
        pupil.do(b"work\n")
        before = meter.begin()
        behind = tmp_path / "schedstat"
        behind.write_bytes(f"{before.cpu} {before.wait} 1\n".encode())
        with behind.open("rb") as file:
            os.dup2(file.fileno(), meter._schedstat)
        pupil.do(b"work\n")
        assert meter.times_at_once(0.02, before).cpu >= 0.01


def test_one_look_tells_what_several_tell() -> None:
    with Pupil() as pupil:
        pupil.do(b"work\n")
        before, start = pupil.meter.begin(), now()
        pupil.do(b"work\n")
        wall = now() - start
        assert pupil.meter.times_at_once(wall, before) == pupil.meter.times(wall, before)


async def test_only_those_who_play_count_as_company() -> None:
    """Where nobody else plays, a prompt bot is waited for on the spot. Whoever has left must not stand in the way."""
    for others in ([RANDOM], [rogue("crash")], [rogue("sleep_forever")]):
        bots = [RANDOM, *others]
        async with ticking() as metronome:
            await play(bots, fixture(bots), metronome)
            assert metronome.is_quiet(0)
            with trio.move_on_after(0.5) as scope:
                await play([RANDOM, rogue("sleep_forever")], fixture(bots), metronome)
            assert scope.cancelled_caught
            assert metronome.is_quiet(0)


async def test_the_bank_of_a_match_is_used_up_and_never_overdrawn() -> None:
    budget = Budget(start=5.0, decision=0.05, bank=0.3)
    bots = [rogue("thinker", "sleep", "150"), RANDOM]
    async with ticking() as metronome:
        record = await play(bots, fixture(bots, budget=budget), metronome)
    choices = [choice for step in record.steps for choice in getattr(step, "choices", ())]
    times = [Times(*(us / 1e6 for us in row)) for row in record.clock.times]
    mine = [(choice, t) for choice, t in zip(choices, times, strict=True) if choice.seat == 0]
    spent = sum(max(0.0, t.charged - budget.decision) for choice, t in mine if not choice.fault)
    assert 0.0 < spent <= budget.bank
    assert {fault.seat for fault in record.faults()} == {0}
    assert {fault.fault for fault in record.faults()} <= {"late", "silent"}


class Starved:
    """A meter that has seen nothing but waiting."""

    def __init__(self) -> None:
        self._start = time.monotonic_ns()
        self.last = self.read()

    def read(self) -> Reading:
        return Reading(0, time.monotonic_ns() - self._start)

    begin = read

    def machine_took(self, before: Reading) -> int:
        return self.read().wait - before.wait

    def ready_at(self) -> int:
        return 0

    def close(self) -> None:
        """There is nothing to close."""


async def test_a_bot_that_is_starved_for_good_is_the_arenas_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_process, "STARVED", 0.2)
    async with ticking() as metronome, open_bot(rogue("thinker", "sleep", "60000"), metronome) as bot:
        assert isinstance(bot, BotProcess)
        assert await bot.greet(20.0) is None
        assert await bot.begin(Start("m", "none", 1, {}, {}, 0, 2, Budget(5.0, 0.1, 0.0), 1)) is None
        meter = bot.process.meter
        monkeypatch.setattr(bot.process, "meter", Starved())
        with pytest.raises(ArenaFailure, match="for a core"):
            await bot.choose(Ask("m", 0, {}, [{"do": "nothing"}], [], BudgetLeft(0.05, 0.0)))
        monkeypatch.setattr(bot.process, "meter", meter)


def main(argument: str) -> None:
    asked = trio.run(attempt, Trial(**json.loads(argument)))
    json.dump([(a.fault, (a.times.wall, a.times.cpu, a.times.wait, a.times.lag)) for a in asked], sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
