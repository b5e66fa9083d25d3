"""Kinds that take turns on the circle of a design: if a table has some kind, the table that is a piece of the circle
further on has the next one.

Then it is enough to look at the entrants of the first piece: those of the others have the same, a turn later. So there
are fewer tables to find a kind for, and fewer entrants to please, as many times as there are pieces, and a search finds
what it would never find for all of them. The kinds that make no whole turn stay as they are.

For one round at tables of one size, what takes longer to find stands in `shares.txt`.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from tournaments.formats.annealing import COLD, COOL, Annealing, Item, Turn, tries

Table: TypeAlias = tuple[int, ...]  # of entrants, counted from 0
Place: TypeAlias = tuple[Hashable, int]  # what is the same for tables alike, and the piece of the circle

LARGE = 2  # matches that everybody has of one item: if there are more, whole parts have been tried already


def pieces(entrants: int, kinds: int) -> list[int]:
    """Into how many pieces a circle can be cut so that some kinds take turns, the most first."""
    return [many for many in range(min(entrants, kinds), 1, -1) if entrants % many == 0]


def turning(tables: Sequence[Table], places: Sequence[Place], kinds: int, cut: int) -> list[int] | None:
    """The kind of each table, if a way is found for everybody to have all equally often, within one. The circle is cut
    into so many pieces, and the entrants of the first piece come first."""
    turns = [_turn(kinds, cut, piece) for piece in range(cut)]
    first = (1 + max(map(max, tables))) // cut
    items: dict[Hashable, list[tuple[int, Turn]]] = defaultdict(list)
    for table, (alike, piece) in zip(tables, places, strict=True):
        items[alike] += [(entrant, turns[piece]) for entrant in table if entrant < first]
    found = _search(list(items.values()), kinds) if max(map(len, items.values())) <= first * LARGE else None
    return found and _turned(places, dict(zip(items, found, strict=True)), turns)


def listed(places: Sequence[Place], kinds: int, cut: int, shares: str) -> list[int]:
    """The kind of each table as the file has it: a digit for each table of the first piece."""
    alike = dict.fromkeys(same for same, _ in places)
    found = dict(zip(alike, map(int, shares), strict=True))
    return _turned(places, found, [_turn(kinds, cut, piece) for piece in range(cut)])


@cache
def shares() -> dict[tuple[int, int, int], tuple[int, str]]:
    """The file: by entrants, table size and kinds, the number of pieces and the kinds of the first."""
    found = {}
    for line in files(__package__).joinpath("shares.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            head, digits = line.split(":")
            points, size, kinds, cut = map(int, head.split())
            found[points, size, kinds] = cut, digits.strip()
    return found


def _turned(places: Sequence[Place], kinds: dict[Hashable, int], turns: Sequence[Turn]) -> list[int]:
    return [turns[piece][kinds[alike]] for alike, piece in places]


def _turn(kinds: int, cut: int, piece: int) -> Turn:
    """What becomes of each kind after so many pieces."""
    whole = kinds - kinds % cut
    return [kind - kind % cut + (kind + piece) % cut if kind < whole else kind for kind in range(kinds)]


def _search(items: Sequence[Item], kinds: int) -> list[int] | None:
    for number in range(tries(len(items))):
        search = Annealing(items, [1] * kinds, number)
        if search.anneal(*(COLD, COOL)[number % 2]) == 0:
            return search.kinds
    return None
