"""Swiss: in every round, those who stand equally well meet, and if possible not those whom they met before.

All tables of a round have one size; the sizes take turns. A table plays a set, or as many matches as the config says.
Who is left over when the number does not divide has a bye, worth as much as an average result: those with the fewest
byes so far, the lowest first.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, cycle, islice

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.heat import heat, whole_set
from tournaments.formats.outcome import Played, Tally, by_number, pair
from tournaments.formats.turns import Turns
from tournaments.pairing import Cup, Pairing


def swiss(cup: Cup, rows: Sequence[Row], *, matches: int | None = None) -> Sequence[Pairing]:
    """All rounds that are known, the last of them perhaps unfinished."""
    return _swiss(cup, matches).after(by_number(rows))


def total(cup: Cup, *, matches: int | None = None) -> int:
    """How many matches there will be."""
    sizes = islice(cycle(cup.seats), cup.rounds)
    return sum(len(cup.entrants) // size * (matches or whole_set(cup, size)) for size in sizes)


def placing(cup: Cup, rows: Sequence[Row], *, matches: int | None = None) -> list[tuple[str, str]]:
    """Who stands how at the end, the best first: the mean share of opponents beaten, of all rounds."""
    rounds = _swiss(cup, matches)
    rounds.after(by_number(rows))
    return [(name, f"{float(share / cup.rounds):.1%}") for name, share in rounds.standing.shares()]


@lru_cache(4)
def _swiss(cup: Cup, matches: int | None) -> "_Swiss":
    """Kept from call to call, so that a long tournament is not drawn again from its first round for every other."""
    return _Swiss(cup, matches)


class _Swiss:
    """A Swiss tournament as far as it was drawn. With other results than those that led here, it begins again."""

    def __init__(self, cup: Cup, matches: int | None) -> None:
        self._cup, self._matches = cup, matches
        self._begin()

    def _begin(self) -> None:
        self.standing, self._turns = _Standing(self._cup), Turns(self._cup)
        self._pairings, self._results = list[Pairing](), list[Row]()
        self._drawn = 0  # rounds
        self._tables, self._resting = list[list[str]](), list[str]()  # of the last one

    def after(self, played: Played) -> tuple[Pairing, ...]:
        """The pairings that follow from these results."""
        if any(row != played.get(number) for number, row in enumerate(self._results)):
            self._begin()
        while self._learn(played) and self._drawn < self._cup.rounds:
            self._draw()
        return tuple(self._pairings)

    def _learn(self, played: Played) -> bool:
        """Count the last round, if it is complete."""
        rows = [played[number] for number in range(len(self._results), len(self._pairings)) if number in played]
        if len(rows) < len(self._pairings) - len(self._results):
            return False
        if rows:
            self.standing.add(self._tables, self._resting, rows)
            self._results += rows
        return True

    def _draw(self) -> None:
        size = self._cup.seats[self._drawn % len(self._cup.seats)]
        self._drawn += 1
        self._tables, self._resting = self.standing.draw(self._drawn, size)
        dealt = self._turns.deal(self._tables, self._matches or whole_set(self._cup, size))
        for place, (names, variants) in enumerate(zip(self._tables, dealt, strict=True)):
            label, group = ("round", self._drawn, place), len(self._pairings)
            self._pairings += heat(self._cup, names, variants, number=self._drawn, group=group, label=label)


class _Standing:
    """Who stands how after the rounds so far."""

    def __init__(self, cup: Cup) -> None:
        self._cup = cup
        self._score = dict.fromkeys(cup.entrants, Fraction(0))
        self._byes = Counter[str]()
        self._met = Counter[tuple[str, str]]()

    def add(self, tables: Sequence[Sequence[str]], resting: Sequence[str], rows: Sequence[Row]) -> None:
        """Count a round: for each entrant the mean of its matches, so that tables of all sizes weigh the same."""
        tally = Tally()
        for row in rows:
            tally.add(row)
        for name in self._score:
            self._score[name] += tally.mean(name)
        self._byes.update(resting)
        for names in tables:
            self._met.update(pair(*two) for two in combinations(names, 2))

    def shares(self) -> list[tuple[str, Fraction]]:
        """What everybody has, the best first."""
        return sorted(self._score.items(), key=lambda one: -one[1])

    def draw(self, number: int, size: int) -> tuple[list[list[str]], list[str]]:
        """The tables of the next round, and who has a bye."""
        order = shuffled(self._cup.seed, self._cup.entrants, "round", number)
        order.sort(key=lambda name: -self._score[name])
        rank = {name: place for place, name in enumerate(order)}
        resting = sorted(order, key=lambda name: (self._byes[name], -rank[name]))[: len(order) % size]
        playing = [name for name in order if name not in resting]
        tables = [playing[start : start + size] for start in range(0, len(playing), size)]
        self._part(tables, rank)
        return tables, resting

    def _part(self, tables: list[list[str]], rank: dict[str, int]) -> None:
        """Exchange those who met before for others who stand as near as can be, as long as that makes things better."""
        again = True
        while again:
            again = False
            for table in tables:
                for seat, name in enumerate(table):
                    if not self._repeats(name, table):
                        continue
                    change, other, place = min(
                        (self._change(table, seat, other, place, rank), number, place)
                        for number, other in enumerate(tables)
                        for place in range(len(other))
                    )
                    if change < 0:
                        table[seat], tables[other][place] = tables[other][place], table[seat]
                        again = True

    def _repeats(self, name: str, table: Sequence[str]) -> int:
        """How often somebody met the others of a table."""
        return sum(self._met[pair(name, other)] for other in table if other != name)

    def _change(self, table: list[str], seat: int, other: list[str], place: int, rank: dict[str, int]) -> int:
        """By how much an exchange makes things worse: one more meeting counts for more than any distance."""
        if table is other:
            return 0
        name, new = table[seat], other[place]
        here, there = [x for x in table if x != name], [x for x in other if x != new]
        cost = 0
        for who, others, sign in ((new, here, 1), (name, there, 1), (name, here, -1), (new, there, -1)):
            far = sum((rank[who] - rank[x]) ** 2 for x in others)
            cost += sign * (far + self._repeats(who, others) * len(rank) ** 3)
        return cost
