"""What a table stands at, seat by seat: what is paid, which goals are near, and what one more landing would bring."""

from collections.abc import Sequence
from math import comb
from typing import Any

from arena.games.api import Seat
from arena.games.mlem.prospects import Exits, Flight, Prospect, Rocket, Stop, rolls
from arena.games.mlem.scoring import majority
from arena.games.mlem.state import Rider, State
from arena.games.mlem.tables import DEEP, WORMHOLE, Body, Cat

CRASHES, LANDINGS = 0.55, 0.75  # in an expedition: of the rocket, and of the busiest player
WHOLE = 8.0  # expeditions of a whole game
NEARER = 0.3  # share of a goal that is still there one cat earlier
HOLD, ROOT = 0.3, 0.15  # how a planet's payment and its first value count while the whole game is still to come
HOME = 0.9  # a cat that can be used again
EARLIER = 0.4  # how likely a rider leaves for a moon before one behind it
PLENTY = 1.2  # expeditions to come for each cat that is not in space, with which it keeps this worth

GOALS = 4


class Standing:
    """One position, as long as nobody lands; the flights of those aboard are looked at when they are asked for."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.board = state.setting.board
        self.seats = range(state.setting.seats)
        self.cats = [[0] * len(self.board.bodies) for _ in self.seats]  # by seat and body
        for body, riders in enumerate(state.space):
            for rider in riders:
                self.cats[rider.seat][body] += 1
        self.in_space = [sum(cats) for cats in self.cats]
        crashes = (self.board.crashes - state.crashes) / CRASHES
        landings = (len(Cat) - max(self.in_space)) / LANDINGS
        self.future = max(min(crashes, landings) - 1.0, 0.0)  # expeditions after this one
        self.open = min(self.future / WHOLE, 1.0)  # how much of the game is still to come
        self.planets = [0] * len(self.seats)  # what they pay, as they stand
        for place, riders in zip(self.board.bodies, state.space, strict=True):
            if place.kind == "planet" and riders:
                for seat, points in enumerate(_paid(place, riders, len(self.seats))):
                    self.planets[seat] += points
        self.needs = [self._needs(seat) for seat in self.seats]  # cats, by seat and goal
        self.goals = [sum(self._near(goal, need) for goal, need in enumerate(needs)) for needs in self.needs]
        self.rolls = rolls(self.board)
        self._flights: dict[Any, list[Flight]] = {}

    def flights(self, state: State) -> list[Flight]:
        """Of those aboard, the captain first."""
        booster = any(rider.cat is Cat.BOOSTER and rider.seat not in state.spent for rider in state.aboard)
        token = state.token if state.ability else None
        key = (state.aboard, booster, token, state.face_up, state.ufo, state.ufo_taken)
        found = self._flights.get(key)
        if found is None:
            rocket = Rocket(self.rolls, _stops(state), booster)
            if token is not None:
                printed = self.board.expedition_tokens[token]
                rocket = rocket._replace(extra=printed.extra, reroll=printed.ability == "reroll")
            captain = Flight(rocket, self._exits(state.aboard[0], 0))
            behind = enumerate(state.aboard[1:], start=1)
            found = [captain, *[Flight(rocket, self._exits(rider, place), captain) for place, rider in behind]]
            self._flights[key] = found
        return found

    def home(self, seat: Seat) -> float:
        """What a cat is worth that can be used again."""
        left = max(len(Cat) - self.in_space[seat], 1)
        return HOME * min(self.future / (PLENTY * left), 1.0)

    def _exits(self, rider: Rider, place: int) -> Exits:
        """Of a rider with so many before it."""
        landings = [self._behind(rider, body, place) for body in range(len(self.board.bodies))]
        navigator = rider.cat is Cat.NAVIGATOR
        leave: list[Prospect | None] = []
        for field in self.board.fields:
            there = [landings[body] for body in (field.near if navigator else field.near[:1])]
            leave.append(max([landing for landing in there if landing], key=_worth, default=None))
        home = Prospect(self.home(rider.seat))
        crash = [home] * len(leave)
        if rider.cat is Cat.PARACHUTE:
            crash = [home if landing is None or landing.worth < home.worth else landing for landing in leave]
        deep = landings[self.board.galaxy if place else self.board.comet]
        return Exits(leave, crash, deep or home)

    def _behind(self, rider: Rider, body: int, others: int) -> Prospect | None:
        """What this cat brings on this body, if each of so many others lands there before it or not."""
        first = self._landing(rider, body)
        if first is None or not others or self.board.bodies[body].kind != "moons":
            return first
        total = [0.0] * len(first)
        for before in range(others + 1):
            chance = comb(others, before) * EARLIER**before * (1 - EARLIER) ** (others - before)
            landing = self._landing(rider, body, before) or Prospect(self.home(rider.seat))
            total = [have + chance * more for have, more in zip(total, landing, strict=True)]
        return Prospect(*total)

    def _landing(self, rider: Rider, body: int, before: int = 0) -> Prospect | None:
        """What this cat brings on this body, after so many others; None where it has no room."""
        place, riders, seat = self.board.bodies[body], self.state.space[body], rider.seat
        goals, needs = self.state.goals, self.needs[seat]
        points = planet = taken = first = 0.0
        nearer = [0, 0, 0, 0]
        if place.kind == "moons":
            if len(riders) + before >= len(place.points):
                return None
            points = place.points[len(riders) + before] * (2.0 if rider.cat is Cat.MOON else 1.0)
            nearer[2] = 1
        elif place.kind == "deep":
            points = place.points[0] * (2.0 if rider.cat is Cat.DEEP else 1.0)
            nearer[3] = 1
        else:
            pays = _paid(place, riders, len(self.seats))
            will = _paid(place, (*riders, rider), len(self.seats))
            planet = float(will[seat] - pays[seat])
            taken = sum(pays) - pays[seat] - sum(will) + float(will[seat])
            first = place.points[0] * (2.0 if rider.cat is Cat.PLANET else 1.0)
            nearer[0] = not self.cats[seat][body]
            nearer[1] = self.cats[seat][body] == 3 - needs[1]  # on the planet where it has most cats
        near = 0.0
        for goal in range(GOALS):
            if nearer[goal] and goals[goal] is None:
                points += self.board.goal * (needs[goal] == 1)
                near += self._near(goal, needs[goal] - 1) * (needs[goal] > 1) - self._near(goal, needs[goal])
        missions = self._missions(seat, body)
        worth = points + planet * (1 - HOLD * self.open) + ROOT * self.open * first + near + missions
        return Prospect(worth, points, planet, taken, first, near, missions, 1.0)

    def _near(self, goal: int, need: int) -> float:
        """What it is worth to need so many more cats for a goal that is still free."""
        return self.board.goal * NEARER**need if need > 0 and self.state.goals[goal] is None else 0.0

    def _needs(self, seat: Seat) -> list[int]:
        cats, bodies = self.cats[seat], self.board.bodies
        planets = [count for count, body in zip(cats, bodies, strict=True) if body.kind == "planet"]
        moons = sum(count for count, body in zip(cats, bodies, strict=True) if body.kind == "moons")
        deep = cats[self.board.comet] + cats[self.board.galaxy]
        return [4 - sum(map(bool, planets)), 3 - max(planets, default=0), 4 - moons, 2 - deep]

    def _missions(self, seat: Seat, body: int) -> float:
        """What a first cat on this body is worth to the missions."""
        missions, here = self.state.players[seat].missions or (), self.board.bodies[body].id
        if here not in missions or self.cats[seat][body]:
            return 0.0
        held = [place.id for place, count in zip(self.board.bodies, self.cats[seat], strict=True) if count]
        done, pays = sum(mission in held for mission in missions), self.board.missions
        return float(pays[done + missions.count(here)] - pays[done])


def _stops(state: State) -> dict[int, Stop]:
    """Exploration tokens, those behind wormholes too, and the UFO."""
    board, stops = state.setting.board, dict[int, Stop]()
    tokens = {token.field: token for token in board.exploration_tokens if token.field in state.face_up}
    for start in tokens:
        field = start
        while field in tokens and tokens[field].effect == "wormhole":
            field = min(field + WORMHOLE, DEEP)
        there = tokens.get(field)
        stops[start] = Stop(field, there is not None and there.effect == "regain", there.points if there else 0.0)
    if state.setting.options.ufo and state.ufo_taken < len(board.ufo):
        met = [start for start, stop in stops.items() if stop.field == state.ufo]
        for start in met if state.ufo in stops else [*met, state.ufo]:
            stop = stops.get(start, Stop(state.ufo))
            stops[start] = stop._replace(tokens=stop.tokens + board.ufo[state.ufo_taken])
    return stops


def _worth(prospect: Prospect) -> float:
    return prospect.worth


def _paid(planet: Body, riders: tuple[Rider, ...], seats: int) -> Sequence[int]:
    """What a planet with these riders pays to each seat."""
    paid = [0] * seats
    for place, seat in enumerate(majority(riders)):
        doubled = 2 if Rider(seat, Cat.PLANET) in riders else 1
        paid[seat] = planet.points[min(place, len(planet.points) - 1)] * doubled
    return paid
