"""Variants for everybody: which tables are played with which, so that nobody's counts differ by more than one.

All at a table share one choice of variants, so this cannot always be: three who meet in pairs cannot all have one match
of each of two kinds. As many kinds as possible have whole parts of the schedule, in which everybody plays equally
often. What is left is shared out among the other kinds by a search; if it fails, fewer kinds have whole parts.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from math import gcd
from typing import TypeAlias

from tournaments.formats.known import interleaved
from tournaments.formats.packing import Amount, packed

Table: TypeAlias = tuple[int, ...]  # of entrants, counted from 0
Part: TypeAlias = list[int]  # numbers of tables
Search: TypeAlias = Callable[[Sequence[Table], int, int], list[int] | None]  # as in `halving`

KEPT = 5  # parts of each weight that are kept back for each kind; all beyond are dealt in turn
MANY = 4_000  # tables that are not dealt: if there are more, only one part is kept back for each kind
OPEN = -1  # the kind of a table that is still to be found


def whole(tables: Sequence[Table], parts: Sequence[Hashable], kinds: int) -> list[int] | None:
    """The kind of each table if all kinds can have whole parts. Everybody must play equally often, in all and in each
    part."""
    result, missing = next(_plans(tables, parts, kinds))
    return None if missing else result


def spread(
    tables: Sequence[Table], parts: Sequence[Hashable], kinds: int, number: int, search: Search
) -> list[int] | None:
    """The kind of each table, if not all kinds can have whole parts, by a search of this number; None if it fails
    altogether."""
    plans = list(_plans(tables, parts, kinds))
    result, missing = plans[number // 2 % len(plans)]
    some = [table for table, kind in zip(tables, result, strict=True) if kind == OPEN]
    found = search(some, len(missing), number)
    if found is None:
        return None
    rest = iter(found)
    return [missing[next(rest)] if kind == OPEN else kind for kind in result]


def apart(tables: Sequence[Table], result: Sequence[int], kinds: int) -> int:
    """By how much the kinds of one entrant differ, at most."""
    had: dict[int, list[int]] = defaultdict(lambda: [0] * kinds)
    for table, kind in zip(tables, result, strict=True):
        for entrant in table:
            had[entrant][kind] += 1
    return max(max(counts) - min(counts) for counts in had.values())


def _by_weight(tables: Sequence[Table], parts: Sequence[Hashable]) -> dict[int, list[Part]]:
    """The parts, by how many matches everybody plays in them."""
    by_part: dict[Hashable, Part] = defaultdict(list)
    for number, part in enumerate(parts):
        by_part[part].append(number)
    entrants, by_weight = len(set().union(*tables)), defaultdict(list)
    for some in by_part.values():
        by_weight[sum(len(tables[number]) for number in some) // entrants].append(some)
    return by_weight


def _plans(tables: Sequence[Table], parts: Sequence[Hashable], kinds: int) -> Iterator[tuple[list[int], range]]:
    """Ways to give whole parts to some kinds, to as many as possible first and at the end to none, and which kinds are
    missing then. If all can have whole parts, there is no other."""
    by_weight, dealt = _by_weight(tables, parts), [OPEN] * len(tables)
    left = len(tables)
    for some in by_weight.values():
        while len(some) >= (KEPT + 1 if left <= MANY else 2) * kinds:
            for kind in range(kinds):
                left -= len(some[0])
                _give(dealt, some.pop(0), kind)
    matches, weights = sum(weight * len(some) for weight, some in by_weight.items()), tuple(sorted(by_weight))
    for wanted in _wishes(matches, kinds):
        amounts = packed(weights, tuple(len(by_weight[weight]) for weight in weights), wanted)
        if amounts is None:
            continue
        result, missing = list(dealt), range(len(wanted), kinds)
        for place, weight in enumerate(weights):
            _share(result, by_weight[weight], [amount[place] for amount in amounts])
        some_open = [table for table, kind in zip(tables, result, strict=True) if kind == OPEN]
        if not wanted or not some_open or can_be_even(some_open, len(missing), matches // kinds):
            yield result, missing
        if not some_open:
            return


def _wishes(matches: int, kinds: int) -> Iterator[Amount]:
    """How many matches those kinds are to have that have whole parts: all kinds, or as many as can be. What is left
    for the others should rather not be exact, because that is hard to find."""
    least, more = divmod(matches, kinds)
    yield (least + 1,) * more + (least,) * (kinds - more)
    for whole in range(kinds - 2, -1, -1):
        others = kinds - whole
        ways = range(max(more - others, 0), min(more, whole) + 1)
        for larger in sorted(ways, key=lambda larger: abs(2 * (more - larger) - others)):
            yield (least + 1,) * larger + (least,) * (whole - larger)


def _share(result: list[int], parts: Sequence[Part], shares: Sequence[int]) -> None:
    """Give these kinds so many parts, each spread over the schedule; the rest stays open."""
    rest = len(parts) - sum(shares)
    order = interleaved([[kind] * many for kind, many in enumerate(shares)] + [[OPEN] * rest])
    for part, kind in zip(parts, order, strict=True):
        _give(result, part, kind)


def _give(result: list[int], part: Part, kind: int) -> None:
    for number in part:
        result[number] = kind


def can_be_even(tables: Sequence[Table], kinds: int, least: int | None = None) -> bool:
    """Whether counting allows to share out tables at which everybody plays equally often. Each kind takes at least so
    many seats for everybody and at most one more, and only multiples of what divides all table sizes."""
    unit, entrants, seats = gcd(*map(len, tables)), len(set().union(*tables)), sum(map(len, tables))
    fewest = seats // entrants // kinds if least is None else least
    most = fewest + (least is not None or seats > entrants * kinds * fewest)
    return kinds * -(-entrants * fewest // unit) <= seats // unit <= kinds * (entrants * most // unit)
