"""A whole database checked: every record played again by the rules, every row compared with its record, and the dice of
every group with those of all others."""

from collections.abc import Iterator

from arena.errors import UserError
from arena.record import Damaged, Record, load
from arena.replay import Disagreement, audit
from results.rows import Row
from results.store import Store


def findings(store: Store) -> Iterator[str]:
    """All that is wrong, a sentence each."""
    yield from (f"the file is damaged: {line}" for line in store.damage())
    dice = _Dice()
    for row in store.rows():
        if not row.counts:
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
