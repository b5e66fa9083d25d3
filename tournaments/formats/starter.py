"""Starters: one set of tables from which a whole round follows, by adding 1, 2, 3, ... to every number.

The circle method for tables of any size. The entrants are the numbers 0, ..., m-1, on a circle, and at most one more,
m, who stays where he is. A starter shares them out among tables, and a few may sit out. Its m translates are the
classes of a round. Two entrants meet as often as their distance on the circle occurs at the tables of the starter: if
all distances occur equally often, everybody meets everybody equally often.

Starters for up to 40 entrants stand in `starters.txt`; for more, they are searched for, with a bounded effort.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations

from msgspec import Struct

LISTED = 40  # entrants, up to which the file knows a starter for each table size
EFFORT = 20_000  # exchanges that a search tries
PATIENCE = 3_000  # exchanges without progress after which it begins again


class Starter(Struct, frozen=True):
    """The tables of the first class of a round."""

    points: int  # entrants, from 0 on
    modulus: int  # entrants on the circle: all of them, or all but the last
    tables: tuple[tuple[int, ...], ...]

    def translate(self, step: int) -> tuple[tuple[int, ...], ...]:
        """The class after so many steps."""
        m = self.modulus
        return tuple(tuple((point + step) % m if point < m else point for point in table) for table in self.tables)

    @property
    def overlaps(self) -> bool:
        """Whether somebody sits at two of its tables."""
        return len(set().union(*self.tables)) < sum(map(len, self.tables))

    def meetings(self) -> list[int]:
        """How often each pair meets in a round: for each distance on the circle, and last with who stays, if any."""
        counts = _Distances(self.modulus)
        fixed = []
        for table in self.tables:
            circle = [point for point in table if point < self.modulus]
            for a, b in combinations(circle, 2):
                counts.add(a, b, 1)
            fixed += [len(circle)] * (len(circle) < len(table))
        return [*counts.meetings(), *fixed]


class Shape(Struct, frozen=True):
    """What a starter is to be like."""

    points: int
    size: int
    modulus: int
    tables: int
    overlap: bool = False  # whether somebody may sit at two tables, which then cannot be played at once


def shapes(points: int, size: int) -> Iterator[Shape]:
    """The starters to look for, the best first. If all play in each class, one has to stay where he is for all to
    meet equally often; if one sits out, nobody has."""
    tables, rest = divmod(points, size)
    for modulus in [points - 1, points] if rest == 0 else [points]:
        yield Shape(points, size, modulus, tables)
        yield Shape(points, size, modulus, tables, overlap=True)
    if tables > 2:
        yield Shape(points, size, points, tables - 1)
    else:
        yield Shape(points, size, points, tables + 1, overlap=True)


@cache
def starter(points: int, size: int) -> Starter:
    """A starter for so many entrants at tables of this size, the best that is known."""
    if size == 2:
        return _patterned(points)
    if points <= LISTED:
        return _listed()[points, size]
    return min(_search(next(shapes(points, size)), EFFORT), key=lambda found: found[0])[1]


def find(points: int, size: int, effort: int) -> Starter | None:
    """A starter by which all pairs meet equally often, or else within one; this is how the file was made."""
    for shape in shapes(points, size):
        for cost, found in _search(shape, effort):
            if cost == 0:
                return found
    return None


def _patterned(points: int) -> Starter:
    """Tables of two: 1 and -1, 2 and -2, ...; 0 sits out, or meets the one who stays."""
    modulus = points if points % 2 else points - 1
    tables = [(step, modulus - step) for step in range(1, (modulus + 1) // 2)]
    return Starter(points, modulus, tuple(tables if points % 2 else [(0, modulus), *tables]))


@cache
def _listed() -> dict[tuple[int, int], Starter]:
    """The file: a line for each starter, as `points size modulus: table | table | ...`."""
    found = {}
    for line in files(__package__).joinpath("starters.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            head, tables = line.split(":")
            points, size, modulus = map(int, head.split())
            split = tuple(tuple(map(int, table.split())) for table in tables.split("|"))
            found[points, size] = Starter(points, modulus, split)
    return found


class _Distances:
    """How often each distance on a circle occurs, and how far that is from even."""

    def __init__(self, modulus: int) -> None:
        self._modulus = modulus
        self._counts = [0] * (modulus // 2 + 1)
        self.low = self.high = 0

    def aim(self, pairs: int) -> None:
        """Want this many pairs spread over all distances. Half the circle counts double: both ends see it as one."""
        self.low, rest = divmod(2 * pairs, self._modulus - 1)
        self.high = self.low + (rest > 0)

    def add(self, a: int, b: int, times: int) -> int:
        """Count a pair in or out; by how much that makes things worse."""
        distance = abs(a - b)
        distance = min(distance, self._modulus - distance)
        before = self._cost(distance)
        self._counts[distance] += times
        return self._cost(distance) - before

    def meetings(self) -> list[int]:
        return [self._met(distance) for distance in range(1, len(self._counts))]

    def cost(self) -> int:
        return sum(self._cost(distance) for distance in range(1, len(self._counts)))

    def _met(self, distance: int) -> int:
        return self._counts[distance] * (2 if 2 * distance == self._modulus else 1)

    def _cost(self, distance: int) -> int:
        met = self._met(distance)
        return (max(self.low - met, 0) + max(met - self.high, 0)) ** 2


def _search(shape: Shape, effort: int) -> Iterator[tuple[int, Starter]]:
    """Starters with their costs, each the best on its way; ends with one of cost 0, or after so many exchanges."""
    draws = _draws(shape.points * 1_000 + shape.size)
    while effort > 0 and shape.tables:
        climb, stuck = _Climb(shape, draws), 0
        while climb.cost and stuck < PATIENCE and effort > 0:
            effort -= 1
            stuck = 0 if climb.exchange(draws) else stuck + 1
        yield climb.cost, Starter(shape.points, shape.modulus, tuple(map(tuple, climb.tables)))
        if climb.cost == 0:
            return


class _Climb:
    """Entrants at tables, exchanged as long as that does not make things worse, and now and then if it does."""

    def __init__(self, shape: Shape, draws: Iterator[int]) -> None:
        order = list(range(shape.points))
        for end in range(shape.points - 1, 0, -1):
            other = next(draws) % (end + 1)
            order[end], order[other] = order[other], order[end]
        stays = shape.modulus < shape.points
        if stays:  # at the first table
            order.remove(shape.modulus)
            order.insert(0, shape.modulus)
        used = shape.tables * shape.size
        self.tables = [(order * 2)[start : start + shape.size] for start in range(0, used, shape.size)]
        self._modulus = shape.modulus
        # Who can take a seat: those who sit elsewhere or nowhere, or everybody.
        self._others = [list(range(shape.modulus))] if shape.overlap else [*self.tables, order[used:]]
        self._distances = _Distances(shape.modulus)
        self._distances.aim(used * (shape.size - 1) // 2 - (shape.size - 1) * stays)
        for table in self.tables:
            for a, b in combinations(table, 2):
                self._count(a, b, 1)
        self.cost = self._distances.cost()

    def exchange(self, draws: Iterator[int]) -> bool:
        """Try to exchange two; whether that was progress."""
        first, second = self.tables[next(draws) % len(self.tables)], self._others[next(draws) % len(self._others)]
        if first is second or not second:
            return False
        x, y = next(draws) % len(first), next(draws) % len(second)
        a, b = first[x], second[y]
        if b in first or self._modulus in (a, b):
            return False
        seated = any(second is table for table in self.tables)
        change = self._move(first, a, b) + (self._move(second, b, a) if seated else 0)
        if change <= 0 or (change < 3 and next(draws) % 50 == 0):
            first[x] = b
            if len(self._others) > 1:
                second[y] = a
            self.cost += change
            return change < 0
        self._move(first, b, a)
        if seated:
            self._move(second, a, b)
        return False

    def _move(self, table: Sequence[int], out: int, into: int) -> int:
        """Count one out of a table and another in; the tables themselves stay as they are."""
        others = [point for point in table if point not in (out, into)]
        return sum(self._count(out, point, -1) + self._count(into, point, 1) for point in others)

    def _count(self, a: int, b: int, times: int) -> int:
        return 0 if self._modulus in (a, b) else self._distances.add(a, b, times)


def _draws(seed: int) -> Iterator[int]:
    """Numbers that look drawn and are the same in every version of Python (Knuth's MMIX generator)."""
    state = seed
    while True:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield state >> 33


def text(starters: Sequence[Starter]) -> str:
    """Starters as the file writes them."""
    lines = []
    for one in starters:
        tables = " | ".join(" ".join(map(str, sorted(table))) for table in sorted(map(sorted, one.tables)))
        lines.append(f"{one.points} {len(one.tables[0])} {one.modulus}: {tables}")
    return "\n".join(lines) + "\n"
