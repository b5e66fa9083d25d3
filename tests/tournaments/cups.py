"""Cups to try formats on, and results out of a hat: what a runner would feed them, without playing anything."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import strategies as st

from arena.games.api import ranking
from protocol.faults import PLAYED
from results.rows import Row
from tournaments.formats import FORMATS
from tournaments.pairing import Cup, Pairing

VARIANTS = ("base", "ufo", "exploration", "missions", "ufo+missions", "a", "b", "c")
SEED = bytes(range(32))


def cup(entrants: int, seats: Sequence[int] = (2,), *, variants: int = 1, rounds: int = 1, seed: bytes = SEED) -> Cup:
    names = tuple(f"bot-{number}" for number in range(entrants))
    return Cup(entrants=names, seats=tuple(seats), variants=VARIANTS[:variants], rounds=rounds, seed=seed)


@st.composite
def cups(draw: Callable[..., Any], *, most: int = 40, rounds: int = 3, one_size: bool = False) -> Cup:
    """Any cup of 2 to 40 entrants at tables of 2 to 5 seats."""
    entrants = draw(st.integers(2, most))
    sizes = st.sampled_from([size for size in range(2, 6) if size <= entrants])
    seats = draw(st.lists(sizes, min_size=1, max_size=1 if one_size else 4, unique=True))
    return cup(
        entrants,
        seats,
        variants=draw(st.integers(1, 8)),
        rounds=draw(st.integers(1, rounds)),
        seed=bytes([draw(st.integers(0, 255))]) * 32,
    )


def settings_for(name: str, a_cup: Cup, random: Random) -> dict[str, int]:
    """Options that the format can have with this cup, all of them or none."""
    if random.random() < 0.5:
        return {}
    entrants, size = len(a_cup.entrants), max(a_cup.seats)
    most = {"challengers": entrants - size + 1, "advance": size - 1, "matches": 6, "within": 3}
    return {option.key: random.randint(1, most.get(option.key, 20)) for option in FORMATS[name].options}


def result(number: int, pairing: Pairing, points: Sequence[int]) -> Row:
    """The row of a pairing that brought these points by seat."""
    return Row(
        number=number,
        round=pairing.round,
        group=pairing.group,
        match=str(number),
        game="mlem",
        variants=pairing.variants,
        entrants=pairing.entrants,
        places=ranking(points),
        points=tuple(points),
        ended=(PLAYED,) * len(points),
        faults=((),) * len(points),
    )


def void(number: int, pairing: Pairing) -> Row:
    """The row of a pairing that the arena failed to play."""
    return Row(
        number=number,
        round=pairing.round,
        group=pairing.group,
        match=str(number),
        game="mlem",
        variants=pairing.variants,
        entrants=pairing.entrants,
        void="the machine was too slow",
    )


class Hat:
    """Draws results. Now and then the arena fails."""

    def __init__(self, seed: int, voids: float = 0.1) -> None:
        self.random = Random(seed)
        self._voids = voids

    def __call__(self, number: int, pairing: Pairing) -> Row:
        if self.random.random() < self._voids:
            return void(number, pairing)
        return result(number, pairing, [self.random.randrange(12) for _ in pairing.entrants])


def by_strength(number: int, pairing: Pairing) -> Row:
    """The earlier in the config, the better."""
    return result(number, pairing, [-int(name.split("-")[1]) for name in pairing.entrants])


def played(
    name: str, a_cup: Cup, settings: Mapping[str, int] | None = None, hat: Callable[[int, Pairing], Row] | None = None
) -> tuple[list[Pairing], dict[int, Row]]:
    """A whole tournament: all its pairings and rows."""
    form, rows, draw = FORMATS[name].pairings, dict[int, Row](), hat or Hat(0)
    while True:
        pairings = list(form(a_cup, [rows[number] for number in sorted(rows)], **(settings or {})))
        missing = [number for number in range(len(pairings)) if number not in rows]
        if not missing:
            return pairings, rows
        rows |= {number: draw(number, pairings[number]) for number in missing}


def span(values: Iterable[int]) -> int:
    """How far the largest is from the smallest."""
    numbers = list(values)
    return max(numbers) - min(numbers)


def matches(pairings: Iterable[Pairing]) -> Counter[str]:
    return Counter(name for pairing in pairings for name in pairing.entrants)


def meetings(tables: Iterable[Sequence[str]]) -> Counter[tuple[str, ...]]:
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def seats_had(pairings: Iterable[Pairing], size: int) -> Counter[tuple[str, int]]:
    tables = [pairing.entrants for pairing in pairings if len(pairing.entrants) == size]
    return Counter((name, seat) for table in tables for seat, name in enumerate(table))


def seats_within(pairings: Sequence[Pairing], a_cup: Cup, names: Iterable[str] | None = None) -> int:
    """By how much the seats of one entrant differ, at tables of one size, at most."""
    spans = []
    for size in a_cup.seats:
        had = seats_had(pairings, size)
        spans += [span(had[name, seat] for seat in range(size)) for name in names or a_cup.entrants]
    return max(spans)


def variants_within(pairings: Iterable[Pairing], a_cup: Cup, names: Iterable[str] | None = None) -> int:
    """By how much the variants of one entrant differ, at most."""
    had = Counter((name, pairing.variants) for pairing in pairings for name in pairing.entrants)
    return max(span(had[name, variants] for variants in a_cup.variants) for name in names or a_cup.entrants)


def at_every_moment(pairings: Iterable[Pairing], a_cup: Cup) -> tuple[int, int]:
    """By how much the seats (at tables of one size) and the variants of one entrant differ, at most, if one stops
    after any match."""
    seats, variants, most = dict[tuple[str, int], list[int]](), dict[str, dict[str, int]](), (0, 0)
    for pairing in pairings:
        size = len(pairing.entrants)
        for seat, name in enumerate(pairing.entrants):
            had = seats.setdefault((name, size), [0] * size)
            had[seat] += 1
            of_each = variants.setdefault(name, dict.fromkeys(a_cup.variants, 0))
            of_each[pairing.variants] += 1
            most = max(most[0], span(had)), max(most[1], span(of_each.values()))
    return most


def off_share(pairings: Iterable[Pairing], a_cup: Cup, names: Iterable[str] | None = None) -> Fraction:
    """By how much the variants of one entrant differ from his fair share of each, at most."""
    some = list(pairings)
    had, each = Counter((name, pairing.variants) for pairing in some for name in pairing.entrants), matches(some)
    share = {name: Fraction(each[name], len(a_cup.variants)) for name in names or a_cup.entrants}
    return max(abs(had[name, variants] - share[name]) for name in share for variants in a_cup.variants)
