"""Everybody aboard at once: who would get what out of each thing that one of them can do now."""

from math import exp
from typing import TypeAlias

from arena.games.mlem.options import Options
from arena.games.mlem.state import State
from arena.games.mlem.tables import Board, Cat
from arena.games.mlem.view import View
from bots._flight import Alone, Follower, without
from bots._rocket import CRASH, Stand, rockets
from bots._worth import Weights, Worth, mat

Riders: TypeAlias = tuple[tuple[int, Cat], ...]  # seat and cat, the captain first


class Plans:
    """All plans in one position: they hold as long as nobody lands and nothing is taken."""

    def __init__(self, board: Board, options: Options, seats: int, position: View | State, weights: Weights) -> None:
        self.worth = Worth(board, seats, position, weights)
        self.rocket = rockets(board)[-1 if position.token is None else position.token]
        self.mat = mat(board, position, ufo=options.ufo)
        self.caution = weights.caution
        self._weights = weights
        self._alone: dict[tuple[int, Cat], Alone] = {}
        self._envy: dict[int, list[float]] = {}
        self._followers: dict[Riders, Follower] = {}

    def envy(self, seat: int) -> list[float]:
        """By seat, the share of its points that is a loss to this one: the larger, the better it stands."""
        found = self._envy.get(seat)
        if found is None:
            standings = self.worth.standings
            shares = [exp(self._weights.leader * standing) for standing in standings]
            shares[seat] = 0.0
            found = self._envy[seat] = [self._weights.envy * share / sum(shares) for share in shares]
        return found

    def alone(self, seat: int, cat: Cat) -> Alone:
        found = self._alone.get((seat, cat))
        if found is None:
            exits = self.worth.exits(seat, cat, len(self.worth.seats) - 1)
            found = self._alone[seat, cat] = Alone(self.rocket, self.mat, exits)
        return found

    def follower(self, riders: Riders) -> Follower:
        """The plan of the last of these riders, behind all the others."""
        found = self._followers.get(riders)
        if found is None:
            others = {seat: self.alone(seat, cat) for seat, cat in riders[:-1]}
            me = self.alone(*riders[-1])
            found = self._followers[riders] = Follower(me, self.mat, others, dict(riders), self.caution)
        return found

    def riding(self, riders: Riders, place: int, stand: Stand) -> float:
        """What the next roll is worth to the rider in this place."""
        return self.follower(riders[: place + 1]).riding(stand, tuple([seat for seat, _ in riders[:place]]))


class Crew:
    """Everybody aboard, as one of them sees it: its own value, less a share of what the others have of it."""

    def __init__(self, plans: Plans, riders: Riders, stand: Stand, place: int) -> None:
        self.plans = plans
        self.place = place  # mine
        self.riders = riders
        self.stand = stand
        self.envy = plans.envy(riders[place][0])
        self.ahead = [tuple([seat for seat, _ in self.riders[:place]]) for place in range(len(self.riders))]

    def _relative(self, values: list[float]) -> float:
        losses = [self.envy[seat] * value for (seat, _), value in zip(self.riders, values, strict=True)]
        return values[self.place] - sum(losses)

    def _follower(self, place: int) -> Follower:
        return self.plans.follower(self.riders[: place + 1])

    def travelled(self, stand: Stand) -> float:
        return self._relative([self._follower(place).arriving(stand, ahead) for place, ahead in enumerate(self.ahead)])

    def rerolled(self, stand: Stand) -> float:
        return self._relative([self._follower(place).riding(stand, ahead) for place, ahead in enumerate(self.ahead)])

    def rolled(self, to: Stand) -> float:
        """After a roll from which the captain has gone there."""
        if to is CRASH:
            return self.crashed()
        return self.rerolled(to) if to.field == self.stand.field else self.travelled(to)

    def crashed(self) -> float:
        field = self.stand.field
        return self._relative([self.plans.alone(*rider).exits.crash[field] for rider in self.riders])

    def regained(self, *, take: bool) -> float:
        stand = self.stand._replace(dice=self.stand.dice + take)
        return self._relative(
            [self._follower(place).landing(stand, ahead, 0, 0) for place, ahead in enumerate(self.ahead)]
        )

    def landed(self, body: int | None) -> float:
        """Leave for this body, or stay: those before me ride on, those behind me decide next."""
        me, stand = self.place, self.stand
        seat, cat = self.riders[me]
        if body is not None:
            stand = without(stand, cat)
        values = []
        for place, ahead in enumerate(self.ahead):
            follower = self._follower(place)
            if place < me:
                values.append(follower.riding(stand, ahead))
            elif place == me:
                landing = self.plans.worth.landing
                values.append(follower.riding(stand, ahead) if body is None else landing(seat, cat, body))
            elif body is None:
                values.append(follower.landing(stand, ahead, me + 1, 0))
            else:
                values.append(follower.landing(stand, tuple([other for other in ahead if other != seat]), me, 1))
        return self._relative(values)

    def jumped(self, body: int | None) -> float:
        seat, cat = self.riders[self.place]
        return self.plans.worth.home(seat, cat) if body is None else self.plans.worth.landing(seat, cat, body)


def riders_of(position: View | State) -> Riders:
    return tuple([(rider.seat, rider.cat) for rider in position.aboard])


def stand_of(position: View | State) -> Stand:
    """The rocket as it stands in this position."""
    boosters = [rider for rider in position.aboard if rider.cat is Cat.BOOSTER and rider.seat not in position.spent]
    return Stand(position.field, position.dice, len(boosters), position.ability)
