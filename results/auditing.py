"""A whole database checked: every record played again by the rules, every row compared with its record, and the dice of
every group with those of all others. Who was to meet whom, and with which dice, is known to those who draw tournaments:
they hand it in."""

from collections.abc import Iterator
from typing import Protocol

from arena.errors import UserError
from arena.record import Damaged, Record, load
from arena.replay import Disagreement, audit
from results.rows import Row
from results.store import Store


class Schedule(Protocol):
    """What was to be played."""

    def findings(self) -> Iterator[str]:
        """What is wrong with the tournament and its rows as a whole."""

    def check(self, row: Row, played: Record) -> Iterator[str]:
        """What is wrong with one match."""

    def summary(self) -> str:
        """How much of it is there, if nothing is wrong."""


def findings(store: Store, schedule: Schedule | None = None) -> Iterator[str]:
    """All that is wrong, a sentence each."""
    yield from (f"the file is damaged: {line}" for line in store.damage())
    if schedule:
        yield from schedule.findings()
    dice, rows, recorded = _Dice(), store.rows(), store.recorded()
    yield from (
        f"match {number}: there is a record, but no match" for number in recorded - {row.number for row in rows}
    )
    for row in rows:
        if not row.counts:
            if row.number in recorded or row.places or row.points or row.ended or row.faults:
                yield f"match {row.number}: it is void, and still has a result or a record"
            continue
        try:
            played = load(store.record(row.number))
            audit(played)
        except Damaged as error:
            yield f"match {row.number}: its record is damaged: {error}"
        except (Disagreement, UserError) as error:
            yield f"match {row.number}: {error}"
        else:
            yield from (f"match {row.number}: {wrong}" for wrong in _differences(row, played))
            yield from dice.check(row, played)
            yield from schedule.check(row, played) if schedule else ()


def _differences(row: Row, played: Record) -> Iterator[str]:
    """Where the row does not say what the record says."""
    fixture, result = played.fixture, played.result
    pairs = {
        "match": (row.match, fixture.match),
        "game": (row.game, fixture.game),
        "variants": (row.variants, fixture.options),
        "entrants": (row.entrants, fixture.bots),
        "places": (row.places, result.places),
        "points": (row.points, result.points),
        "ended": (row.ended, result.ended),
        "faults": (row.faults, played.faults_by_seat()),
    }
    for what, (stored, recorded) in pairs.items():
        if stored != recorded:
            yield f"{what}: the row says {stored!r}, the record {recorded!r}"


class _Dice:
    """Matches of one group share their dice, matches of two groups do not."""

    def __init__(self) -> None:
        self._of_group: dict[int, bytes] = {}
        self._group_of: dict[bytes, int] = {}

    def check(self, row: Row, played: Record) -> Iterator[str]:
        dice = played.fixture.dice
        if self._of_group.setdefault(row.group, dice) != dice:
            yield f"match {row.number}: it has other dice than the matches of its group {row.group}"
        elif self._group_of.setdefault(dice, row.group) != row.group:
            yield f"match {row.number}: it has the dice of group {self._group_of[dice]}, but belongs to {row.group}"
