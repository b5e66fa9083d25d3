"""Which tables make everybody meet everybody equally often: a round of tables of one size, class by class.

Nobody plays twice in one class. Over all classes everybody plays equally often.
"""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import TypeAlias

from tournaments.formats.starter import starter

Table: TypeAlias = tuple[int, ...]  # of entrants, counted from 0
Class: TypeAlias = tuple[Table, ...]

FEW = 21  # tables that are not too many to play them all


@cache
def design(points: int, size: int) -> tuple[Class, ...]:
    """A round for so many entrants at tables of this size."""
    if not 1 <= size <= points:
        raise ValueError(f"{points} entrants cannot sit at a table of {size}")
    if size == 1:
        return (tuple((point,) for point in range(points)),)
    start = starter(points, size)
    if (start.overlaps or len(set(start.meetings())) > 1) and comb(points, size) <= FEW:
        return _every_table(points, size)
    classes = tuple(start.translate(step) for step in range(start.modulus))
    return tuple((table,) for tables in classes for table in tables) if start.overlaps else classes


@cache
def parts(points: int, size: int) -> tuple[tuple[int, ...], ...]:
    """The number of a part for each table of each class: within a part, everybody plays equally often. A part is a
    class if nobody sits out, and else all translates of one table of the starter, or a piece of these."""
    classes, start = design(points, size), starter(points, size)
    if all(len(tables) * size == points for tables in classes):
        return tuple((number,) * len(tables) for number, tables in enumerate(classes))
    if not _is_circle(points, size):
        return tuple((0,) * len(tables) for tables in classes)
    pieces = [_pieces(table, points) for table in start.tables]
    labels = [
        place + len(pieces) * (step % pieces[place]) for step in range(points) for place in range(len(start.tables))
    ]
    rest = iter(labels)
    return tuple(tuple(next(rest) for _ in tables) for tables in classes)


@cache
def circle(points: int, size: int, cut: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each table of each class a number and a piece of the circle, which is cut into so many: tables of one number
    follow from each other by going on by a piece. Without a circle of all entrants, the number is that of the part."""
    classes, tables = design(points, size), len(starter(points, size).tables)
    if not _is_circle(points, size):
        return tuple(tuple((label, 0) for label in labels) for labels in parts(points, size))
    steps = iter(range(points * tables))
    piece = points * tables // cut
    return tuple(tuple(divmod(next(steps), piece)[::-1] for _ in some) for some in classes)


def _is_circle(points: int, size: int) -> bool:
    """Whether a round is all translates of a starter on a circle of all entrants, step by step."""
    start, tables = starter(points, size), sum(map(len, design(points, size)))
    return start.modulus == points and tables == len(start.tables) * points


def _pieces(table: Table, points: int) -> int:
    """Into how many pieces the translates of a table fall, by the remainder of the step, so that everybody plays
    equally often in each: as many of the table must have each remainder."""
    return max(
        many
        for many in range(1, len(table) + 1)
        if points % many == 0
        and len(set(Counter(point % many for point in table).values())) == 1
        and len({point % many for point in table}) == many
    )


def _every_table(points: int, size: int) -> tuple[Class, ...]:
    """All there are, in an order in which nobody is far behind."""
    left = list(combinations(range(points), size))
    played = Counter[int]()
    classes = []
    while left:
        free, tables = set(range(points)), list[Table]()
        while choice := [table for table in left if free.issuperset(table)]:
            table = min(choice, key=lambda table: (sorted((played[point] for point in table), reverse=True), table))
            left.remove(table)
            free -= set(table)
            played.update(table)
            tables.append(table)
        classes.append(tuple(tables))
    return tuple(classes)
