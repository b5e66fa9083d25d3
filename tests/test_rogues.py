"""Bots that break the rules on purpose, in every seat: each is found out, and nobody else notices.

The rows are those of the hostile matrix (tests/isolation/rows.py): P for the protocol, T for time, R for resources, E
for escapes, I for information, D for determinism. Those that only limits or a jail can stop are tested with these.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeGuard

import msgspec
import pytest
import trio

from arena.bot_process import BotProcess
from arena.lineup import line_up
from arena.manifest import Manifest
from arena.match import Table
from arena.player import Answer, Besides, Mishap
from arena.record import Luck, Record, core
from protocol import Fault
from protocol.words import Act, Ask, Over, Start
from tests import laws
from tests.evening import FOLDER, Evening, Played, Seating, evening_in, play_all, rogues
from tests.matches import RANDOM, again, fixture, forget_peak, peak, play, resident, rogue, ticking

NOT_HERE = ("thinker", "ponder", "deep_folders", "log_trap", "hold_stdout_later")  # but in other tests
ROGUES = [rogue for rogue in rogues(*NOT_HERE) if rogue.level is None]
# Every rogue in every seat of a table of two, and somebody in every seat of the larger ones.
LARGER = [(seat, seats) for seats in (3, 4, 5) for seat in range(seats)]
STEP = len(ROGUES) // len(LARGER)
SEATINGS = [Seating(rogue, seat, 2) for rogue in ROGUES for seat in (0, 1)]
SEATINGS += [Seating(ROGUES[STEP * i], *where) for i, where in enumerate(LARGER)]
each_seating = pytest.mark.parametrize("seating", SEATINGS, ids=str)


def line(rogue_name: str, seat: int, seats: int) -> list[Manifest]:
    bots = [RANDOM] * seats
    bots[seat] = rogue(rogue_name)
    return bots


def at_table(seating: Seating) -> list[Manifest]:
    return line(seating.rogue.name, seating.seat, seating.seats)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    everything = partial(trio.run, play_all, SEATINGS, at_table)
    one = partial(trio.run, play_all, SEATINGS[:1], at_table)
    with evening_in(tmp_path_factory.mktemp("scratch"), everything, one) as evening:
        yield evening


@pytest.fixture
def played(evening: Evening, seating: Seating) -> Played:
    return evening.played(seating)


@each_seating
def test_a_rogue_is_found_out_where_it_fails_and_nowhere_else(played: Played) -> None:
    laws.it_is_found_out_where_it_fails_and_nowhere_else(played)


@each_seating
def test_a_rogue_that_lost_its_seat_is_last_and_the_others_played(played: Played) -> None:
    laws.who_lost_its_seat_is_last_and_the_others_played(played)


@each_seating
async def test_the_others_play_as_if_nothing_had_happened(played: Played) -> None:
    await laws.the_others_play_as_if_nothing_had_happened(played)


@each_seating
def test_the_record_of_a_match_with_a_rogue_is_in_order(played: Played) -> None:
    laws.its_record_is_in_order(played)
    laws.the_details_of_a_fault_can_be_shown_as_they_are(played)


def found(evening: Evening, name: str, seat: int) -> Played:
    """The match of a rogue in this seat of two."""
    return next(evening.played(key) for key in SEATINGS if (key.rogue.name, key.seat, key.seats) == (name, seat, 2))


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
    assert words in next(found(evening, name, 0).record.faults()).detail


@pytest.mark.parametrize("name", ["exit_when_asked", "crash", "hold_stdout", "half_then_exit", "garbage_c1"])
def test_what_can_be_known_at_once_is_not_waited_for(evening: Evening, name: str) -> None:
    for seat in (0, 1):
        record = found(evening, name, seat).record
        decision = record.fixture.budget.decision
        times = zip(record.choices(), record.clock.times, strict=True)
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


def test_every_rogue_says_in_one_line_what_it_does() -> None:
    for path in FOLDER.glob("*.py"):
        first = (ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "").splitlines()[0]
        assert re.fullmatch(r"[A-Z].+\.", first), path.name


@pytest.mark.proof
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_rogue_in_every_seat_of_every_table_twice(seats: int) -> None:
    seatings = [Seating(rogue, seat, seats) for rogue in ROGUES for seat in range(seats)]
    first, second = trio.run(play_all, seatings, at_table), trio.run(play_all, seatings, at_table)
    for key, outcome in first.items():
        repeated = second[key]
        assert isinstance(outcome, Played), key
        assert isinstance(repeated, Played), key
        laws.it_is_found_out_where_it_fails_and_nowhere_else(outcome)
        laws.who_lost_its_seat_is_last_and_the_others_played(outcome)
        trio.run(laws.the_others_play_as_if_nothing_had_happened, outcome)
        laws.its_record_is_in_order(outcome)
        laws.the_details_of_a_fault_can_be_shown_as_they_are(outcome)
        assert verdicts(outcome.record) == verdicts(repeated.record), key


def verdicts(record: Record) -> list[tuple[int, object, str | None]]:
    return [(choice.seat, choice.action, choice.fault) for choice in record.choices()]
