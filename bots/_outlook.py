"""How a game of MLEM is likely to end, as it stands between two expeditions: the chance of each seat to win.

The points that a seat will have, but for those that all will have alike, are a weighted sum of what one can see of it.
The weights in `outlook_weights.json` were learnt from matches that were played to their end (`bots._learn`).
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from arena.games.mlem.options import Options
from arena.games.mlem.state import Space
from arena.games.mlem.tables import Board, Cat
from bots._worth import planet_pays

LONG = 8.0  # expeditions, the unit of time
CRASHES, LANDINGS = 0.6, 0.8  # in an expedition: of the rocket, and of the busiest player
GOALS = ("four_planets", "three_on_planet", "four_moons", "two_deep")
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

_UNKNOWN = FEATURES.index("missions_unknown")

Row: TypeAlias = list[float]
Cats: TypeAlias = list[list[int]]  # how many, by seat and body


class Scene(NamedTuple):
    """A game between two expeditions."""

    space: Space
    homes: Sequence[Sequence[Cat]]  # by seat
    points: Sequence[float]  # by seat; those that cannot be lost
    goals: Sequence[int | None]
    missions: Sequence[tuple[str, ...] | None]  # by seat; None where they are not known
    crashes: int
    starter: int  # who boards first in the next expedition


class Learnt(Struct, frozen=True):
    """What was learnt about games with so many seats. Of each pair, the second is for every `LONG` time to come."""

    weights: dict[str, tuple[float, float]]
    spread: tuple[float, float]  # points of difference that count


@cache
def learnt() -> dict[int, Learnt]:
    """By the number of seats."""
    return msgspec.json.decode(files("bots").joinpath("outlook_weights.json").read_bytes(), type=dict[int, Learnt])


class Outlook:
    """The outlook in one match."""

    def __init__(self, board: Board, options: Options, seats: int, learnt: Learnt) -> None:
        self.board = board
        self._options = options
        self._seats = range(seats)
        self._weights = [learnt.weights[feature] for feature in FEATURES]
        self._spread = learnt.spread
        self._planets = [body for body, place in enumerate(board.bodies) if place.kind == "planet"]
        self._moons = [body for body, place in enumerate(board.bodies) if place.kind == "moons"]
        self._places = {body.id: place for place, body in enumerate(board.bodies)}

    def chances(self, scene: Scene) -> list[float]:
        """Of each seat to win."""
        if scene.crashes >= self.board.crashes or not all(scene.homes):
            points = self._final(scene)
            return [float(each == max(points)) / points.count(max(points)) for each in points]
        time, rows = self.features(scene)
        weights = [end + more * time for end, more in self._weights]
        points = [
            sure + sum([weight * value for weight, value in zip(weights, row, strict=True) if value])
            for sure, row in zip(scene.points, rows, strict=True)
        ]
        spread = self._spread[0] + self._spread[1] * time
        shares = [exp((each - max(points)) / spread) for each in points]
        return [share / sum(shares) for share in shares]

    def _final(self, scene: Scene) -> Row:
        """Points by seat if the game ends like this."""
        pays = [
            planet_pays(self.board.bodies[body].points, scene.space[body], len(self._seats)) for body in self._planets
        ]
        points = [sure + sum([paid[seat] for paid in pays]) for seat, sure in enumerate(scene.points)]
        if not self._options.missions:
            return points
        cats = self._cats(scene)
        return [each + self._paid(self._missions(scene, cats, seat)) for seat, each in enumerate(points)]

    def _paid(self, missions: Row) -> float:
        """What missions have paid at the end of the game."""
        pay, _, unknown, likely = missions
        (more, _), (each, _) = self._weights[_UNKNOWN : _UNKNOWN + 2]
        return more + each * likely if unknown else pay

    def features(self, scene: Scene) -> tuple[float, list[Row]]:
        """The time to come, and what one can see of each seat: a number for each of `FEATURES`."""
        fewest = min([len(home) for home in scene.homes])
        time = min((self.board.crashes - scene.crashes) / CRASHES, fewest / LANDINGS) / LONG
        cats = self._cats(scene)
        planets, goals = self._on_planets(scene, cats), self._goals(scene, cats)
        rows = []
        for seat, home in enumerate(scene.homes):
            row = [float(cat in home) for cat in Cat]
            row += [float(len(home)), *planets[seat], float((seat - scene.starter) % len(self._seats))]
            rows.append(row + goals[seat] + self._missions(scene, cats, seat))
        return time, rows

    def _cats(self, scene: Scene) -> Cats:
        cats = [[0] * len(scene.space) for _ in self._seats]
        for body, riders in enumerate(scene.space):
            for rider in riders:
                cats[rider.seat][body] += 1
        return cats

    def _on_planets(self, scene: Scene, cats: Cats) -> list[Row]:
        """From `pays` to `on_planets`."""
        rows = [[0.0] * 6 for _ in self._seats]
        for body in self._planets:
            riders, points = scene.space[body], self.board.bodies[body].points
            if not riders:
                continue
            paid = planet_pays(points, riders, len(self._seats))
            here = [mine[body] for mine in cats]
            first = max(self._seats, key=lambda seat: (here[seat], paid[seat]))
            second = max([count for seat, count in enumerate(here) if seat != first])
            for seat, count in enumerate(here):
                if not count:
                    continue
                row = rows[seat]
                row[0] += paid[seat]
                if seat == first:
                    row[1] += points[0] * min(count - second, 2)
                else:
                    row[2] += (points[0] - points[1]) / (1 + here[first] - count)
                row[4] += 1.0
                row[5] += count
            for rider in riders:
                if rider.cat is Cat.PLANET:
                    rows[rider.seat][3] += points[0]
        return rows

    def _goals(self, scene: Scene, cats: Cats) -> list[Row]:
        """How far everybody is from the goals that are still free."""
        needs = [self._needs(mine) for mine in cats]
        rows = []
        for seat in self._seats:
            row: Row = []
            for goal, owner in enumerate(scene.goals):
                need = needs[seat][goal]
                if owner is not None or not 0 < need <= 2:
                    row += [0.0, 0.0, 0.0]
                    continue
                behind = min([needs[other][goal] for other in self._seats if other != seat]) < need
                row += [float(need == 1), float(need == 2), float(behind)]
            rows.append(row)
        return rows

    def _needs(self, mine: list[int]) -> list[int]:
        """How many more cats each goal takes."""
        planets = [mine[body] for body in self._planets]
        return [
            4 - sum([count > 0 for count in planets]),
            3 - max(planets, default=0),
            4 - sum([mine[body] for body in self._moons]),
            2 - mine[self.board.comet] - mine[self.board.galaxy],
        ]

    def _missions(self, scene: Scene, cats: Cats, seat: int) -> Row:
        """From `missions_pay` to `missions_likely`."""
        if not self._options.missions:
            return [0.0] * 4
        pays, missions, mine = self.board.missions, scene.missions[seat], cats[seat]
        if missions is not None:
            done = sum([mine[self._places[mission]] > 0 for mission in missions])
            return [float(pays[done]), float(len(missions) - done), 0.0, 0.0]
        targets = [*self._moons, *self._planets]
        held = sum([mine[body] > 0 for body in targets]) / len(targets)
        left = 1 - held
        return [0.0, 0.0, 1.0, 3 * pays[1] * held * left**2 + 3 * pays[2] * held**2 * left + pays[3] * held**3]
