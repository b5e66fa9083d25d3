"""What holds for every match with a rogue, whatever it did and at every level."""

from arena.record import Lost, core, dump, load
from arena.replay import audit
from protocol.faults import PLAYED
from protocol.text import printable
from tests.evening import Played
from tests.matches import again


def it_is_found_out_where_it_fails_and_nowhere_else(played: Played) -> None:
    expect, place = played.rogue.expect, played.rogue.place
    faults = list(played.record.faults())
    assert [fault.fault for fault in faults] == list(expect), [fault.detail for fault in faults] + [played.words]
    assert {fault.seat for fault in faults} <= {played.seat}
    if expect == ("start_failed",):
        assert isinstance(played.record.steps[0], Lost)
    else:
        at = [number for number, choice in enumerate(played.of_rogue()) if choice.fault]
        assert at == list(range(place, place + len(expect)))


def who_lost_its_seat_is_last_and_the_others_played(played: Played) -> None:
    result, seat = played.record.result, played.seat
    lost = bool(played.rogue.expect) and played.rogue.name != "error_text"
    assert result.ended[seat] == (played.rogue.expect[-1] if lost else PLAYED)
    assert not lost or result.places[seat] == len(result.places)
    assert all(ended == PLAYED for other, ended in enumerate(result.ended) if other != seat)


async def the_others_play_as_if_nothing_had_happened(played: Played) -> None:
    """Rows D4 and D6: the same match without any process, in which the seat does what it did, with no clock and no
    faulty bot: every die, every choice of the others and the result are the same."""
    assert core(await again(played.record, played.seat)) == core(played.record)


def its_record_is_in_order(played: Played) -> None:
    record = load(dump(played.record))
    audit(record)
    for wall, cpu, wait, lag in record.clock.times:
        assert wall >= 0
        assert min(cpu, wait, lag) >= 0


def the_details_of_a_fault_can_be_shown_as_they_are(played: Played) -> None:
    """Row P26, and that a stranger cannot fill the record."""
    for fault in played.record.faults():
        assert fault.detail == printable(fault.detail)
        assert 0 < len(fault.detail) <= 1000
