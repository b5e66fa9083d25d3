"""Variants for everybody: which tables are played with which, so that nobody has much more of one than of another.

All at a table share one choice of variants, so this cannot always be exact: three who meet in pairs cannot all have one
match of each of two kinds. It begins with an even share and changes the kind of one table at a time, until nobody's
counts differ by more than one, or until the effort is spent. Those go first who are more than one off their fair share,
which is their matches divided by the kinds. (A tabu search: it takes the best step that it sees, even a bad one, and
does not soon take it back.)

At first it minds the tables of each size, too, lest one size have other kinds than another. If that asks too much, only
all tables together count.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
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


def spread(tables: Sequence[Table], starts: Sequence[Sequence[int]], kinds: int) -> list[int]:
    """The kind of each table, from the first of these starts that leads to an even share, or else the most even."""
    several = len({len(table) for table in tables}) > 1
    found = [_search(_Mix(tables, starts[0], kinds, by_size=several))]
    rest = [found[0], *starts[1:]] if several else starts[1:]
    for start in rest:
        if _Mix(tables, found[-1], kinds).trouble:
            found.append(_search(_Mix(tables, start, kinds)))
    return min(found, key=lambda one: _Mix(tables, one, kinds).trouble)


def by_parts(tables: Sequence[Table], parts: Sequence[Hashable], kinds: int) -> list[int]:
    """A start for tables in parts, in each of which everybody plays equally often: whole parts have one kind, as long
    as no kind gets more than its share, and the tables that are left take turns."""
    seats = Counter[Hashable]()
    for table, part in zip(tables, parts, strict=True):
        seats[part] += len(table)
    need = [seats.total() / kinds] * kinds
    kind_of: dict[Hashable, int] = {}
    for part, many in seats.most_common():
        kind = need.index(max(need))
        if many <= need[kind]:
            kind_of[part] = kind
            need[kind] -= many
    start = []
    for table, part in zip(tables, parts, strict=True):
        kind = kind_of.get(part, -1)
        if kind < 0:
            kind = need.index(max(need))
            need[kind] -= len(table)
        start.append(kind)
    return start


def _search(mix: "_Mix") -> list[int]:
    """The kinds with the least trouble that was found."""
    least, best = mix.trouble, list(mix.kinds)
    for step in range(LONGER):
        if not least or (step >= STEPS and least < FAR):
            break
        mix.change(step)
        if mix.trouble < least:
            least, best = mix.trouble, list(mix.kinds)
    return best


class _Mix:
    """The kinds of tables, how many of each everybody has, and whose counts differ too much."""

    def __init__(self, tables: Sequence[Table], start: Sequence[int], kinds: int, *, by_size: bool = False) -> None:
        self.kinds, self.trouble = list(start), 0
        self._cells = [
            [(size, name) for name in table for size in ((0, len(table)) if by_size else (0,))] for table in tables
        ]
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
