"""Fairness at the tables: an order that nobody chose, and every seat for everybody.

Whatever the tables are, everybody can be given every seat equally often, within one: it is an edge colouring of a
bipartite graph, and König showed how to find one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from arena.games.chance import KeyedDraw

Item = TypeVar("Item")
Table: TypeAlias = Sequence[str]
Node: TypeAlias = tuple[str, int]  # an entrant, and which of his stretches of matches


def shuffled(seed: bytes, items: Iterable[Item], *label: str | int) -> list[Item]:
    """The items in an order drawn by the seed: always the same one for one label."""
    order, draw = list(items), KeyedDraw(seed, ("shuffle", *label))
    for end in range(len(order) - 1, 0, -1):
        other = draw.below(end + 1)
        order[end], order[other] = order[other], order[end]
    return order


def seated(tables: Sequence[Table]) -> list[tuple[str, ...]]:
    """The same tables, which are all of one size, by seat. Everybody has had every seat after as many matches as there
    are seats, and again after as many more."""
    plan = _Seating(len(tables[0]) if tables else 0)
    for number, table in enumerate(tables):
        for entrant in table:
            plan.seat(number, entrant)
    return [plan.by_seat(number) for number in range(len(tables))]


class _Seating:
    """An edge colouring: an edge joins a table and a stretch of an entrant's matches, and its colour is the seat."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._matches = Counter[str]()
        self._at_table: defaultdict[int, list[Node | None]] = defaultdict(lambda: [None] * size)
        self._of_node: defaultdict[Node, list[int | None]] = defaultdict(lambda: [None] * size)

    def by_seat(self, number: int) -> tuple[str, ...]:
        return tuple(node[0] for node in self._at_table[number] if node)

    def seat(self, number: int, entrant: str) -> None:
        node = (entrant, self._matches[entrant] // self._size)
        self._matches[entrant] += 1
        table, had = self._at_table[number], self._of_node[node]
        both = [seat for seat in range(self._size) if table[seat] is None and had[seat] is None]
        if both:
            self._put(number, node, both[number % len(both)])
        else:
            free, wanted = table.index(None), had.index(None)
            self._swap(node, free, wanted)
            self._put(number, node, free)

    def _swap(self, node: Node, seat: int, other: int) -> None:
        """Make a seat free for a node: exchange two seats along the one path of tables that ends here."""
        path = list(self._path(node, seat, other))
        for place, (number, holder) in enumerate(path):
            self._take(number, holder, seat if place % 2 == 0 else other)
        for place, (number, holder) in enumerate(path):
            self._put(number, holder, other if place % 2 == 0 else seat)

    def _path(self, node: Node, seat: int, other: int) -> Iterator[tuple[int, Node]]:
        holder: Node | None = node
        while holder and (number := self._of_node[holder][seat]) is not None:
            yield number, holder
            holder = self._at_table[number][other]
            if holder:
                yield number, holder

    def _put(self, number: int, node: Node, seat: int) -> None:
        self._at_table[number][seat], self._of_node[node][seat] = node, number

    def _take(self, number: int, node: Node, seat: int) -> None:
        self._at_table[number][seat] = self._of_node[node][seat] = None
