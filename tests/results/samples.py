"""Rows and records for tests, and leagues of entrants whose skill is known."""

from collections.abc import Iterator, Sequence
from random import Random

from arena.clock import Use
from arena.fixture import Fixture, seed_of
from arena.record import FORMAT, Choice, Clock, Decision, Header, Record, Result, dump
from protocol.faults import PLAYED
from results.rows import Row
from results.store import Meta

META = Meta(name="league", config="[tournament]\n", digest="d1", commitment="c1")


def row(
    number: int,
    entrants: Sequence[str],
    places: Sequence[int] = (),
    *,
    group: int | None = None,
    variants: str = "base",
    points: Sequence[int] = (),
    faults: Sequence[Sequence[str]] = (),
    void: str = "",
) -> Row:
    """A row that needs no more said than what a test is about."""
    told = () if void else tuple(map(tuple, faults)) or tuple(() for _ in entrants)
    return Row(
        number=number,
        round=number // 10,
        group=number if group is None else group,
        match=f"{number:06}",
        game="mlem",
        variants=variants,
        entrants=tuple(entrants),
        places=() if void else tuple(places) or tuple(range(1, len(entrants) + 1)),
        points=() if void else tuple(points) or tuple(0 for _ in entrants),
        ended=tuple(kinds[-1] if kinds else PLAYED for kinds in told),
        faults=told,
        void=void,
    )


def record(row: Row, *, microseconds: int = 5, uses: Sequence[Use] = ()) -> bytes:
    """A record that fits the row, though nobody played it."""
    fixture = Fixture(
        match=row.match, game=row.game, options=row.variants, bots=row.entrants, seed=seed_of(str(row.group))
    )
    steps = tuple(Decision((Choice(seat, {"type": "pass"}),)) for seat in range(len(row.entrants)))
    clock = Clock(tuple((microseconds, 1, 0, 0) for _ in steps), tuple(uses))
    return dump(Record(Header(FORMAT, "1", 1, fixture), steps, Result(row.places, row.points, row.ended), clock))


def league(
    skills: Sequence[float], rounds: int, seed: int, *, seats: int = 4, shared: float = 0.0, matches: int = 1
) -> Iterator[Row]:
    """A round robin at tables of one size: whoever performs better is placed better, by skill and luck.

    Each entrant opens one table in every round. `matches` are played at it with the same dice, each with other seats;
    `shared` is the part of luck that the dice decide for a seat.
    """
    random, size, number = Random(seed), len(skills), 0
    for group in range(rounds * size):
        table = [group % size, *random.sample([other for other in range(size) if other != group % size], seats - 1)]
        random.shuffle(table)
        dice = [random.gauss(0.0, shared**0.5) for _ in table]
        for _ in range(matches):
            table = [*table[1:], table[0]]
            played = [
                skills[entrant] + luck + random.gauss(0.0, (1.0 - shared) ** 0.5)
                for entrant, luck in zip(table, dice, strict=True)
            ]
            best_first = sorted(played, reverse=True)
            places = [1 + best_first.index(one) for one in played]
            yield row(number, [f"bot{entrant:02}" for entrant in table], places, group=group)
            number += 1
