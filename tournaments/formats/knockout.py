"""Knockout: heats of one table size; the best of each advance, until one table is left for the final.

In a stage as many full heats are played as can be filled, and who is left over advances without playing: those with the
fewest such byes so far, the better seeds first. But if fewer heats in the first stage mean that nobody has to rest
later, it has fewer. Seeds are the order of the config; a stage spreads them over its heats as a snake: 1, 2, 3, 3, 2,
1, 1, ...
"""

from collections import Counter
from collections.abc import Sequence

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.heat import heat
from tournaments.formats.outcome import Played, Tally, by_number, complete
from tournaments.formats.turns import Turns
from tournaments.pairing import Cup, Pairing


def default_advance(size: int) -> int:
    """How many advance from a heat, if nothing else is said."""
    return 1 if size == 2 else 2


def knockout(cup: Cup, rows: Sequence[Row], *, advance: int | None = None) -> Sequence[Pairing]:
    """All stages that are known, the last of them perhaps unfinished."""
    size = max(cup.seats)
    best = default_advance(size) if advance is None else advance
    played, alive, byes = by_number(rows), list(cup.entrants), Counter[str]()
    pairings, stage, turns = list[Pairing](), 0, Turns(cup)
    while True:
        stage, start = stage + 1, len(pairings)
        many = _heats(len(alive), size, best, first=stage == 1)
        heats, resting = _draw(alive, many, many * size, byes)
        dealt = turns.deal(heats, cup.rounds)
        for number, (names, variants) in enumerate(zip(heats, dealt, strict=True)):
            label, group = ("stage", stage, number), len(pairings)
            pairings += heat(cup, names, variants, number=stage, group=group, label=label)
        if len(alive) <= size or not complete(pairings, played, start):
            return pairings
        through = set(resting)
        for number, names in enumerate(heats):
            ranking = _ranking(cup, names, pairings, played, range(start, len(pairings)), (stage, number))
            through.update(ranking[:best])
        byes.update(resting)
        alive = [name for name in cup.entrants if name in through]


def _heats(alive: int, size: int, best: int, *, first: bool) -> int:
    """How many heats a stage has. The first leaves, if it can, a number with which nobody has to rest later: who rests
    only before he has played has all variants in turn."""
    most = alive // size
    if first:
        fitting = (many for many in range(most, 0, -1) if _fits(alive - many * (size - best), size, best))
        return next(fitting, max(most, 1))
    return max(most, 1)  # the final may be smaller


def _fits(alive: int, size: int, best: int) -> bool:
    """Whether nobody has to rest from here to the final."""
    return alive <= size or (alive % size == 0 and _fits(alive // size * best, size, best))


def _draw(alive: Sequence[str], many: int, playing: int, byes: Counter[str]) -> tuple[list[list[str]], list[str]]:
    """The heats of a stage, and who advances without playing."""
    seeds = {name: seed for seed, name in enumerate(alive)}
    rest = max(len(alive) - playing, 0)
    resting = sorted(alive, key=lambda name: (byes[name], seeds[name]))[:rest]
    heats: list[list[str]] = [[] for _ in range(many)]
    for place, name in enumerate(name for name in alive if name not in resting):
        lap, number = divmod(place, many)
        heats[number if lap % 2 == 0 else many - 1 - number].append(name)
    return heats, resting


def _ranking(
    cup: Cup, names: Sequence[str], pairings: Sequence[Pairing], played: Played, numbers: range, label: tuple[int, int]
) -> list[str]:
    """Who did best in a heat: by shares, then by points, then by a draw."""
    tally = Tally()
    for number in numbers:
        if set(pairings[number].entrants) == set(names):
            tally.add(played[number])
    order = {name: place for place, name in enumerate(shuffled(cup.seed, sorted(names), "tie", *label))}
    return sorted(names, key=lambda name: (-tally.mean(name), -tally.points.get(name, 0), order[name]))
