"""From rows to groups: what NEW did in a seat, and what OLD did in it with the same dice. A group is the unit of every
figure; a match alone says nothing here."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from results.rows import Row


class Side(Struct, frozen=True):
    """What one of the two bots did in the seat of a group."""

    match: int  # its number in the schedule
    share: float  # of the win: 1 alone in first place, a half if one other stood there too
    points: int
    faults: tuple[str, ...]
    lost: bool  # whether a fault cost it the seat
    less_luck: float | None = None  # points less luck, if it was measured


class Group(Struct, frozen=True, kw_only=True):
    """One table, played by both."""

    number: int
    seat: int
    seats: int
    variants: str
    new: Side
    old: Side

    @property
    def share(self) -> float:
        """How much more NEW won than OLD: the score of the group, from -1 to 1."""
        return self.new.share - self.old.share

    @property
    def points(self) -> int:
        return self.new.points - self.old.points


def groups(rows: Iterable[Row], new: str, old: str) -> Iterator[Group]:
    """The groups that were played whole, in schedule order. A group with a void match does not count."""
    by_number = {row.number: row for row in rows if row.counts}
    for number in sorted(by_number):
        other = by_number.get(number + 1)
        if number % 2 == 0 and other:
            yield _group(by_number[number], other, new, old)


def settled(rows: Sequence[Row]) -> list[Row]:
    """The rows up to the first fixture that is missing: what is decided on must not depend on who was faster."""
    numbers = {row.number for row in rows}
    end = next(number for number in range(len(numbers) + 1) if number not in numbers)
    return [row for row in rows if row.number < end - end % 2]


def win_share(row: Row, seat: int) -> float:
    """How much of the win a seat had."""
    return 1 / row.places.count(1) if row.places[seat] == 1 else 0.0


def _group(first: Row, second: Row, new: str, old: str) -> Group:
    seat = first.entrants.index(new)
    assert second.entrants[seat] == old, "both matches of a group have the same seat"
    return Group(
        number=first.group,
        seat=seat,
        seats=len(first.entrants),
        variants=first.variants,
        new=_side(first, seat),
        old=_side(second, seat),
    )


def _side(row: Row, seat: int) -> Side:
    return Side(row.number, win_share(row, seat), row.points[seat], row.faults[seat], not row.clean(seat))
