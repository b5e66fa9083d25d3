"""Bots that break the rules on purpose, in every seat: each is found out, and nobody else notices.

The rows are those of the list of hostile bots: P for the protocol, T for time, R for resources, E for escapes, I for
information, D for determinism. Those that only a jail can stop are tested with the jail.
"""

import ast
import os
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeGuard

import msgspec
import pytest
import trio
from msgspec import Struct

from arena.bot_process import BotProcess
from arena.lineup import line_up
from arena.manifest import Manifest
from arena.match import Table
from arena.player import Answer, Besides, Mishap
from arena.record import Choice, Lost, Luck, Record, core, dump, load
from arena.replay import audit
from protocol.faults import PLAYED, Fault
from protocol.text import printable
from protocol.words import Act, Ask, Over, Start
from tests.matches import (
    RANDOM,
    again,
    bearers,
    bury,
    children,
    fixture,
    forget_peak,
    marked,
    open_files,
    peak,
    play,
    resident,
    rogue,
    ticking,
)

FOLDER = Path(__file__).parent / "rogues"
NOT_HERE = ("rogue", "thinker", "ponder", "deep_folders", "log_trap", "hold_stdout_later")  # but in other tests
AT_ONCE = 8  # matches at a time
PATIENCE = 60.0  # seconds for one match, of which most take one


class Rogue(Struct, frozen=True):
    """What a rogue's file says of itself."""

    name: str
    rows: tuple[str, ...]
    expect: tuple[str, ...]
    place: int


class Played(Struct, frozen=True):
    """A match with a rogue in one seat."""

    rogue: Rogue
    seat: int
    record: Record

    def of_rogue(self) -> list[Choice]:
        return [choice for choice in self.record.choices() if choice.seat == self.seat]


def read(path: Path) -> Rogue:
    constants: dict[str, Any] = {"PLACE": 1}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            try:
                constants[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return Rogue(path.stem, constants["ROWS"], constants["EXPECT"], constants["PLACE"])


ROGUES = [read(path) for path in sorted(FOLDER.glob("*.py")) if path.stem not in NOT_HERE]
# Every seat of a table of two, and one of the others at a larger table.
SEATINGS = [(rogue, seat, seats) for i, rogue in enumerate(ROGUES) for seat, seats in ((0, 2), (1, 2), (2 + i % 2, 4))]
each_seating = pytest.mark.parametrize(
    "seating", SEATINGS, ids=[f"{rogue.name}-{seat}-of-{seats}" for rogue, seat, seats in SEATINGS]
)


def line(rogue_name: str, seat: int, seats: int) -> list[Manifest]:
    bots = [RANDOM] * seats
    bots[seat] = rogue(rogue_name)
    return bots


async def play_all(seatings: Sequence[tuple[Rogue, int, int]]) -> dict[tuple[str, int, int], Played | Exception]:
    """All of these matches, several at a time, in one arena."""
    outcomes: dict[tuple[str, int, int], Played | Exception] = {}
    limiter = trio.CapacityLimiter(AT_ONCE)

    async def one(rogue: Rogue, seat: int, seats: int) -> None:
        bots = line(rogue.name, seat, seats)
        async with limiter:
            try:
                with trio.fail_after(PATIENCE):
                    record = await play(bots, fixture(bots), metronome)
            except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to this rogue and not to the others
                outcomes[rogue.name, seat, seats] = error
            else:
                outcomes[rogue.name, seat, seats] = Played(rogue, seat, record)

    async with ticking() as metronome, trio.open_nursery() as nursery:
        for seating in seatings:
            nursery.start_soon(one, *seating)
    return outcomes


class Evening(Struct, frozen=True):
    """All matches, and what was there before and after."""

    outcomes: dict[tuple[str, int, int], Played | Exception]
    files: tuple[int, int]
    children: tuple[set[int], set[int]]
    bearers: set[int]
    folders: list[str]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path_factory.mktemp("scratch"))
    known, files = children(), open_files()
    trio.run(play_all, SEATINGS[:1])  # whatever is opened once and kept
    files = open_files()
    with marked() as mark:
        outcomes = trio.run(play_all, SEATINGS)
        left = bearers(mark)
    yield Evening(outcomes, (files, open_files()), (known, children()), left, os.listdir(tempfile.tempdir))
    tempfile.tempdir = before
    bury(children() - known)


@pytest.fixture
def played(evening: Evening, seating: tuple[Rogue, int, int]) -> Played:
    rogue, seat, seats = seating
    outcome = evening.outcomes[rogue.name, seat, seats]
    if isinstance(outcome, Exception):
        raise AssertionError(f"{rogue.name} brought the arena down") from outcome
    return outcome


@each_seating
def test_a_rogue_is_found_out_where_it_fails_and_nowhere_else(played: Played) -> None:
    expect, place = played.rogue.expect, played.rogue.place
    faults = list(played.record.faults())
    assert [fault.fault for fault in faults] == list(expect)
    assert {fault.seat for fault in faults} <= {played.seat}
    if expect == ("start_failed",):
        assert isinstance(played.record.steps[0], Lost)
    else:
        at = [number for number, choice in enumerate(played.of_rogue()) if choice.fault]
        assert at == list(range(place, place + len(expect)))


@each_seating
def test_a_rogue_that_lost_its_seat_is_last_and_the_others_played(played: Played) -> None:
    result, seat = played.record.result, played.seat
    lost = bool(played.rogue.expect) and played.rogue.name != "error_text"
    assert result.ended[seat] == (played.rogue.expect[-1] if lost else PLAYED)
    assert not lost or result.places[seat] == len(result.places)
    assert all(ended == PLAYED for other, ended in enumerate(result.ended) if other != seat)


@each_seating
async def test_the_others_play_as_if_nothing_had_happened(played: Played) -> None:
    """Rows D4 and D6: the same match without any process, in which the seat does what it did, with no clock and no
    faulty bot: every die, every choice of the others and the result are the same."""
    assert core(await again(played.record, played.seat)) == core(played.record)


@each_seating
def test_the_record_of_a_match_with_a_rogue_is_in_order(played: Played) -> None:
    record = load(dump(played.record))
    audit(record)
    for wall, cpu, wait, lag in record.clock.times:
        assert wall >= 0
        assert min(cpu, wait, lag) >= 0


@each_seating
def test_the_details_of_a_fault_can_be_shown_as_they_are(played: Played) -> None:
    """Row P26, and that a stranger cannot fill the record."""
    for fault in played.record.faults():
        assert fault.detail == printable(fault.detail)
        assert 0 < len(fault.detail) <= 1000


def test_no_process_of_any_bot_is_left(evening: Evening) -> None:
    assert evening.bearers == set()


def test_no_dead_process_is_left_unburied(evening: Evening) -> None:
    before, after = evening.children
    assert after - before == set()


def test_no_scratch_folder_is_left(evening: Evening) -> None:
    assert evening.folders == []


def test_no_open_file_is_left(evening: Evening) -> None:
    before, after = evening.files
    assert after <= before


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("crash", "signal 11"),
        ("exit_when_asked", "exit status 0"),
        ("text", "stdout is the protocol"),
        ("lie_version", "protocol 2"),
        ("bad_utf8", "UTF-8"),
        ("close_stdout", "closed its stdout"),
    ],
)
def test_the_detail_of_a_fault_says_what_to_put_right(evening: Evening, name: str, words: str) -> None:
    outcome = evening.outcomes[name, 0, 2]
    assert isinstance(outcome, Played)
    assert words in next(outcome.record.faults()).detail


@pytest.mark.parametrize("name", ["exit_when_asked", "crash", "hold_stdout", "half_then_exit", "garbage_c1"])
def test_what_can_be_known_at_once_is_not_waited_for(evening: Evening, name: str) -> None:
    for seat in (0, 1):
        outcome = evening.outcomes[name, seat, 2]
        assert isinstance(outcome, Played)
        decision = outcome.record.fixture.budget.decision
        times = zip(outcome.record.choices(), outcome.record.clock.times, strict=True)
        assert [wall / 1e6 < decision for choice, (wall, *_) in times if choice.fault] == [True]


BOMBS = [rogue.name for rogue in ROGUES if rogue.rows[0] in ("P11", "P12", "P13", "P14", "P15", "P17", "P27", "R10")]


@pytest.mark.parametrize("name", [*BOMBS, "long_name"])
async def test_a_bomb_does_not_grow_the_arena(name: str) -> None:
    bots = line(name, 1, 2)
    async with ticking() as metronome:
        await play([RANDOM] * 2, fixture([RANDOM] * 2), metronome)
        before = resident()
        forget_peak()
        await play(bots, fixture(bots), metronome)
    assert peak() - before < 20 << 20


async def talk(names: Sequence[str], options: str = "base") -> tuple[Record, list[bytes]]:
    """A match, and all that each seat was told, as bytes."""
    bots = [RANDOM if name == "random" else rogue(name) for name in names]
    match = fixture(bots, options=options)
    async with ticking() as metronome, line_up(bots, metronome, match.budget.start) as players:
        record = await Table(match, players).play()
        told = [b"".join(data for way, data in player.transcript if way == ">") for player in players if is_bot(player)]
        return record, told


def is_bot(player: BotProcess | Mishap) -> TypeGuard[BotProcess]:
    return isinstance(player, BotProcess)


async def test_no_bot_is_told_a_seed_but_its_own_or_who_the_others_are() -> None:
    """Rows D3 and I11."""
    record, told = await talk(["random", "extra_fields", "random"], "missions")
    match = record.fixture
    own = [match.bot_seed(seat) for seat in range(match.seats)]
    for seat, data in enumerate(told):
        assert own[seat].to_bytes(8, "big") in data
        others = [own[other].to_bytes(8, "big") for other in range(match.seats) if other != seat]
        secrets = [match.seed, match.dice, *others]
        assert not any(
            part in data for secret in secrets for part in (secret[:8], secret[-8:], secret.hex()[:16].encode())
        )
        assert b"random" not in data
        assert b"extra_fields" not in data


async def test_one_seed_and_the_same_bots_give_the_same_record_byte_by_byte() -> None:
    """Row D5: twice with processes, and once without any."""
    bots = [RANDOM] * 3
    async with ticking() as metronome:
        records = [await play(bots, fixture(bots), metronome) for _ in range(2)]
    assert core(records[0]) == core(records[1]) == core(await again(records[0], 0))


@pytest.mark.parametrize("name", ["two_replies", "illegal", "half_then_exit", "sleep_forever", "flood_early"])
async def test_a_fault_gives_the_same_record_every_time(name: str) -> None:
    """What the clock said stands apart, in the last frame."""
    bots = line("foreign_action" if name == "illegal" else name, 1, 2)
    async with ticking() as metronome:
        records = [await play(bots, fixture(bots), metronome) for _ in range(2)]
    assert core(records[0]) == core(records[1])


class Listener:
    """Keeps all that it is told, and takes the first or the last of the missions, then always the first action."""

    def __init__(self, mission: int) -> None:
        self.told: list[bytes] = []
        self._mission = mission

    async def begin(self, start: Start) -> Mishap | None:
        await trio.lowlevel.checkpoint()
        self.told.append(msgspec.msgpack.encode(start))
        return None

    async def choose(self, ask: Ask) -> Answer:
        await trio.lowlevel.checkpoint()
        self.told.append(msgspec.msgpack.encode(ask))
        legal = msgspec.msgpack.decode(msgspec.msgpack.encode(ask.legal))
        return Answer(Act(ask.match, ask.turn, legal[self._mission if legal[0]["do"] == "keep" else 0]))

    async def end(self, over: Over) -> None:
        await trio.lowlevel.checkpoint()

    def dismiss(self) -> None:
        return

    def besides(self) -> Besides:
        return Besides()


async def test_what_a_seat_may_not_know_changes_no_byte_of_what_it_is_told() -> None:
    """Row I13: the rival keeps other missions, and everything else is the same."""
    told = []
    for rival in (0, -1):
        players = [Listener(0), Listener(rival), Listener(0)]
        record = await Table(fixture([RANDOM] * 3, options="missions"), players).play()
        assert any(isinstance(step, Luck) for step in record.steps)
        told.append([players[0].told, players[2].told])
    assert told[0] == told[1]


async def test_a_seat_that_was_lost_at_the_start_changes_nothing_that_others_are_told() -> None:
    """A bot must not learn from the numbers of its turns that a rival is missing."""
    told = []
    for rival in (Listener(0), Mishap(Fault.START_FAILED, "it did not start")):
        listener = Listener(0)
        await Table(fixture([RANDOM] * 2), [listener, rival]).play()
        told.append(listener.told[:2])
    assert told[0] == told[1]


ELSEWHERE = {
    "P20": "also tests/protocol: any float where an integer is due",
    "T8": "tests/test_clock.py",
    "T10": "tests/test_clock.py",
    "T11": "tests/test_leftovers.py",
    "T12": "tests/test_leftovers.py",
    "R19": "tests/test_leftovers.py",
    "I11": "test_no_bot_is_told_a_seed_but_its_own_or_who_the_others_are; who sits where is the tournament's",
    "I13": "test_what_a_seat_may_not_know_changes_no_byte_of_what_it_is_told",
    "D1": "no stream of numbers to clone: every draw is a keyed hash of its place (tests/games)",
    "D2": "256 secret bits; a seed that a person typed is public by choice",
    "D4": "test_the_others_play_as_if_nothing_had_happened",
    "D5": "test_one_seed_and_the_same_bots_give_the_same_record_byte_by_byte",
    "D6": "test_the_others_play_as_if_nothing_had_happened",
    "D7": "a bot's own affair; that PYTHONHASHSEED is 0 is in its environment",
}
ARENA_ROWS = (
    [f"P{n}" for n in range(1, 29)]
    + [f"T{n}" for n in range(1, 13) if n != 9]
    + ["R10", "R16", "R19", "I4", "I5", "I11", "I12", "I13"]
    + [f"D{n}" for n in range(1, 8)]
)


def test_every_row_that_is_the_arenas_own_duty_has_a_rogue_or_a_reason() -> None:
    claimed = {row: [rogue.name for rogue in ROGUES if row in rogue.rows] for row in ARENA_ROWS}
    for row, names in claimed.items():
        print(f"{row:4} {', '.join(names) or ELSEWHERE.get(row, 'NOBODY')}")
    assert [row for row, names in claimed.items() if not names and row not in ELSEWHERE] == []


def test_every_rogue_says_in_one_line_what_it_does() -> None:
    for path in FOLDER.glob("*.py"):
        first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").splitlines()[0]
        assert re.fullmatch(r"[A-Z].+\.", first), path.name


@pytest.mark.proof
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_rogue_in_every_seat_of_every_table_twice(seats: int) -> None:
    seatings = [(rogue, seat, seats) for rogue in ROGUES for seat in range(seats)]
    first, second = trio.run(play_all, seatings), trio.run(play_all, seatings)
    for key, outcome in first.items():
        repeated = second[key]
        assert isinstance(outcome, Played), key
        assert isinstance(repeated, Played), key
        assert [fault.fault for fault in outcome.record.faults()] == list(outcome.rogue.expect), key
        assert verdicts(outcome.record) == verdicts(repeated.record), key


def verdicts(record: Record) -> list[tuple[int, object, str | None]]:
    return [(choice.seat, choice.action, choice.fault) for choice in record.choices()]
