"""Knockout: heats of one table size; the best advance, until one table is left for the final.

Nobody rests after the first stage, so that everybody has all variants in turn from when he joins. In heats of two the
first stage leaves a power of two. In larger heats, as many advance as fill the next stage: the best of each heat, and
of those who came next, as lucky losers, the best of all heats. Seeds are the order of the config. The better ones rest
in the first stage; every stage spreads them over its heats as a snake: 1, 2, 3, 3, 2, 1, 1, ...
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from results.rows import Row
from tournaments.balance import shuffled
from tournaments.formats.heat import heat
from tournaments.formats.outcome import Tally, by_number
from tournaments.formats.turns import Turns
from tournaments.pairing import Cup, Pairing


def default_advance(size: int) -> int:
    """How many advance from a heat, if nothing else is said."""
    return 1 if size == 2 else 2


class _Stage(NamedTuple):
    """A stage as far as it is known: its matches, and when all were played who leaves, the best first."""

    pairings: list[Pairing]
    leave: list[str]
    is_over: bool


def knockout(cup: Cup, rows: Sequence[Row], *, advance: int | None = None) -> Sequence[Pairing]:
    """All stages that are known, the last of them perhaps unfinished."""
    return [pairing for stage in _stages(cup, rows, advance) for pairing in stage.pairings]


def placing(cup: Cup, rows: Sequence[Row], *, advance: int | None = None) -> list[tuple[str, str]]:
    """Who came how far, the winner first. All must have been played."""
    stages = list(_stages(cup, rows, advance))
    assert stages[-1].is_over, "a placing comes after the last match"
    final = [(name, "final") for name in stages[-1].leave]
    earlier = [
        [(name, f"stage {number} of {len(stages)}") for name in stage.leave] for number, stage in enumerate(stages, 1)
    ]
    return [*final, *chain.from_iterable(reversed(earlier[:-1]))]


def total(cup: Cup, *, advance: int | None = None) -> int:
    """How many matches there will be."""
    size, alive, matches = max(cup.seats), len(cup.entrants), 0
    best = default_advance(size) if advance is None else advance
    while True:
        many = _heats(alive, size)
        matches += many * cup.rounds * size
        if alive == size:
            return matches
        resting = alive - many * size
        alive = resting + _places(resting, many, size, best)


def _stages(cup: Cup, rows: Sequence[Row], advance: int | None) -> Iterator[_Stage]:
    size = max(cup.seats)
    best = default_advance(size) if advance is None else advance
    played, alive = by_number(rows), list(cup.entrants)
    number, start, turns = 0, 0, Turns(cup)
    while True:
        number, pairings = number + 1, list[Pairing]()
        many = _heats(len(alive), size)
        resting, playing = alive[: len(alive) - many * size], alive[len(alive) - many * size :]
        heats = _snake(playing, many)
        for place, (names, variants) in enumerate(zip(heats, turns.deal(heats, cup.rounds * size), strict=True)):
            label, group = ("stage", number, place), start + len(pairings)
            pairings += heat(cup, names, variants, number=number, group=group, label=label)
        end = start + len(pairings)
        if any(at not in played for at in range(start, end)):
            yield _Stage(pairings, [], is_over=False)
            return
        order = [name for name in _order(cup, number, [played[at] for at in range(start, end)]) if name in alive]
        if len(alive) == size:
            yield _Stage(pairings, order, is_over=True)
            return
        through = {*resting, *_through(heats, order, _places(len(resting), many, size, best))}
        yield _Stage(pairings, [name for name in order if name not in through], is_over=True)
        alive, start = [name for name in cup.entrants if name in through], end


def _heats(alive: int, size: int) -> int:
    """How many heats a stage has: as many as can be filled, but of two only as many as leave a power of two."""
    return alive - 2 ** ((alive - 1).bit_length() - 1) if size == 2 else alive // size


def _places(resting: int, heats: int, size: int, best: int) -> int:
    """How many advance from all heats: at least one from each and not all, so many that with those who rested the next
    stage is full, and else as near as can be to so many of the best from each; rather more than fewer."""
    fitting = [many for many in range(heats, heats * (size - 1) + 1) if size == 2 or (resting + many) % size == 0]
    return min(fitting, key=lambda many: (abs(many - heats * best), -many))


def _snake(playing: Sequence[str], many: int) -> list[list[str]]:
    """The heats of a stage."""
    heats: list[list[str]] = [[] for _ in range(many)]
    for place, name in enumerate(playing):
        lap, number = divmod(place, many)
        heats[number if lap % 2 == 0 else many - 1 - number].append(name)
    return heats


def _order(cup: Cup, stage: int, rows: Sequence[Row]) -> list[str]:
    """Who did how well in a stage: by shares, then by points, then by a draw."""
    tally = Tally()
    for row in rows:
        tally.add(row)
    drawn = shuffled(cup.seed, cup.entrants, "tie", stage)
    return sorted(drawn, key=lambda name: (-tally.mean(name), -tally.mean_points(name)))


def _through(heats: Sequence[Sequence[str]], order: Sequence[str], many: int) -> list[str]:
    """Who advances: equally many from each heat, and the best of those who came next."""
    rank = {name: place for place, name in enumerate(order)}
    rankings = [sorted(names, key=rank.__getitem__) for names in heats]
    direct, lucky = divmod(many, len(heats))
    next_best = sorted((ranking[direct] for ranking in rankings), key=rank.__getitem__)[:lucky] if lucky else []
    return [*(name for ranking in rankings for name in ranking[:direct]), *next_best]
