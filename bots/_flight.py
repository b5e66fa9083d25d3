"""What the rest of an expedition is worth to a rider: dynamic programming over field, dice, boosters and who is ahead.

A rider with nobody before it is captain, and who rides behind hardly matters to it: alone, its expectation is exact. A
rider with others before it takes them for players who decide as if they flew alone, and does what is best for it then.
"""

from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any, NamedTuple

from bots._rocket import CRASH, CRASHED, REROLLED, Fork, Rocket, Stand

NEVER = float("-inf")
RARE = 0.01  # ways of other captains that are less likely are left out


class Mat(NamedTuple):
    """What lies in the way: by field, where a travel that ends there leads, and what that brings to the captain."""

    to: Sequence[int]
    points: Sequence[float]
    regain: Sequence[bool]
    most: int  # dice
    deep: int  # the last field


class Exits(NamedTuple):
    """What leaving is worth to one rider, by field: when so many others have just left there before it."""

    leave: Sequence[Sequence[float]]  # [others][field]; NEVER where it cannot
    crash: Sequence[float]
    comet: float
    galaxy: float


class Alone:
    """The plan of a captain, whoever rides behind."""

    def __init__(self, rocket: Rocket, mat: Mat, exits: Exits) -> None:
        self.exits = exits
        self._rocket = rocket
        self._mat = mat
        self._leave = exits.leave[0]
        self._ahead: list[Any] = [0.0, 0.0]  # what arriving is worth, by a stand's place; None where nobody asked
        self._riding: dict[Stand, float] = {}
        self._shares: dict[Stand, list[float]] = {}
        self._likely: dict[Stand, list[tuple[float, Stand]]] = {}

    def riding(self, stand: Stand) -> float:
        """What the next roll is worth from here."""
        value = self._riding.get(stand)
        if value is None:
            value = self._riding[stand] = self._roll(stand, self._rocket.fork(stand))
        return value

    def _roll(self, stand: Stand, fork: Fork) -> float:
        ahead = self._ahead
        if len(ahead) < fork.room:
            ahead += [None] * (fork.room - len(ahead))
        if None in fork.pick(ahead):
            for place, to in zip(fork.places, fork.stands, strict=True):
                if ahead[place] is None:
                    ahead[place] = self.arriving(to)
        if fork.again:
            ahead[REROLLED] = self.riding(stand._replace(ability=False))
        ahead[CRASHED] = self.exits.crash[stand[0]]
        values = fork.pick(ahead)
        shares = self._shares[stand] = fork.shares(values)
        return float(sum(map(mul, shares, values)))

    def likely(self, stand: Stand) -> list[tuple[float, Stand]]:
        """Where this captain takes the rocket from here, with probabilities; what is rare is left out."""
        ways = self._likely.get(stand)
        if ways is None:
            self.riding(stand)
            stands, shares = self._rocket.fork(stand).stands, self._shares[stand]
            ways = [(share, to) for share, to in zip(shares, stands, strict=True) if share >= RARE]
            total = sum([share for share, _ in ways])
            ways = self._likely[stand] = [(share / total, to) for share, to in ways]
        return ways

    def arriving(self, stand: Stand) -> float:
        """What it is worth that a travel ends here: what lies there, then the better of leaving and riding on."""
        mat, field = self._mat, stand[0]
        to = mat.to[field]
        if to == mat.deep:
            return mat.points[field] + self.exits.comet
        if to != field:
            stand = stand._replace(field=to)
        value = self.landing(stand)
        if mat.regain[field] and stand.dice < mat.most:
            value = max(value, self.landing(stand._replace(dice=stand.dice + 1)))
        return value + mat.points[field]

    def landing(self, stand: Stand) -> float:
        """The better of leaving here and riding on."""
        return max(self._leave[stand[0]], self.riding(stand))


class Follower:
    """The plan of a rider who has others before it."""

    def __init__(
        self, me: Alone, mat: Mat, others: Mapping[int, Alone], cats: Mapping[int, str], caution: float
    ) -> None:
        self._me = me
        self._mat = mat
        self._others = others
        self._cats = cats
        self._caution = caution  # the others leave when riding on is not worth so many points more
        self._riding: dict[tuple[Stand, tuple[int, ...]], float] = {}
        self._arriving: dict[tuple[int, ...], dict[Stand, float]] = {}

    def riding(self, stand: Stand, ahead: tuple[int, ...]) -> float:
        """What the next roll is worth to me, with these seats before me."""
        if not ahead:
            return self._me.riding(stand)
        value = self._riding.get((stand, ahead))
        if value is None:
            known, field = self._arriving.setdefault(ahead, {}), stand[0]
            value = self._riding[stand, ahead] = sum(
                [
                    share * (known[to] if to in known and to[0] != field else self._travelled(stand, to, ahead))
                    for share, to in self._others[ahead[0]].likely(stand)
                ]
            )
        return value

    def _travelled(self, stand: Stand, to: Stand, ahead: tuple[int, ...]) -> float:
        if to is CRASH:
            return self._me.exits.crash[stand.field]
        if to.field == stand.field:
            return self.riding(to, ahead)  # a reroll
        value = self._arriving[ahead][to] = self.arriving(to, ahead)
        return value

    def arriving(self, stand: Stand, ahead: tuple[int, ...]) -> float:
        """What it is worth that a travel ends here: the captain takes what lies there, then all may leave."""
        if not ahead:
            return self._me.arriving(stand)
        mat, field = self._mat, stand[0]
        to = mat.to[field]
        if to == mat.deep:
            return self._me.exits.galaxy
        dice = stand.dice + 1 if mat.regain[field] and stand.dice < mat.most else stand.dice
        if to != field or dice != stand.dice:
            stand = Stand(to, dice, stand.boosters, stand.ability)
        return self.landing(stand, ahead, 0, 0)

    def landing(self, stand: Stand, ahead: tuple[int, ...], place: int, left: int) -> float:
        """The riders before me decide from this place on, after so many have left here; then I do."""
        field = stand.field
        for seat in ahead[place:]:
            other = self._others[seat]
            leave = other.exits.leave[left][field]
            if leave > NEVER and leave >= other.riding(stand) - self._caution:
                ahead = tuple([rider for rider in ahead if rider != seat])
                left += 1
                stand = without(stand, self._cats[seat])
        return max(self._me.exits.leave[left][field], self.riding(stand, ahead))


def without(stand: Stand, cat: str) -> Stand:
    """The rocket after this cat has left it."""
    if cat == "saboteur" and stand.dice > 1:
        return stand._replace(dice=stand.dice - 1)
    if cat == "booster" and stand.boosters:
        return stand._replace(boosters=stand.boosters - 1)
    return stand
