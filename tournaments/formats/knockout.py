"""Knockout: heats of one table size; the best of each advance, until one table is left for the final.

In a stage as many full heats are played as can be filled, and who is left over advances without playing: those with the
fewest such byes so far, the better seeds first. Seeds are the order of the config; a stage spreads them over its heats
as a snake: 1, 2, 3, 3, 2, 1, 1, ...
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
        heats, resting = _draw(alive, size, byes)
        playing = [name for names in heats for name in names]
        variants = [turns.next(playing) for _ in range(cup.rounds)]
        for number, names in enumerate(heats):
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


def _draw(alive: Sequence[str], size: int, byes: Counter[str]) -> tuple[list[list[str]], list[str]]:
    """The heats of a stage, and who advances without playing."""
    if len(alive) <= size:
        return [list(alive)], []
    seeds = {name: seed for seed, name in enumerate(alive)}
    resting = sorted(alive, key=lambda name: (byes[name], seeds[name]))[: len(alive) % size]
    playing = [name for name in alive if name not in resting]
    heats: list[list[str]] = [[] for _ in range(len(playing) // size)]
    for place, name in enumerate(playing):
        lap, number = divmod(place, len(heats))
        heats[number if lap % 2 == 0 else len(heats) - 1 - number].append(name)
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
