"""Records: whole, compact, the same for the same match, and tight."""

from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.mlem.options import EVERY
from arena.record import Choice, Clock, Damaged, Decision, Luck, Record, Result, core, dump, load
from arena.referee import Bots
from arena.replay import Disagreement, audit
from tests.playing import fixture, played, record_of


@cache
def example() -> bytes:
    return dump(played("random", "random", "random", variants="ufo+exploration+missions"))


def test_a_record_survives_being_written() -> None:
    record = load(example())
    assert dump(record) == example()
    assert record.fixture.options == "ufo+exploration+missions"


def test_a_whole_match_takes_a_few_kilobytes() -> None:
    assert len(example()) < 12_000


@pytest.mark.parametrize("options", EVERY, ids=str)
@pytest.mark.parametrize("seats", [2, 5])
async def test_however_the_bots_come_to_a_match_its_record_is_the_same(options: object, seats: int) -> None:
    match = fixture(*["random", "greedy", "random", "greedy", "random"][:seats], variants=str(options))
    first, *others = [core(await record_of(match, bots)) for bots in Bots]
    assert others == [first] * (len(Bots) - 1)


def test_an_untouched_record_is_in_order() -> None:
    audit(load(example()))


@given(st.data())
def test_whatever_byte_is_flipped_the_audit_names_the_match_and_the_place(data: st.DataObject) -> None:
    damaged = bytearray(example())
    place = data.draw(st.integers(0, len(damaged) - 1))
    damaged[place] ^= data.draw(st.integers(1, 255))
    with pytest.raises((Damaged, Disagreement)) as caught:
        audit(load(bytes(damaged)))
    said = str(caught.value)
    header = len(example()) - len(example().split(b"ARENA-RECORD\n", 1)[1])
    assert "match test" in said or "header" in said or place < header
    assert "byte" in said or "step" in said


@pytest.mark.proof
def test_every_single_byte_flipped_is_noticed() -> None:
    for place in range(len(example())):
        damaged = bytearray(example())
        damaged[place] ^= 0x01
        with pytest.raises((Damaged, Disagreement)):
            audit(load(bytes(damaged)))
    print(f"flipped each of {len(example())} bytes of a record: all noticed, none unnamed")


@given(st.integers(0, 20_000))
def test_a_record_that_is_cut_short_is_noticed(length: int) -> None:
    if length < len(example()):
        with pytest.raises(Damaged):
            load(example()[:length])


@given(st.binary(max_size=200))
def test_garbage_is_no_record(data: bytes) -> None:
    with pytest.raises(Damaged):
        load(data)


def changed(record: Record, number: int, step: Luck | Decision) -> Record:
    return msgspec.structs.replace(record, steps=(*record.steps[:number], step, *record.steps[number + 1 :]))


def test_a_roll_that_the_seed_does_not_bring_is_named() -> None:
    record = load(example())
    number, step = next(
        (n, s) for n, s in enumerate(record.steps) if isinstance(s, Luck) and s.outcome["luck"] == "roll"
    )
    forged = changed(record, number, Luck({"luck": "roll", "groups": [[4, sum(n for _, n in step.outcome["groups"])]]}))
    with pytest.raises(Disagreement, match=rf"match test: step {number + 1}: the seed brings"):
        audit(forged)


def test_an_action_that_the_rules_forbid_is_named() -> None:
    record = load(example())
    number = next(n for n, step in enumerate(record.steps) if isinstance(step, Decision) and len(step.choices) == 1)
    step = record.steps[number]
    assert isinstance(step, Decision)
    forged = changed(record, number, Decision((Choice(step.choices[0].seat, {"do": "go_home"}),)))
    with pytest.raises(Disagreement, match=rf"match test: step {number + 1}: seat \d may not do"):
        audit(forged)


def test_a_result_that_does_not_follow_is_named() -> None:
    record = load(example())
    result = record.result
    points = (result.points[0] + 1, *result.points[1:])
    for forged in (
        Result(result.places, points, result.ended),
        Result(result.places[::-1], result.points, result.ended),
        Result(result.places, result.points, ("late", *result.ended[1:])),
    ):
        with pytest.raises(Disagreement, match="match test: step"):
            audit(msgspec.structs.replace(record, result=forged))


def test_a_clock_with_a_time_too_few_is_named() -> None:
    record = load(example())
    with pytest.raises(Disagreement, match="the clock has"):
        audit(msgspec.structs.replace(record, clock=Clock(record.clock.times[1:])))


def test_a_record_of_other_rules_is_refused_and_says_so() -> None:
    record = load(example())
    other = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, rules=99))
    with pytest.raises(Disagreement, match="rules version 99"):
        audit(other)


def test_a_record_of_a_newer_format_is_refused_and_says_so() -> None:
    record = load(example())
    newer = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, format=2))
    with pytest.raises(Damaged, match="format 2 is not known here"):
        load(dump(newer))
