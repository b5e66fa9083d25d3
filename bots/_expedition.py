"""The rest of an expedition of MLEM as it may go, once: a number of luck for every travel, and everybody plays by plan.

Who is captain takes the rocket where its plan does; who may leave, leaves when that is worth at least as much as riding
on. The plans are those of the position in which the search began: what others do in between does not change them.
"""

from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from arena.games.mlem.scoring import goals_reached
from arena.games.mlem.state import Goal, Phase, Rider, Space, State
from arena.games.mlem.tables import Cat
from bots._crew import Crew, Plans, Riders, riders_of, stand_of
from bots._flight import NEVER, without
from bots._outlook import Outlook, Scene
from bots._rocket import CRASH, Stand

Landing: TypeAlias = tuple[Rider, int]  # a cat, and the body on which it stands now
Luck: TypeAlias = Callable[[], float]  # from 0 to 1

CLOSE = 2  # riders who think of each other, as the planner does; with more of them that would take too long

_GOALS = tuple(Goal)


class End(NamedTuple):
    """What came of an expedition."""

    landed: tuple[Landing, ...] = ()
    crashed: bool = False
    tokens: tuple[tuple[int, float], ...] = ()  # seat and points


OVER = End()  # it had ended already


class Expedition:
    """The flights that may follow a position."""

    def __init__(self, plans: Plans, outlook: Outlook) -> None:
        self._plans = plans
        self._outlook = outlook
        self._board = outlook.board
        self._ways: dict[tuple[tuple[Rider, ...], Stand], tuple[list[float], list[Stand]]] = {}
        self._wishes: dict[tuple[Riders, tuple[Rider, ...], int, Stand], int | None] = {}

    def fly(self, state: State, luck: Luck) -> End:
        """To the end of the expedition, from a position in which a roll, a landing or a parachute is due."""
        riders, stand, mat = state.aboard, stand_of(state), self._plans.mat
        launched = riders_of(state)
        landed: list[Landing] = []
        tokens: list[tuple[int, float]] = []
        if state.phase is Phase.PARACHUTE:
            self._jump(state.space, riders[_turn(state) :], stand.field, landed)
            return End(tuple(landed))  # the crash is counted already
        if state.phase is Phase.LAND:
            riders, stand = self._land(state.space, launched, riders, stand, landed, _turn(state))
        while riders:
            to = self._travel(riders, stand, luck())
            if to is CRASH:
                self._jump(state.space, riders, stand.field, landed)
                return End(tuple(landed), True, tuple(tokens))
            if to.field == stand.field:  # a reroll
                stand = to
                continue
            if mat.points[to.field]:
                tokens.append((riders[0].seat, mat.points[to.field]))
            field = mat.to[to.field]
            if field == mat.deep:
                landed.append((riders[0], self._board.comet))
                landed += [(rider, self._board.galaxy) for rider in riders[1:]]
                break
            dice = to.dice + (mat.regain[to.field] and to.dice < mat.most)
            stand = Stand(field, dice, to.boosters, to.ability)
            if self._board.fields[field].body is not None:
                riders, stand = self._land(state.space, launched, riders, stand, landed, 0)
        return End(tuple(landed), False, tuple(tokens))

    def _travel(self, riders: tuple[Rider, ...], stand: Stand, luck: float) -> Stand:
        """Where the captain's next roll leads; the better the luck, the farther."""
        key = (riders if len(riders) <= CLOSE else riders[:1], stand)
        found = self._ways.get(key)
        if found is None:
            ways = sorted(self._likely(*key), key=lambda way: way[1])
            found = self._ways[key] = list(accumulate([share for share, _ in ways])), [to for _, to in ways]
        shares, stands = found
        return stands[min(bisect(shares, luck), len(stands) - 1)]

    def _likely(self, riders: tuple[Rider, ...], stand: Stand) -> list[tuple[float, Stand]]:
        """Where the captain takes these riders, with probabilities."""
        if len(riders) == 1:
            return self._plans.alone(riders[0].seat, riders[0].cat).likely(stand)
        fork, crew = self._plans.rocket.fork(stand), Crew(self._plans, _named(riders), stand, 0)
        shares = fork.shares([crew.rolled(to) for to in fork.stands])
        return [(share, to) for share, to in zip(shares, fork.stands, strict=True) if share]

    def _land(
        self,
        space: Space,
        launched: Riders,
        riders: tuple[Rider, ...],
        stand: Stand,
        landed: list[Landing],
        place: int,
    ) -> tuple[tuple[Rider, ...], Stand]:
        """Everybody from this place in the rocket on leaves who wants to; who is left, and with what."""
        while place < len(riders):
            key = (launched, riders if len(riders) <= CLOSE else riders[: place + 1], place, stand)
            if key not in self._wishes:
                self._wishes[key] = self._wish(*key)
            body = self._wishes[key]
            if body is None or self._full(space, body, landed):
                place += 1
                continue
            landed.append((riders[place], body))
            stand = without(stand, riders[place].cat)
            riders = riders[:place] + riders[place + 1 :]
        return riders, stand

    def _wish(self, launched: Riders, riders: tuple[Rider, ...], place: int, stand: Stand) -> int | None:
        """Where the rider in this place leaves for, if it does."""
        named, near = _named(riders), self._board.fields[stand.field].near
        seat, cat = named[place]
        worth = {body: self._plans.worth.landing(seat, cat, body) for body in near[: None if cat == "navigator" else 1]}
        best = max(worth, key=worth.__getitem__)
        if worth[best] == NEVER:
            return None
        if 1 < len(riders) <= CLOSE:
            crew = Crew(self._plans, named, stand, place)
            return best if crew.landed(best) >= crew.landed(None) else None
        follower = self._plans.follower(launched[: launched.index((seat, cat)) + 1])
        stay = follower.riding(stand, tuple([other for other, _ in named[:place]]))
        return best if worth[best] >= stay else None

    def _jump(self, space: Space, riders: Sequence[Rider], field: int, landed: list[Landing]) -> None:
        """Parachutes out of a crashing rocket."""
        body, worth = self._board.fields[field].body, self._plans.worth
        for seat, cat in [(rider.seat, rider.cat) for rider in riders if rider.cat is Cat.PARACHUTE]:
            if body is None or self._full(space, body, landed):
                return
            if worth.landing(seat, cat, body) > worth.home(seat, cat):
                landed.append((Rider(seat, cat), body))

    def _full(self, space: Space, body: int, landed: Sequence[Landing]) -> bool:
        here = self._board.bodies[body]
        taken = len(space[body]) + sum([to == body for _, to in landed])
        return here.kind == "moons" and taken >= len(here.points)

    def chances(self, state: State, end: End) -> list[float]:
        """Of each seat to win, if the expedition of this position ends like this."""
        space, goals = list(state.space), list(state.goals)
        points = [float(player.points + sum(player.tokens)) for player in state.players]
        for seat, more in end.tokens:
            points[seat] += more
        for rider, body in end.landed:
            seat, here = rider.seat, self._board.bodies[body]
            if here.kind == "moons":
                points[seat] += here.points[len(space[body])] * (2 if rider.cat is Cat.MOON else 1)
            elif here.kind == "deep":
                points[seat] += here.points[0] * (2 if rider.cat is Cat.DEEP else 1)
            space[body] = (*space[body], rider)
            for goal in map(_GOALS.index, goals_reached(self._board, tuple(space), seat, here.kind)):
                if goals[goal] is None:
                    goals[goal] = seat
                    points[seat] += self._board.goal
        homes = [list(player.home) for player in state.players]
        away = [rider for rider, _ in end.landed]
        for rider in state.aboard:
            if rider not in away:
                homes[rider.seat].append(rider.cat)
        missions = [player.missions for player in state.players]
        crashes = state.crashes + end.crashed
        starter = state.asked if end is OVER else state.expedition % len(homes)
        return self._outlook.chances(Scene(tuple(space), homes, points, goals, missions, crashes, starter))


def _named(riders: tuple[Rider, ...]) -> Riders:
    return tuple([(rider.seat, rider.cat) for rider in riders])


def _turn(state: State) -> int:
    """The place in the rocket of the rider who is asked."""
    return next(place for place, rider in enumerate(state.aboard) if rider.seat == state.asked)
