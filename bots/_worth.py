"""What a cat is worth in space and at home, in points that it will have brought at the end of the game.

The numbers that cannot be read off the board are `Weights`; `planner_weights.json` has those that won.
"""

from collections.abc import Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from arena.games.mlem.scoring import majority
from arena.games.mlem.state import Rider, State
from arena.games.mlem.tables import DEEP, WORMHOLE, Board, Cat
from arena.games.mlem.view import View
from bots._flight import NEVER, Exits, Mat


class Weights(Struct, frozen=True):
    """What the planner believes. All in points, but for the rates and shares."""

    home: float  # a cat that comes home, while there is time to use it again
    satellite: float  # ... and how much more or less that is for each kind
    navigator: float
    parachute: float
    moon: float
    planet: float
    deep: float
    saboteur: float
    booster: float
    crashes: float  # crashes in an expedition
    landings: float  # landings of the busiest player in an expedition
    horizon: float  # expeditions to come, for each cat that is not in space, with which it keeps its whole worth
    goal: float  # share of a goal that is still there one cat earlier
    race: float  # share of a goal for which somebody else needs fewer cats
    hold: float  # share of a planet's payment that is lost while the whole game is still to come
    root: float  # share of a planet's first value that any cat there is worth while the whole game is still to come
    rival: float  # share of the points taken from others that is a gain
    mission: float  # share of the last mission's points that is credited to an earlier one
    envy: float  # share of the average of the others' points that is a loss
    leader: float  # how much more of that is the loss of whoever stands best, a point ahead
    caution: float  # how many points too early the others leave


def tuned() -> Weights:
    return msgspec.json.decode(files("bots").joinpath("planner_weights.json").read_bytes(), type=Weights)


class Worth:
    """What landings are worth in one position, to anybody."""

    def __init__(self, board: Board, seats: int, position: View | State, weights: Weights) -> None:
        self.board = board
        self.position = position
        self.weights = weights
        self.seats = range(seats)
        self.kinds = [body.kind for body in board.bodies]
        self.mine = [[0] * len(board.bodies) for _ in self.seats]  # cats by seat and body
        for body, riders in enumerate(position.space):
            for rider in riders:
                self.mine[rider.seat][body] += 1
        in_space = [sum(cats) for cats in self.mine]
        self._left = [max(len(Cat) - cats, 1) for cats in in_space]
        crashes = (board.crashes - position.crashes) / weights.crashes
        landings = (len(Cat) - max(in_space)) / weights.landings
        self.future = max(min(crashes, landings) - 1.0, 0.0)  # expeditions after this one
        self.open = min(self.future / 8.0, 1.0)  # how much of the game is still to come
        self.standings = [float(player.points + sum(player.tokens)) for player in position.players]
        for place, riders in zip(board.bodies, position.space, strict=True):
            if place.kind == "planet" and riders:
                pays = planet_pays(place.points, riders, seats)
                self.standings = [points + more for points, more in zip(self.standings, pays, strict=True)]
        self._need = [self._needs(seat) for seat in self.seats]
        self._goals = [[self._goal(goal, seat) for goal in range(4)] for seat in self.seats]

    def home(self, seat: int, cat: Cat) -> float:
        """What a cat is worth that can still be used: less and less, when there are more cats than expeditions."""
        more: float = getattr(self.weights, cat)
        return (self.weights.home + more) * min(self.future / (self.weights.horizon * self._left[seat]), 1.0)

    def exits(self, seat: int, cat: Cat, others: int) -> Exits:
        """What leaving is worth to this cat at every field, if up to so many others leave there just before."""
        board, fields = self.board, self.board.fields
        worth = [self.landing(seat, cat, body) for body in range(len(board.bodies))]
        leave = [_leave(board, worth, navigator=cat is Cat.NAVIGATOR)]
        for left in range(1, others + 1):
            fewer = [
                self.landing(seat, cat, body, left) if kind == "moons" else worth[body]
                for body, kind in enumerate(self.kinds)
            ]
            row = list(leave[0])
            for field, place in enumerate(fields):
                if place.body is not None and self.kinds[place.body] == "moons":
                    near = [fewer[place.body], *[worth[body] for body in place.near[1:]]]
                    row[field] = max(near) if cat is Cat.NAVIGATOR else near[0]
            leave.append(row)
        home = self.home(seat, cat)
        crash = [home if cat is not Cat.PARACHUTE else max(home, value) for value in leave[0]]
        return Exits(leave, crash, worth[board.comet], worth[board.galaxy])

    def landing(self, seat: int, cat: Cat, body: int, others: int = 0) -> float:
        """What this cat brings on this body, if so many others land there just before; NEVER where it has no room."""
        here, riders = self.board.bodies[body], self.position.space[body]
        if here.kind == "moons":
            if len(riders) + others >= len(here.points):
                return NEVER
            value = float(here.points[len(riders) + others] * (2 if cat is Cat.MOON else 1))
            value += self._goals[seat][2]
        elif here.kind == "deep":
            value = here.points[0] * (2 if cat is Cat.DEEP else 1) + self._goals[seat][3]
        else:
            value = self._planet(seat, cat, body)
        return value + self._mission(seat, body)

    def _planet(self, seat: int, cat: Cat, body: int) -> float:
        """The change of what the planet pays, partly, since it can change again; and the goals that come nearer."""
        weights, points, riders = self.weights, self.board.bodies[body].points, self.position.space[body]
        before = planet_pays(points, riders, len(self.seats))
        after = planet_pays(points, (*riders, Rider(seat, cat)), len(self.seats))
        gain = after[seat] - before[seat]
        lost = sum(before) - before[seat] - sum(after) + after[seat]
        value = (gain + weights.rival * lost) * (1 - weights.hold * self.open)
        value += weights.root * self.open * points[0] * (2 if cat is Cat.PLANET else 1)
        have = self.mine[seat][body]
        if not have:
            value += self._goals[seat][0]
        if self.position.goals[1] is None and have < 3:
            value += self._nearer(3 - have)
        return value

    def _goal(self, goal: int, seat: int) -> float:
        """What one more cat is worth on the way to this goal; the three on one planet are looked at there."""
        need = self._need[seat][goal]
        if goal == 1 or self.position.goals[goal] is not None or need <= 0:
            return 0.0
        behind = any(0 < self._need[other][goal] < need for other in self.seats)
        return self._nearer(need) * (self.weights.race if behind else 1.0)

    def _nearer(self, need: int) -> float:
        share = self.weights.goal
        return float(self.board.goal) * (share ** (need - 1) - share**need)

    def _needs(self, seat: int) -> list[int]:
        """How many more cats this seat needs for each goal."""
        cats = self.mine[seat]
        planets = [count for count, kind in zip(cats, self.kinds, strict=True) if kind == "planet"]
        moons = sum(count for count, kind in zip(cats, self.kinds, strict=True) if kind == "moons")
        return [
            4 - sum(count > 0 for count in planets),
            3 - max(planets, default=0),
            4 - moons,
            2 - cats[self.board.comet] - cats[self.board.galaxy],
        ]

    def _mission(self, seat: int, body: int) -> float:
        """What a first cat here is worth to the missions; of others' missions nothing is known."""
        missions = self.position.players[seat].missions
        if not missions or self.mine[seat][body]:
            return 0.0
        here = self.board.bodies[body].id
        if here not in missions:
            return 0.0
        held = {place.id for place, count in zip(self.board.bodies, self.mine[seat], strict=True) if count}
        done = sum(mission in held for mission in missions)
        pays = self.board.missions
        after = done + missions.count(here)
        early = self.weights.mission * self.open * (pays[-1] - pays[-2] - pays[1])
        return float(pays[after] - pays[done]) + (early if after < len(missions) else 0.0)


def planet_pays(points: Sequence[int], riders: tuple[Rider, ...], seats: int) -> list[int]:
    """What a planet with these riders pays to each seat."""
    pays = [0] * seats
    for place, seat in enumerate(majority(riders)):
        pays[seat] = points[min(place, len(points) - 1)] * (2 if Rider(seat, Cat.PLANET) in riders else 1)
    return pays


def mat(board: Board, position: View | State, *, ufo: bool) -> Mat:
    """What lies in the way of the rocket."""
    tokens = {token.field: token for token in board.exploration_tokens if token.field in position.face_up}
    to, points, regain = list(range(DEEP + 1)), [0.0] * (DEEP + 1), [False] * (DEEP + 1)
    for start in tokens:
        field = start
        while field in tokens and tokens[field].effect == "wormhole":
            field = min(field + WORMHOLE, DEEP)
        to[start] = field
        if field in tokens:
            points[start] = float(tokens[field].points)
            regain[start] = tokens[field].effect == "regain"
    if ufo and position.ufo_taken < len(board.ufo):
        for start, field in enumerate(to):
            points[start] += board.ufo[position.ufo_taken] if field == position.ufo else 0
    return Mat(to, points, regain, board.dice, DEEP)


def _leave(board: Board, worth: Sequence[float], *, navigator: bool) -> list[float]:
    """What leaving is worth at each field."""
    if navigator:
        return [max([worth[body] for body in field.near], default=NEVER) for field in board.fields]
    return [NEVER if field.body is None else worth[field.body] for field in board.fields]
