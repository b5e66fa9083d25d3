"""Goals while the game runs, and all that is counted at its end."""

from collections.abc import Iterator

from arena.games.api import Seat, ranking
from arena.games.mlem.events import Scored
from arena.games.mlem.state import Goal, Rider, Space, State
from arena.games.mlem.tables import Board, Cat, Kind


def goals_reached(board: Board, space: Space, seat: Seat, kind: Kind) -> Iterator[Goal]:
    """The goals that a player has reached who just landed on a body of this kind, whether still free or not."""
    there = [
        [rider.seat for rider in riders].count(seat)
        for body, riders in zip(board.bodies, space, strict=True)
        if body.kind == kind
    ]
    match kind:
        case "planet":
            if sum(cats > 0 for cats in there) >= 4:
                yield Goal.FOUR_PLANETS
            if max(there) >= 3:
                yield Goal.THREE_ON_PLANET
        case "moons":
            if sum(there) >= 4:  # R9
                yield Goal.FOUR_MOONS
        case _:
            if sum(there) >= 2:
                yield Goal.TWO_DEEP


def final(state: State) -> Iterator[Scored]:
    """What would be scored if the game ended here, beyond the points that the players have already."""
    for body, riders in zip(state.setting.board.bodies, state.space, strict=True):
        if body.kind == "planet":
            for place, seat in enumerate(majority(riders)):
                points = body.points[min(place, len(body.points) - 1)]
                doubled = Rider(seat, Cat.PLANET) in riders  # R27
                yield Scored(seat, points * (1 + doubled), "planet", body.id)
    for seat, player in enumerate(state.players):
        if player.tokens:
            yield Scored(seat, sum(player.tokens), "token", "")
        if player.missions:
            yield Scored(seat, state.setting.board.missions[missions_done(state, seat)], "missions", "")


def majority(riders: tuple[Rider, ...]) -> list[Seat]:
    """The players on a planet: most cats first, ties to whose first cat arrived earlier."""
    owners = [rider.seat for rider in riders]
    return sorted(dict.fromkeys(owners), key=owners.count, reverse=True)  # the sort keeps the order of arrival in a tie


def missions_done(state: State, seat: Seat) -> int:
    """How many of a player's missions are fulfilled: one of its cats stands on the target."""
    held = {
        body.id
        for body, riders in zip(state.setting.board.bodies, state.space, strict=True)
        if any(rider.seat == seat for rider in riders)
    }
    return sum(mission in held for mission in state.players[seat].missions or ())  # R23: one cat fulfils both copies


def score(state: State) -> tuple[int, ...]:
    """Points by seat, as they would be if the game ended here."""
    points = [player.points for player in state.players]
    for scored in final(state):
        points[scored.seat] += scored.points
    return tuple(points)


def places(state: State) -> tuple[int, ...]:
    """Most points win; equal totals share the place."""
    return ranking(score(state))
