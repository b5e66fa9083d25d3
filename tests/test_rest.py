"""Who computes while others are to move is found out; who rests is left alone; and the record says what each used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.clock import Reading, Rest
from arena.manifest import Manifest
from arena.record import Record, dump, load
from protocol.words import Budget
from tests.matches import RANDOM, fixture, play, rogue, ticking

PATIENT = Budget(start=5.0, decision=2.0, bank=0.0)


def rest(gaps: list[tuple[float, float]]) -> tuple[Rest, list[bool]]:
    """A bot that decides in no time; between its decisions pass these seconds, of which it computes for those."""
    bot, time, cpu, broken = Rest(), 100.0, 0.0, []
    bot.decided(time, Reading(0, 0), time, Reading(0, 0))
    for passed, used in gaps:
        time, cpu = time + passed, cpu + used
        by_then = Reading(round(cpu * 1e9), 0)
        broken.append(bot.decided(time, by_then, time, by_then))
        if broken[-1]:
            bot.settle()
    return bot, broken


@given(st.lists(st.tuples(st.floats(0.0, 10.0), st.floats(0.0, 0.1)), max_size=30))
def test_who_uses_a_tenth_of_the_others_time_may_do_so_for_ever(gaps: list[tuple[float, float]]) -> None:
    bot, broken = rest([(passed, passed * share) for passed, share in gaps])
    assert not any(broken)
    assert bot.used == pytest.approx(1e9 * sum(passed * share for passed, share in gaps), abs=1e3)


def test_short_work_after_an_answer_is_forgotten_while_a_bot_rests() -> None:
    assert rest([(0.3, 0.3), (10.0, 0.0)] * 20)[1] == [False] * 40


def test_who_never_rests_is_found_out_every_half_second() -> None:
    assert rest([(0.1, 0.1)] * 12)[1] == [False, False, False, False, False, True] * 2


def test_what_a_bot_prepares_before_its_first_decision_is_its_own_affair() -> None:
    bot = Rest()
    assert not bot.decided(5.0, Reading(4_000_000_000, 0), 5.0, Reading(4_000_000_000, 0))
    assert bot.used == 0


async def test_a_bot_that_ponders_is_found_out_and_the_others_are_not_blamed() -> None:
    record = await match(rogue("ponder"), rogue("thinker", "sleep", "100"))
    faults = [fault.fault for fault in record.faults()]
    assert faults
    assert set(faults) == {"busy"}
    assert {fault.seat for fault in record.faults()} == {0}
    pondering, sleeping = record.clock.uses
    assert pondering.idle > 500_000
    assert sleeping.idle < 100_000


async def test_the_record_says_what_each_bot_used() -> None:
    record = await match(RANDOM, rogue("thinker", "sleep", "3"))
    for seat, use in enumerate(record.clock.uses):
        assert use.decisions == sum(seat == choice.seat for choice in record.choices())
        assert 5 << 20 < use.memory < 200 << 20
        assert 0 < use.cpu <= use.wall
        assert use.slowest <= use.wall
    assert record.clock.uses[1].wall > 3_000 * record.clock.uses[1].decisions
    assert load(dump(record)).clock == record.clock


async def match(*bots: Manifest) -> Record:
    async with ticking() as metronome:
        return await play(bots, fixture(bots, budget=PATIENT), metronome)
