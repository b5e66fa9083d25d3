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

UNKNOWN = -1  # a wish that nobody asked for yet

_GOALS = tuple(Goal)


class Ways(NamedTuple):
    """Where a roll leads, in order."""

    stands: Sequence[Stand]
    shares: Sequence[float]  # how likely each is
    sums: Sequence[float]  # of the shares up to each


class End(NamedTuple):
    """What came of an expedition."""

    landed: tuple[Landing, ...] = ()
    crashed: bool = False
    tokens: tuple[tuple[int, float], ...] = ()  # seat and points


OVER = End()  # it had ended already


class Expedition:
    """The flights that may follow a position."""

    def __init__(self, plans: Plans, outlook: Outlook) -> None:
        self._outlook = outlook
        self.plans = plans
        self.board = outlook.board
        self._ways: dict[tuple[tuple[Rider, ...], Stand], Ways] = {}
        self._wishes: dict[tuple[Riders, tuple[Rider, ...], int, Stand], int | None] = {}

    def fly(self, state: State, luck: Luck) -> End:
        """To the end of the expedition, from a position in which a roll, a landing or a parachute is due."""
        riders, stand, mat = state.aboard, stand_of(state), self.plans.mat
        launched = riders_of(state)
        landed: list[Landing] = []
        tokens: list[tuple[int, float]] = []
        if state.phase is Phase.PARACHUTE:
            self.jump(state.space, riders[turn(state) :], stand.field, landed)
            return End(tuple(landed))  # the crash is counted already
        if state.phase is Phase.LAND:
            riders, stand = self._land(state.space, launched, riders, stand, landed, turn(state))
        while riders:
            to = self._travel(riders, stand, luck())
            if to is CRASH:
                self.jump(state.space, riders, stand.field, landed)
                return End(tuple(landed), True, tuple(tokens))
            if to.field == stand.field:  # a reroll
                stand = to
                continue
            if mat.points[to.field]:
                tokens.append((riders[0].seat, mat.points[to.field]))
            field = mat.to[to.field]
            if field == mat.deep:
                landed.append((riders[0], self.board.comet))
                landed += [(rider, self.board.galaxy) for rider in riders[1:]]
                break
            dice = to.dice + (mat.regain[to.field] and to.dice < mat.most)
            stand = Stand(field, dice, to.boosters, to.ability)
            if self.board.fields[field].body is not None:
                riders, stand = self._land(state.space, launched, riders, stand, landed, 0)
        return End(tuple(landed), False, tuple(tokens))

    def _travel(self, riders: tuple[Rider, ...], stand: Stand, luck: float) -> Stand:
        """Where the captain's next roll leads; the better the luck, the farther."""
        stands, _, sums = self.ways(riders, stand)
        return stands[min(bisect(sums, luck), len(stands) - 1)]

    def ways(self, riders: tuple[Rider, ...], stand: Stand) -> Ways:
        """Where the captain takes these riders."""
        key = (riders if len(riders) <= CLOSE else riders[:1], stand)
        found = self._ways.get(key)
        if found is None:
            ways = sorted(self._likely(*key), key=lambda way: way[1])
            shares = [share for share, _ in ways]
            found = self._ways[key] = Ways([to for _, to in ways], shares, list(accumulate(shares)))
        return found

    def _likely(self, riders: tuple[Rider, ...], stand: Stand) -> list[tuple[float, Stand]]:
        if len(riders) == 1:
            return self.plans.alone(riders[0].seat, riders[0].cat).likely(stand)
        fork, crew = self.plans.rocket.fork(stand), Crew(self.plans, _named(riders), stand, 0)
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
            body = self.wish(launched, riders, place, stand)
            if body is None or self.full(space, body, landed):
                place += 1
                continue
            landed.append((riders[place], body))
            stand = without(stand, riders[place].cat)
            riders = riders[:place] + riders[place + 1 :]
        return riders, stand

    def wish(self, launched: Riders, riders: tuple[Rider, ...], place: int, stand: Stand) -> int | None:
        """Where the rider in this place leaves for, if it does."""
        key = (launched, riders if len(riders) <= CLOSE else riders[: place + 1], place, stand)
        wish = self._wishes.get(key, UNKNOWN)
        if wish == UNKNOWN:
            wish = self._wishes[key] = self._wish(*key)
        return wish

    def _wish(self, launched: Riders, riders: tuple[Rider, ...], place: int, stand: Stand) -> int | None:
        named, near = _named(riders), self.board.fields[stand.field].near
        seat, cat = named[place]
        worth = {body: self.plans.worth.landing(seat, cat, body) for body in near[: None if cat == "navigator" else 1]}
        best = max(worth, key=worth.__getitem__)
        if worth[best] == NEVER:
            return None
        if 1 < len(riders) <= CLOSE:
            crew = Crew(self.plans, named, stand, place)
            return best if crew.landed(best) >= crew.landed(None) else None
        follower = self.plans.follower(launched[: launched.index((seat, cat)) + 1])
        stay = follower.riding(stand, tuple([other for other, _ in named[:place]]))
        return best if worth[best] >= stay else None

    def jump(self, space: Space, riders: Sequence[Rider], field: int, landed: list[Landing]) -> None:
        """Parachutes out of a crashing rocket."""
        body, worth = self.board.fields[field].body, self.plans.worth
        for seat, cat in [(rider.seat, rider.cat) for rider in riders if rider.cat is Cat.PARACHUTE]:
            if body is None or self.full(space, body, landed):
                return
            if worth.landing(seat, cat, body) > worth.home(seat, cat):
                landed.append((Rider(seat, cat), body))

    def full(self, space: Space, body: int, landed: Sequence[Landing]) -> bool:
        here = self.board.bodies[body]
        taken = len(space[body]) + sum([to == body for _, to in landed])
        return here.kind == "moons" and taken >= len(here.points)

    def chances(self, state: State, end: End) -> list[float]:
        """Of each seat to win, if the expedition of this position ends like this."""
        space, goals = list(state.space), list(state.goals)
        points = [float(player.points + sum(player.tokens)) for player in state.players]
        for seat, more in end.tokens:
            points[seat] += more
        for rider, body in end.landed:
            seat, here = rider.seat, self.board.bodies[body]
            if here.kind == "moons":
                points[seat] += here.points[len(space[body])] * (2 if rider.cat is Cat.MOON else 1)
            elif here.kind == "deep":
                points[seat] += here.points[0] * (2 if rider.cat is Cat.DEEP else 1)
            space[body] = (*space[body], rider)
            for goal in map(_GOALS.index, goals_reached(self.board, tuple(space), seat, here.kind)):
                if goals[goal] is None:
                    goals[goal] = seat
                    points[seat] += self.board.goal
        homes = [player.home for player in state.players]
        away = [rider for rider, _ in end.landed]
        for rider in state.aboard:
            if rider not in away:
                homes[rider.seat] = (*homes[rider.seat], rider.cat)
        missions = [player.missions for player in state.players]
        crashes = state.crashes + end.crashed
        starter = state.asked if end is OVER else state.expedition % len(homes)
        return self._outlook.chances(Scene(tuple(space), homes, points, goals, missions, crashes, starter))


def _named(riders: tuple[Rider, ...]) -> Riders:
    return tuple([(rider.seat, rider.cat) for rider in riders])


def turn(state: State) -> int:
    """The place in the rocket of the rider who is asked."""
    return next(place for place, rider in enumerate(state.aboard) if rider.seat == state.asked)
