"""Hostile bots that limits and jails have to stop, each at the lowest level that promises it and at all above.

A rogue tries for real, in the middle of a match. If it gets through it ends itself, and that is a fault which its file
does not announce; if not, it plays on, and nobody else notices anything.
"""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest
import trio

from arena.isolation import cgroup, users
from arena.isolation.levels import Isolation
from arena.isolation.limits import LIMITS
from arena.isolation.owner import owner, started
from arena.manifest import Manifest
from arena.record import Record, core
from tests import laws
from tests.evening import Evening, Played, Rogue, Seating, evening_in, play_all, rogues
from tests.isolation.jails import ROOT, as_nobody, needs_jail, needs_root
from tests.isolation.stage import BUDGET, Stage, staged
from tests.matches import RANDOM, fixture, play, ticking

pytestmark = needs_jail

# What the arena stops at every level, and what could be different in a jail: who ended how, and what is left.
ALSO_JAILED = {"crash", "stop_self", "hold_stdout", "leave_children", "cpu_children", "deep_folders"}
ALSO_JAILED |= {"leftover", "inherited_fd", "shared_stderr", "hash_order"}
NOT_ALONE = ("thinker", "ponder", "log_trap")  # they need arguments, a rival or a log within reach
EVERYBODY = rogues(*NOT_ALONE)
GUARDED = [rogue for rogue in EVERYBODY if rogue.level or rogue.name in ALSO_JAILED]


def levels(rogue: Rogue) -> list[Isolation]:
    return rogue.levels if rogue.level else [Isolation.JAIL]


ALL_LEVELS = [(rogue, level) for rogue in GUARDED for level in levels(rogue)]
SEATINGS = [Seating(rogue, i % (2 + i % 3), 2 + i % 3, level) for i, (rogue, level) in enumerate(ALL_LEVELS)]
each_seating = pytest.mark.parametrize("seating", SEATINGS, ids=str)


class Night(msgspec.Struct, frozen=True):
    """An evening with bait, and what became of it."""

    evening: Evening
    changed: list[str]
    rival_lives: bool
    mounts: tuple[list[str], list[str]]
    groups: list[Path]


@contextmanager
def night_of(seatings: Sequence[Seating], stage: Stage) -> Iterator[Night]:
    everything = partial(trio.run, play_all, seatings, stage.line, BUDGET)
    warm_up = partial(trio.run, play_all, seatings[:1], stage.line, BUDGET)
    before, mounts = stage.content(), _mounts()
    with evening_in(Path(stage.bait["scratch"]), everything, warm_up) as evening:
        after = stage.content()
        changed = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
        rival, start = stage.bait["rival"]
        yield Night(evening, sorted(changed), started(rival) == start, (mounts, _mounts()), _groups())


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with staged(tmp_path_factory.mktemp("stage"), tmp_path_factory.mktemp("scratch")) as stage:
        yield stage


@pytest.fixture(scope="module")
def night(stage: Stage, request: pytest.FixtureRequest) -> Iterator[Night]:
    """All that is to be tested, which is less than everything where somebody has chosen."""
    items = [item for item in request.session.items if isinstance(item, pytest.Function) and hasattr(item, "callspec")]
    chosen = {str(item.callspec.params["seating"]) for item in items if "seating" in item.callspec.params}
    with night_of([seating for seating in SEATINGS if str(seating) in chosen], stage) as night:
        yield night


@pytest.fixture
def played(night: Night, seating: Seating) -> Played:
    return night.evening.played(seating)


def _mounts() -> list[str]:
    return Path("/proc/self/mountinfo").read_text().splitlines()


def _groups() -> list[Path]:
    branch = cgroup.branch()
    return [group for folder in (branch.folders if branch else ()) for group in folder.glob(f"*{owner()}-*")]


@each_seating
def test_a_rogue_gets_nothing_and_is_found_out_where_it_fails(played: Played) -> None:
    laws.it_is_found_out_where_it_fails_and_nowhere_else(played)


@each_seating
def test_a_rogue_that_lost_its_seat_is_last_and_the_others_played(played: Played) -> None:
    laws.who_lost_its_seat_is_last_and_the_others_played(played)


@each_seating
async def test_the_others_play_as_if_nothing_had_happened(played: Played) -> None:
    await laws.the_others_play_as_if_nothing_had_happened(played)


@each_seating
def test_the_record_is_in_order(played: Played) -> None:
    laws.its_record_is_in_order(played)
    laws.the_details_of_a_fault_can_be_shown_as_they_are(played)


def test_nothing_is_left(night: Night) -> None:
    evening = night.evening
    assert evening.bearers == set()
    assert evening.children[1] - evening.children[0] == set()
    assert evening.folders == []
    assert evening.files[1] <= evening.files[0]
    assert night.mounts[0] == night.mounts[1]
    assert night.groups == []
    assert users._taken == set()


def test_nothing_outside_was_changed(night: Night) -> None:
    assert night.changed == []
    assert night.rival_lives


@pytest.mark.parametrize("seating", [seating for seating in SEATINGS if seating.rogue.name == "stderr_flood"], ids=str)
def test_a_log_is_no_longer_than_a_file_may_be(played: Played) -> None:
    """Row R11."""
    assert played.record.clock.uses[played.seat].log == LIMITS.file


# Those whose success does no harm.
REAL = ["network", "read_missions", "proc_snoop", "read_rival_code", "trace_rival", "flock_channel", "shm_keyring_mq"]
REAL += ["fork_bomb", "thread_bomb"]


def test_without_a_jail_they_get_through(stage: Stage) -> None:
    """So that what the jail stops is not only what they cannot do."""
    seatings = [Seating(rogue, 1, 2, Isolation.LIMITS) for rogue in EVERYBODY if rogue.name in REAL]
    for seating, outcome in trio.run(play_all, seatings, stage.line, BUDGET).items():
        assert isinstance(outcome, Played), seating
        faults = list(outcome.record.faults())
        assert [fault.detail for fault in faults] == ["it ended with exit status 3"], seating
        assert outcome.words


async def match(*bots: Manifest) -> Record:
    async with ticking() as metronome:
        return await play(bots, fixture(bots, budget=BUDGET), metronome)


async def test_beside_a_fork_bomb_others_can_still_fork(stage: Stage) -> None:
    """Row R5: each process in a jail counts for that jail alone."""
    bomb, forking = stage.rogue("fork_bomb", Isolation.JAIL), stage.rogue("thinker", Isolation.JAIL, "children", "2")
    assert list((await match(bomb, forking)).faults()) == []


async def test_who_ponders_in_a_jail_is_found_out_and_the_others_are_not_blamed(stage: Stage) -> None:
    """Row T9."""
    ponder, sleeper = stage.rogue("ponder", Isolation.JAIL), stage.rogue("thinker", Isolation.JAIL, "sleep", "150")
    record = await match(ponder, sleeper)
    assert {(fault.seat, fault.fault) for fault in record.faults()} == {(0, "busy")}, record.clock.uses


async def test_a_bot_that_depends_on_the_order_of_a_set_plays_the_same_match_at_every_level(stage: Stage) -> None:
    """Rows D5 and D7."""
    records = []
    for level in Isolation:
        bots = [stage.rogue("hash_order", level), msgspec.structs.replace(RANDOM, isolation=level)]
        records.append(core(await match(*bots)))
    assert records[1:] == records[:-1]


# What root could undo, what nobody counts for an ordinary user, and who shares a user with its rivals.
DIFFERENT = "mlock_nice or rlimit_raise or setuid or mem_ or fork_bomb or thread_bomb or kill_ or stop_group or plant"


@needs_root
@pytest.mark.parametrize("which", [DIFFERENT, pytest.param("jail or limits", marks=pytest.mark.proof)])
def test_an_ordinary_user_has_the_same_matrix(which: str, tmp_path: Path) -> None:
    alone = [sys.executable, "-P", "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    chosen = ["-k", f"(gets_nothing and ({which})) or nothing_is_left or nothing_outside"]
    done = as_nobody([*alone, *chosen, f"--basetemp={tmp_path}/nobody/base", __file__], tmp_path / "nobody")
    print(done.stdout.splitlines()[-1])
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.proof
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_rogue_in_every_seat_at_every_level(seats: int, stage: Stage) -> None:
    """With those that the arena stops by itself: in a jail, too."""
    where = [(rogue, level) for rogue in EVERYBODY for level in levels(rogue)]
    seatings = [Seating(rogue, seat, seats, level) for rogue, level in where for seat in range(seats)]
    wrong = []
    with night_of(seatings, stage) as night:
        for seating in seatings:
            try:
                played = night.evening.played(seating)
                laws.it_is_found_out_where_it_fails_and_nowhere_else(played)
                laws.who_lost_its_seat_is_last_and_the_others_played(played)
                trio.run(laws.the_others_play_as_if_nothing_had_happened, played)
                laws.its_record_is_in_order(played)
            except AssertionError as error:
                wrong.append(f"{seating}: {error} {error.__cause__}")
        assert wrong == []
        test_nothing_is_left(night)
        test_nothing_outside_was_changed(night)
    print(f"{len(EVERYBODY)} rogues in every seat of {seats}, at their levels: {len(seatings)} matches")
