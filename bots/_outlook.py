"""How a game of MLEM is likely to end, as it stands between two expeditions: the chance of each seat to win.

The points that a seat will have, but for those that all will have alike, are a weighted sum of what one can see of it.
The weights in `outlook_weights.json` were learnt from matches that were played to their end (`bots._learn`).

Search looks at thousands of scenes that hardly differ. So a scene is seen in pieces, homes and bodies and the rest, and
what a home or a body weighs is remembered.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import chain
from math import exp
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from arena.games.mlem.options import Options
from arena.games.mlem.state import Rider, Space
from arena.games.mlem.tables import Board, Cat
from bots._worth import planet_pays

LONG = 8.0  # expeditions, the unit of time
CRASHES, LANDINGS = 0.6, 0.8  # in an expedition: of the rocket, and of the busiest player
GOALS = ("four_planets", "three_on_planet", "four_moons", "two_deep")
ENOUGH = (4, 3, 4, 2)  # for each of them
TARGETS = len(GOALS)  # where it is counted what missions may ask for
FEATURES = (
    *Cat,  # at home
    "home",  # cats at home
    "pays",  # what planets pay as it stands
    "leads",  # by how many cats, two at most, for each planet that is led; times its first value
    "threats",  # what the first place would pay more on planets that are not led, the nearer the more
    "doubled",  # first value of the planet on which the planet cat stands
    "planets",  # with a cat
    "on_planets",  # cats
    "turn",  # seats that board earlier in the next expedition
    *[f"{goal}_{what}" for goal in GOALS for what in ("by_one", "by_two", "behind")],  # cats short of a free goal
    "missions_pay",  # as it stands
    "missions_left",
    "missions_unknown",
    "missions_likely",  # what unknown ones would pay, if they had been drawn at random
)

_AT = {feature: place for place, feature in enumerate(FEATURES)}
_HOME, _PAYS, _LEADS, _THREATS, _DOUBLED, _PLANETS, _ON_PLANETS, _TURN = range(_AT["home"], _AT["turn"] + 1)
_GOALS = [_AT[f"{goal}_by_one"] for goal in GOALS]
_PAY, _LEFT, _UNKNOWN, _LIKELY = range(_AT["missions_pay"], len(FEATURES))

Row: TypeAlias = list[float]
Sight: TypeAlias = tuple[int, float]  # a feature, by its place, and how much there is of it
Weighed: TypeAlias = tuple[float, float]  # points that sights stand for: at the end, and for every `LONG` time to come


class Scene(NamedTuple):
    """A game between two expeditions."""

    space: Space
    homes: Sequence[tuple[Cat, ...]]  # by seat
    points: Sequence[float]  # by seat; those that cannot be lost
    goals: Sequence[int | None]
    missions: Sequence[tuple[str, ...] | None]  # by seat; None where they are not known
    crashes: int
    starter: int  # who boards first in the next expedition


class Learnt(Struct, frozen=True):
    """What was learnt about games with so many seats. Of a weight and the spread, the second number is for every `LONG`
    time to come."""

    weights: dict[str, tuple[float, float]]
    spread: tuple[float, float]  # points of difference that count, in the base game
    livelier: float  # by how much of that they are more with each variant
    missions: tuple[float, float]  # unknown ones, when a game is over: what they paid, and for each `missions_likely`

    def spread_at(self, time: float, options: Options) -> float:
        """The points of difference that count, with so much time to come."""
        end, more = self.spread
        return (end + more * time) * (1 + self.livelier * (options.ufo + options.exploration + options.missions))


@cache
def learnt() -> dict[int, Learnt]:
    """By the number of seats."""
    return msgspec.json.decode(files("bots").joinpath("outlook_weights.json").read_bytes(), type=dict[int, Learnt])


class Piece(NamedTuple):
    """What one seat has on a body."""

    seat: int
    cats: int
    sights: list[Sight]
    weighed: Weighed


Pieces: TypeAlias = list[Sequence[Piece]]  # by body


class Outlook:
    """The outlook in one match."""

    def __init__(self, board: Board, options: Options, seats: int, learnt: Learnt) -> None:
        self.board = board
        self._options = options
        self._seats = range(seats)
        self._learnt = learnt
        self._weights = [learnt.weights[feature] for feature in FEATURES]
        self._kinds = [body.kind for body in board.bodies]
        self._targets = sum(kind != "deep" for kind in self._kinds)
        self._places = {body.id: place for place, body in enumerate(board.bodies)}
        self._homes: dict[tuple[Cat, ...], Weighed] = {}
        self._pieces: dict[tuple[int, tuple[Rider, ...]], list[Piece]] = {}

    def chances(self, scene: Scene) -> list[float]:
        """Of each seat to win. When the game is over that is certain, but for missions that are not known."""
        over = scene.crashes >= self.board.crashes or not all(scene.homes)
        time = 0.0 if over else self._time(scene)
        points = self._final(scene) if over else self._expected(scene, time)
        if over and (not self._options.missions or None not in scene.missions):
            return [float(each == max(points)) / points.count(max(points)) for each in points]
        spread, best = self._learnt.spread_at(time, self._options), max(points)
        shares = [exp((each - best) / spread) for each in points]
        total = sum(shares)
        return [share / total for share in shares]

    def features(self, scene: Scene) -> tuple[float, list[Row]]:
        """The time to come, and what one can see of each seat: a number for each of `FEATURES`."""
        pieces = self._seen(scene)
        rows = [[0.0] * len(FEATURES) for _ in self._seats]
        for row, home, rest in zip(rows, scene.homes, self._rest(scene, pieces), strict=True):
            for feature, value in _home(home) + rest:
                row[feature] += value
        for piece in chain.from_iterable(pieces):
            for feature, value in piece.sights:
                rows[piece.seat][feature] += value
        return self._time(scene), rows

    def _expected(self, scene: Scene, time: float) -> Row:
        """Points by seat, but for those that all will have alike: what one can see, times the weights."""
        pieces, weights, points = self._seen(scene), self._weights, list(scene.points)
        for seat, _, _, (end, more) in chain.from_iterable(pieces):
            points[seat] += end + more * time
        for seat, (home, rest) in enumerate(zip(scene.homes, self._rest(scene, pieces), strict=True)):
            end, more = self._at_home(home)
            points[seat] += end + more * time
            for feature, value in rest:
                end, more = weights[feature]
                points[seat] += (end + more * time) * value
        return points

    def _time(self, scene: Scene) -> float:
        fewest = min([len(home) for home in scene.homes])
        return min((self.board.crashes - scene.crashes) / CRASHES, fewest / LANDINGS) / LONG

    def _final(self, scene: Scene) -> Row:
        """Points by seat if the game ends like this."""
        pieces, points = self._seen(scene), list(scene.points)
        for piece in chain.from_iterable(pieces):
            points[piece.seat] += dict(piece.sights).get(_PAYS, 0.0)
        if not self._options.missions:
            return points
        return [each + self._paid(rest) for each, rest in zip(points, self._rest(scene, pieces), strict=True)]

    def _paid(self, rest: Sequence[Sight]) -> float:
        """What missions have paid at the end of the game."""
        sights, (always, each) = dict(rest), self._learnt.missions
        return sights[_PAY] if _PAY in sights else always + each * sights[_LIKELY]

    def _at_home(self, home: tuple[Cat, ...]) -> Weighed:
        found = self._homes.get(home)
        if found is None:
            found = self._homes[home] = self._weighed(_home(home))
        return found

    def _seen(self, scene: Scene) -> Pieces:
        known = self._pieces
        return [
            (known.get((body, riders)) or self._looked_at(body, riders)) if riders else ()
            for body, riders in enumerate(scene.space)
        ]

    def _looked_at(self, body: int, riders: tuple[Rider, ...]) -> list[Piece]:
        owners = [rider.seat for rider in riders]
        cats = [owners.count(seat) for seat in self._seats]
        sights = self._planet(body, riders, cats) if self._kinds[body] == "planet" else {}
        found = self._pieces[body, riders] = [
            Piece(seat, cats[seat], sights.get(seat, []), self._weighed(sights.get(seat, [])))
            for seat in dict.fromkeys(owners)
        ]
        return found

    def _weighed(self, sights: Sequence[Sight]) -> Weighed:
        pairs = [(self._weights[feature], value) for feature, value in sights]
        return sum([end * value for (end, _), value in pairs]), sum([more * value for (_, more), value in pairs])

    def _planet(self, body: int, riders: tuple[Rider, ...], cats: list[int]) -> dict[int, list[Sight]]:
        """What is seen of a planet, by seat: from `pays` to `on_planets`."""
        points = self.board.bodies[body].points
        paid = planet_pays(points, riders, len(self._seats))
        first = max(self._seats, key=lambda seat: (cats[seat], paid[seat]))
        second = max([many for seat, many in enumerate(cats) if seat != first])
        found = {}
        for seat, many in enumerate(cats):
            if many:
                led = (_LEADS, float(points[0] * min(many - second, 2)))
                behind = (_THREATS, (points[0] - points[1]) / (1 + cats[first] - many))
                doubled = [(_DOUBLED, float(points[0]))] * (Rider(seat, Cat.PLANET) in riders)
                found[seat] = [
                    (_PAYS, float(paid[seat])),
                    led if seat == first else behind,
                    *doubled,
                    (_PLANETS, 1.0),
                    (_ON_PLANETS, float(many)),
                ]
        return found

    def _rest(self, scene: Scene, pieces: Pieces) -> list[list[Sight]]:
        """What is seen of each seat beside homes and planets."""
        seats, holds = len(self._seats), self._holds(pieces)
        rest = [[(_TURN, float((seat - scene.starter) % seats))] for seat in self._seats]
        for goal, (enough, owner) in enumerate(zip(ENOUGH, scene.goals, strict=True)):
            if owner is None:
                held = holds[goal]
                most, by_one = max(held), _GOALS[goal]
                for seat, have in enumerate(held):
                    if 0 < enough - have <= 2:
                        rest[seat].append((by_one + enough - have - 1, 1.0))
                        if most > have:
                            rest[seat].append((by_one + 2, 1.0))
        if self._options.missions:
            for seat, missions in enumerate(scene.missions):
                rest[seat] += self._missions(missions, pieces, seat, holds[TARGETS][seat])
        return rest

    def _holds(self, pieces: Pieces) -> list[list[int]]:
        """What each seat has towards each goal, and last how many moons and planets it has a cat on."""
        planets, most, moons, deep, targets = holds = [[0] * len(self._seats) for _ in range(5)]
        for kind, there in zip(self._kinds, pieces, strict=True):
            for seat, cats, _, _ in there:
                if kind == "planet":
                    planets[seat] += 1
                    targets[seat] += 1
                    if cats > most[seat]:
                        most[seat] = cats
                elif kind == "moons":
                    moons[seat] += cats
                    targets[seat] += 1
                else:
                    deep[seat] += cats
        return holds

    def _missions(self, missions: tuple[str, ...] | None, pieces: Pieces, seat: int, targets: int) -> list[Sight]:
        """From `missions_pay` to `missions_likely`."""
        pays = self.board.missions
        if missions is not None:
            done = sum([seat in [piece.seat for piece in pieces[self._places[mission]]] for mission in missions])
            return [(_PAY, float(pays[done])), (_LEFT, float(len(missions) - done))]
        held = targets / self._targets
        left = 1 - held
        likely = 3 * pays[1] * held * left**2 + 3 * pays[2] * held**2 * left + pays[3] * held**3
        return [(_UNKNOWN, 1.0), (_LIKELY, likely)]


def _home(home: Sequence[Cat]) -> list[Sight]:
    return [*[(_AT[cat], 1.0) for cat in home], (_HOME, float(len(home)))]
