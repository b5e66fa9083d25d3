"""What a rider can expect of the rest of a flight: dynamic programming over field and dice.

Nobody's real plans are known here. A captain is taken to choose of every roll what suits its own cat best, and every
rider to leave rather there where that is worth more to it than to ride on. The answers are prospects: what the flight
will have brought, part by part, so that the parts can be weighed afterwards.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import comb, exp
from typing import Any, NamedTuple, TypeAlias

from arena.games.mlem.tables import DEEP, Board, Face, Groups

RARE = 0.03  # ways that are less likely are left out, to be quick
DOUBT = 0.7  # points: how far from the better choice riders may well be
FAR = 30.0  # doubts, beyond which there is none

Place: TypeAlias = tuple[int, int]  # field, and dice left
Ways: TypeAlias = tuple[tuple[float, Place], ...]  # with probabilities


class Prospect(NamedTuple):
    """What a cat brings: where it lands, or as the mean of all that may happen to it."""

    worth: float  # by which riders decide
    points: float = 0.0  # of moons, deep space and goals that are reached at once
    planet: float = 0.0  # more paid by a planet as it stands
    taken: float = 0.0  # ... of that, from others
    first: float = 0.0  # the first value of planets landed on
    goals: float = 0.0  # goals that come nearer
    missions: float = 0.0
    landed: float = 0.0  # cats, that is, how likely it lands at all
    tokens: float = 0.0  # that it takes as captain


class Exits(NamedTuple):
    """What one rider has of leaving, by field, of a crash there, and of deep space."""

    leave: Sequence[Prospect | None]
    crash: Sequence[Prospect]
    deep: Prospect


class Stop(NamedTuple):
    """What lies on a field: where a travel that ends there leads, and what it brings."""

    field: int
    regain: bool = False
    tokens: float = 0.0


class Rocket(NamedTuple):
    """What all aboard have in common."""

    rolls: "Rolls"
    stops: Mapping[int, Stop]  # by field, where something lies
    booster: bool = False  # what may save it: a 1
    extra: tuple[Face, ...] = ()  # ... more dice
    reroll: bool = False  # ... another roll


class Flight:
    """The prospects of one rider behind a captain, or of the captain itself, as long as nobody lands."""

    def __init__(self, rocket: Rocket, exits: Exits, captain: "Flight | None" = None) -> None:
        self.exits = exits
        self._rocket = rocket
        self._captain = captain or self
        self._ways: dict[Place, tuple[float, Ways]] = {}
        self._riding: dict[Place, Prospect] = {}
        self._arriving: dict[Place, Prospect] = {}

    def arriving(self, place: Place) -> Prospect:
        """After a travel: something between leaving and riding on, nearer to the better of both."""
        found = self._arriving.get(place)
        if found is None:
            found = self._arriving[place] = self._arrived(place)
        return found

    def _arrived(self, place: Place) -> Prospect:
        stop = self._rocket.stops.get(place[0])
        if stop is None:
            return self._landing(place)
        more = stop.regain and place[1] < self._rocket.rolls.most
        there = self._landing((stop.field, place[1] + more))
        if not stop.tokens or self._captain is not self:
            return there
        return there._replace(worth=there.worth + stop.tokens, tokens=there.tokens + stop.tokens)

    def _landing(self, place: Place) -> Prospect:
        if place[0] == DEEP:
            return self.exits.deep
        leave, ride = self.exits.leave[place[0]], self.riding(place)
        if leave is None:
            return ride
        doubt = (leave[0] - ride[0]) / DOUBT
        if abs(doubt) > FAR:
            return leave if doubt > 0 else ride
        stay = 1.0 / (1.0 + exp(doubt))
        go = 1.0 - stay
        return Prospect(*[stay * one + go * other for one, other in zip(ride, leave, strict=True)])

    def riding(self, place: Place) -> Prospect:
        """Before a roll."""
        found = self._riding.get(place)
        if found is None:
            crash, ways = self._captain.ahead(place)
            a, b, c, d, e, f, g, h, i = [crash * part for part in self.exits.crash[place[0]]]
            for share, to in ways:
                there = self._arriving.get(to) or self.arriving(to)
                a += share * there[0]
                b += share * there[1]
                c += share * there[2]
                d += share * there[3]
                e += share * there[4]
                f += share * there[5]
                g += share * there[6]
                h += share * there[7]
                i += share * there[8]
            found = self._riding[place] = Prospect(a, b, c, d, e, f, g, h, i)
        return found

    def crashing(self, place: Place) -> Prospect:
        """After a crash."""
        return self.exits.crash[place[0]]

    def ahead(self, place: Place) -> tuple[float, Ways]:
        """As captain: the chance of a crash, and where it takes the rocket with the next roll."""
        found = self._ways.get(place)
        if found is None:
            found = self._ways[place] = self._chosen(place)
        return found

    def _chosen(self, place: Place) -> tuple[float, Ways]:
        crash, shares = 0.0, dict[Place, float]()
        worth: dict[Place, float] = {}
        for chance, offered in self._rocket.rolls.offers(place):
            best, most = None, 0.0
            for to in offered:
                value = worth.get(to)
                if value is None:
                    value = worth[to] = self.arriving(to)[0]
                if best is None or value > most:
                    best, most = to, value
            if best is not None:
                shares[best] = shares.get(best, 0.0) + chance
            else:
                crash = chance
        crash, shares = self._saved(place, crash, shares)
        likely = [(share, to) for to, share in shares.items() if share >= RARE]
        scale = (1.0 - crash) / (sum([share for share, _ in likely]) or 1.0)
        return crash, tuple([(share * scale, to) for share, to in likely])

    def _saved(self, place: Place, crash: float, shares: dict[Place, float]) -> tuple[float, dict[Place, float]]:
        """What saves the rocket is taken to be there whenever it is needed: it hardly ever is a second time."""
        rocket, (field, dice) = self._rocket, place
        way = rocket.rolls.steps(field, rocket.extra) or rocket.rolls.steps(field, (1,) if rocket.booster else ())
        if way and crash:
            to = (min(field + way, DEEP), dice)
            return 0.0, {**shares, to: shares.get(to, 0.0) + crash}
        return crash * crash if rocket.reroll and shares else crash, shares


class Rolls:
    """What the dice can bring on one board."""

    def __init__(self, board: Board) -> None:
        self.ends: dict[Any, Any] = {}  # for whoever wants to remember where choices lead
        self.most = board.dice
        self._board = board
        self._usable: dict[Place, tuple[tuple[Groups, float], ...]] = {}
        self._offers: dict[Place, tuple[tuple[float, tuple[Place, ...]], ...]] = {}

    def steps(self, field: int, dice: tuple[Face, ...]) -> int:
        """How far these dice carry from there."""
        here = self._board.fields[field]
        return sum([_steps(face, here.flame) for face in dice if face in here.faces])

    def usable(self, place: Place) -> tuple[tuple[Groups, float], ...]:
        """All that a roll can show of the faces which the field allows, with probabilities; other dice do not
        matter."""
        found = self._usable.get(place)
        if found is None:
            found = self._usable[place] = _usable(self._board, *place)
        return found

    def offers(self, place: Place) -> tuple[tuple[float, tuple[Place, ...]], ...]:
        """Where a captain can choose to go, with the probability that a roll offers just this choice."""
        found = self._offers.get(place)
        if found is None:
            offers: dict[tuple[Place, ...], float] = {}
            for groups, chance in self.usable(place):
                ways = _ways(self._board, *place, groups)
                offers[ways] = offers.get(ways, 0.0) + chance
            found = self._offers[place] = tuple((chance, ways) for ways, chance in offers.items())
        return found


@cache
def rolls(board: Board) -> Rolls:
    return Rolls(board)


def _usable(board: Board, field: int, dice: int) -> tuple[tuple[Groups, float], ...]:
    allowed = board.fields[field].faces
    shown: list[tuple[Groups, int, int]] = [((), dice, 1)]  # groups, dice left, ways
    for face in board.groups():
        if face not in allowed:
            continue
        sides = board.faces.count(face)
        shown = [
            ((*groups, (face, count)) if count else groups, left - count, ways * comb(left, count) * sides**count)
            for groups, left, ways in shown
            for count in range(left + 1)
        ]
    others = sum(face not in allowed for face in board.faces)
    total = len(board.faces) ** dice
    return tuple((groups, ways * others**left / total) for groups, left, ways in shown if ways * others**left)


def _ways(board: Board, field: int, dice: int, groups: Groups) -> tuple[Place, ...]:
    """Where any choice among these groups leads, and with how many dice left."""
    flame = board.fields[field].flame
    ways = [
        (min(field + sum(count * _steps(face, flame) for face, count in chosen), DEEP), max(dice - _aside(chosen), 1))
        for size in range(1, len(groups) + 1)
        for chosen in combinations(groups, size)
    ]
    return tuple(sorted(set(ways)))


def _steps(face: Face, flame: int) -> int:
    return flame if face == "flame" else face


def _aside(groups: Groups) -> int:
    return sum(count for face, count in groups if face != "flame")
