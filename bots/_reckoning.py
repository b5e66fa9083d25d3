"""The rest of an expedition of MLEM, worked out: every roll with its probability. All others follow their plans, but
whoever reckons does what is best for its chance to win, at every landing and with every roll of its own.

It takes long where many are aboard, so it asks before every step whether there is time for it.
"""

from collections.abc import Sequence
from operator import mul

from arena.games.mlem.state import Phase, Rider, State
from arena.games.mlem.tables import Cat
from bots._crew import riders_of, stand_of
from bots._expedition import End, Expedition, turn
from bots._flight import without
from bots._rocket import CRASH, Stand
from bots._thinking import More


class _Late(Exception):
    """There is no time for the next step: from far inside, this is the only way out."""


class _Party:
    """Who is still aboard, after what has come of the expedition so far; and what is known of its flights."""

    def __init__(self, riders: tuple[Rider, ...], end: End) -> None:
        self.riders = riders
        self.end = end  # if nobody lands any more
        self.rides: dict[Stand, float] = {}  # before a roll
        self.arrived: dict[Stand, float] = {}  # after a travel
        self.crashed: dict[int, float] = {}  # by field
        self.later: dict[tuple[int, int], _Party] = {}  # by place and body, when that rider has left; -1: a token


class Reckoning:
    """What the flights that may follow one position are worth to one seat."""

    def __init__(self, expedition: Expedition, state: State, seat: int, more: More) -> None:
        self._expedition = expedition
        self._plans = expedition.plans
        self._board = expedition.board
        self._state = state
        self._launched = riders_of(state)
        self._seat = seat
        self._more = more
        self._party = _Party(state.aboard, End())
        self._ends: dict[End, float] = {}

    def chance(self, state: State) -> float | None:
        """Of winning, from this position: one that differs from the first only in where the rocket stands. None if
        there was no time for it."""
        party, stand = self._party, stand_of(state)
        if state.phase is Phase.PARACHUTE:
            return self._end(self._jumped(party, stand.field, turn(state)))  # the crash is counted already
        try:
            return self._landing(party, stand, turn(state)) if state.phase is Phase.LAND else self._ride(party, stand)
        except _Late:
            return None

    def _ride(self, party: _Party, stand: Stand) -> float:
        """Before a roll."""
        value = party.rides.get(stand)
        if value is None:
            if not self._more():
                raise _Late
            value = party.rides[stand] = self._roll(party, stand)
        return value

    def _roll(self, party: _Party, stand: Stand) -> float:
        if party.riders[0].seat == self._seat:
            fork = self._plans.rocket.fork(stand)
            values = self._rolled(party, stand, fork.stands)
            return float(sum(map(mul, fork.shares(values), values)))
        ways = self._expedition.ways(party.riders, stand)
        return float(sum(map(mul, ways.shares, self._rolled(party, stand, ways.stands))))

    def _rolled(self, party: _Party, stand: Stand, stands: Sequence[Stand]) -> list[float]:
        """After a roll from which the captain has gone to one of these."""
        known, field = party.arrived, stand.field
        return [known[to] if to in known and to[0] != field else self._travelled(party, field, to) for to in stands]

    def _travelled(self, party: _Party, field: int, to: Stand) -> float:
        if to is CRASH:
            if field not in party.crashed:
                party.crashed[field] = self._end(self._jumped(party, field, 0)._replace(crashed=True))
            return party.crashed[field]
        if to.field == field:
            return self._ride(party, to)  # a reroll
        value = party.arrived[to] = self._arriving(party, to)
        return value

    def _arriving(self, party: _Party, to: Stand) -> float:
        """The captain takes what lies there, then all may leave."""
        mat, captain, (landed, _, tokens) = self._plans.mat, party.riders[0], party.end
        field, points = mat.to[to.field], mat.points[to.field]
        if points:
            end = party.end._replace(tokens=(*tokens, (captain.seat, points)))
            party = self._later(party, -1, to.field, party.riders, end)
        if field == mat.deep:
            others = [(rider, self._board.galaxy) for rider in party.riders[1:]]
            return self._end(party.end._replace(landed=(*landed, (captain, self._board.comet), *others)))
        dice = to.dice + (mat.regain[to.field] and to.dice < mat.most)
        stand = Stand(field, dice, to.boosters, to.ability)
        return self._ride(party, stand) if self._board.fields[field].body is None else self._landing(party, stand, 0)

    def _landing(self, party: _Party, stand: Stand, place: int) -> float:
        """Everybody from this place in the rocket on leaves who wants to."""
        riders, space, landed = party.riders, self._state.space, party.end.landed
        while place < len(riders):
            if riders[place].seat == self._seat:
                near = self._board.fields[stand.field].near[: None if riders[place].cat is Cat.NAVIGATOR else 1]
                free = [body for body in near if not self._expedition.full(space, body, landed)]
                left = [self._left(party, stand, place, body) for body in free]
                return max([self._landing(party, stand, place + 1), *left])
            body = self._expedition.wish(self._launched, riders, place, stand)
            if body is not None and not self._expedition.full(space, body, landed):
                return self._left(party, stand, place, body)
            place += 1
        return self._ride(party, stand)

    def _left(self, party: _Party, stand: Stand, place: int, body: int) -> float:
        """The rider in this place has left for this body; those behind it decide next."""
        rider, rest = party.riders[place], party.riders[:place] + party.riders[place + 1 :]
        end = party.end._replace(landed=(*party.end.landed, (rider, body)))
        if not rest:
            return self._end(end)
        return self._landing(self._later(party, place, body, rest, end), without(stand, rider.cat), place)

    def _later(self, party: _Party, place: int, where: int, riders: tuple[Rider, ...], end: End) -> _Party:
        found = party.later.get((place, where))
        if found is None:
            found = party.later[place, where] = _Party(riders, end)
        return found

    def _jumped(self, party: _Party, field: int, place: int) -> End:
        landed = list(party.end.landed)
        self._expedition.jump(self._state.space, party.riders[place:], field, landed)
        return party.end._replace(landed=tuple(landed))

    def _end(self, end: End) -> float:
        value = self._ends.get(end)
        if value is None:
            value = self._ends[end] = self._expedition.chances(self._state, end)[self._seat]
        return value
