"""Variants for everybody: which tables are played with which, so that nobody has much more of one than of another.

All at a table share one choice of variants, so this cannot always be exact: three who meet in pairs cannot all have one
match of each of two kinds. It begins with an even share and changes the kind of one table at a time, until nobody's
counts differ by more than one, or until the effort is spent. Those go first who are more than one off their fair share,
which is their matches divided by the kinds. (A tabu search: it takes the best step that it sees, even a bad one, and
does not soon take it back.)
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

Table: TypeAlias = Sequence[str]
Cell: TypeAlias = tuple[int, str]  # a table size, or 0 for all tables, and an entrant

STEPS = 3_000
LONGER = 6_000  # if somebody is still more than one off his fair share
LOOK = 24  # tables that are looked at in one step
REST = 11  # steps for which a table does not go back, at most
ASIDE = 8  # one in so many steps is any step, lest it walk in circles
WEIGHT = 4  # of what is uneven in all, beside what is uneven at tables of one size
FAR = 1_000  # of who is more than one off the fair share, beside that


def spread(tables: Sequence[Table], start: Sequence[int], kinds: int) -> list[int]:
    """The kind of each table."""
    mix = _Mix(tables, start, kinds)
    best, least = list(mix.kinds), mix.trouble
    for step in range(LONGER):
        if not least or (step >= STEPS and least < FAR):
            break
        mix.change(step)
        if mix.trouble < least:
            best, least = list(mix.kinds), mix.trouble
    return best


class _Mix:
    """The kinds of tables, how many of each everybody has, and whose counts differ too much."""

    def __init__(self, tables: Sequence[Table], start: Sequence[int], kinds: int) -> None:
        self.kinds, self.trouble = list(start), 0
        self._cells = [[(size, name) for name in table for size in (0, len(table))] for table in tables]
        self._counts: dict[Cell, list[int]] = {}
        self._at: dict[Cell, list[int]] = {}  # tables
        self._left: dict[tuple[int, int], int] = {}  # when a table ceased to be of a kind
        self._bad: dict[Cell, int] = {}  # how bad it is; who waits longest comes first
        self._far: dict[Cell, None] = {}  # who is more than one off the fair share, in the same order
        for number, kind in enumerate(start):
            for cell in self._cells[number]:
                self._counts.setdefault(cell, [0] * kinds)[kind] += 1
                self._at.setdefault(cell, []).append(number)
        for cell in self._counts:
            self._judge(cell)

    def change(self, step: int) -> None:
        """Turn a table of the one who waits longest from a kind that he has most into the kind that he has least."""
        cell = next(iter(self._far or self._bad))
        self._bad[cell] = self._bad.pop(cell)
        if cell in self._far:
            self._far[cell] = self._far.pop(cell)
        counts, at = self._counts[cell], self._at[cell]
        if step % ASIDE == 0:
            self._turn(at[step // ASIDE % len(at)], step // ASIDE % len(counts), step)
            return
        most, fewest = max(counts), min(counts)
        least = next(kind for kind in _from(step, len(counts)) if counts[kind] == fewest)
        first = step * LOOK % len(at)
        offers = [
            (self._cost(number, least), number)
            for number in [n for n in at[first:] + at[:first] if counts[self.kinds[n]] == most][:LOOK]
            if self._left.get((number, least), -REST) + step % REST < step
        ]
        if offers:
            self._turn(min(offers)[1], least, step)

    def _cost(self, number: int, new: int) -> int:
        """By how much a change of kind makes things worse: half the change of the squared counts."""
        old, cost = self.kinds[number], 0
        for cell in self._cells[number]:
            counts = self._counts[cell]
            cost += (counts[new] - counts[old] + 1) * (1 if cell[0] else WEIGHT)
        return cost

    def _turn(self, number: int, new: int, step: int) -> None:
        """Change the kind of a table."""
        self._left[number, self.kinds[number]] = step
        for cell in self._cells[number]:
            self._counts[cell][self.kinds[number]] -= 1
            self._counts[cell][new] += 1
            self._judge(cell)
        self.kinds[number] = new

    def _judge(self, cell: Cell) -> None:
        """Note whether counts differ too much: by more than one in all, or by more than two at tables of one size."""
        counts = self._counts[cell]
        most, fewest = max(counts), min(counts)
        beyond = max(most - fewest - (2 if cell[0] else 1), 0)
        bad = beyond**4 * (1 if cell[0] else WEIGHT)  # one who is far off is worse than many who are a little
        share = len(self._at[cell]) / len(counts)
        if not cell[0] and max(most - share, share - fewest) > 1.0:
            self._far.setdefault(cell)
            bad *= FAR
        else:
            self._far.pop(cell, None)
        self.trouble += bad - self._bad.get(cell, 0)
        if bad:
            self._bad[cell] = bad
        else:
            self._bad.pop(cell, None)


def _from(start: int, many: int) -> Iterator[int]:
    """Numbers below `many`, each once, from anywhere on."""
    return ((start + step) % many for step in range(many))
