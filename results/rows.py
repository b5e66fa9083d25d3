"""One played fixture of a tournament as everything here reads it. Ratings, standings and reports are folds over rows in
schedule order; nothing that can be derived from them is stored."""

from msgspec import Struct

from protocol.faults import PLAYED


class Row(Struct, frozen=True, kw_only=True):
    """What came of one fixture."""

    number: int  # place in the schedule, counted from 0
    round: int
    group: int  # fixtures of one group share their dice: the unit of every interval
    match: str
    game: str
    variants: str
    entrants: tuple[str, ...]  # by seat
    places: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    ended: tuple[str, ...] = ()  # by seat: `played`, or the fault that cost the seat
    faults: tuple[tuple[str, ...], ...] = ()  # by seat, every fault in order
    void: str = ""  # why the fixture does not count, if the arena failed; then nothing above is known

    @property
    def counts(self) -> bool:
        return not self.void

    @property
    def fits(self) -> bool:
        """Whether it tells of every seat what it tells by seat; only a damaged database has rows that do not."""
        by_seat = (self.places, self.points, self.ended, self.faults)
        return not self.counts or all(len(told) == len(self.entrants) for told in by_seat)

    def clean(self, seat: int) -> bool:
        """Whether the seat was played to the end by its own bot."""
        return self.ended[seat] == PLAYED
