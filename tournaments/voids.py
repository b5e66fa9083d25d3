"""Which void matches a run can play again. What was played since must not hang on them: a round that was drawn with a
match counted as void would be another one if the match counted."""

from bisect import bisect_left
from collections.abc import Sequence

from results.rows import Row
from tournaments.plan import Plan, schedule


def repeatable(plan: Plan, seed: bytes, rows: Sequence[Row]) -> list[int]:
    """The numbers of the void matches without which the schedule still has all others: where results decide nothing,
    every one; elsewhere those of the last round that was begun."""
    voids = [row.number for row in rows if not row.counts]

    def holds(place: int) -> bool:
        """Whether all void matches from this one on can be forgotten. If so, then all from a later one on, too."""
        forgotten = set(voids[place:])
        kept = [row for row in rows if row.number not in forgotten]
        return max((row.number for row in kept), default=-1) < len(schedule(plan, seed, kept))

    return voids[bisect_left(range(len(voids)), True, key=holds) :]
