"""Leaving the rocket: by choice, in deep space, or by parachute. When the rocket is empty afterwards, nobody is aboard
and the expedition is over; that is for the flight to see."""

from msgspec.structs import replace

from arena.games.api import Tell
from arena.games.mlem import events as told
from arena.games.mlem import moves
from arena.games.mlem.moves import Leave, Stay
from arena.games.mlem.scoring import goals_reached
from arena.games.mlem.state import Goal, Phase, Rider, State
from arena.games.mlem.tables import Cat

_GOALS = tuple(Goal)


def exits(state: State, cat: Cat) -> tuple[str, ...]:
    """The bodies on which this cat can land from where the rocket stands."""
    board, space = state.setting.board, state.space
    near = board.fields[state.field].near
    ways = []
    for way in near if cat is Cat.NAVIGATOR else near[:1]:
        body = board.bodies[way]
        if body.kind != "moons" or len(space[way]) < len(body.points):
            ways.append(body.id)
    return tuple(ways)


def land_from(state: State, place: int) -> State:
    """Ask the next rider, from this place in the rocket on, who can leave here; travel on when there is none."""
    for rider in state.aboard[place:]:
        if ways := exits(state, rider.cat):
            return replace(state, phase=Phase.LAND, asked=rider.seat, legal=moves.leaving(ways, moves.STAY))
    return replace(state, phase=Phase.ROLL, legal=())


def stay(state: State, action: Stay, tell: Tell) -> State:
    place, rider = _turn(state)
    tell(told.Stayed(rider.seat, rider.cat))
    return land_from(state, place + 1)


def leave(state: State, action: Leave, tell: Tell) -> State:
    """The rider whose turn it is leaves; what it leaves behind may be another captain and fewer dice."""
    place, rider = _turn(state)
    here = state.setting.board.fields[state.field]
    body = next(near for near in here.near if state.setting.board.bodies[near].id == action.to)
    if state.phase is Phase.PARACHUTE:
        return _parachute_from(_land(state, rider, body, "parachute", tell), place, tell)
    state = _land(state, rider, body, "rocket" if body == here.body else "navigator", tell)
    if not state.aboard:
        return state
    if place == 0:
        tell(told.CaptainChanged(state.aboard[0].seat))
    if rider.cat is Cat.SABOTEUR and state.dice > 1:  # R6
        tell(told.DieLost(state.aboard[0].seat, state.dice - 1))
        state = replace(state, dice=state.dice - 1)
    return land_from(state, place)


def deep_space(state: State, tell: Tell) -> State:
    """Everybody must leave, the captain first: the comet for the captain's cat, the galaxy for all others."""
    board = state.setting.board
    state = _land(state, state.aboard[0], board.comet, "rocket", tell)
    while state.aboard:  # R4, R10
        state = _land(state, state.aboard[0], board.galaxy, "rocket", tell)
    return state


def crash(state: State, tell: Tell) -> State:
    state = replace(state, crashes=state.crashes + 1, roll=())
    allowed = state.setting.board.fields[state.field].faces
    tell(told.Crashed(state.aboard[0].seat, state.field, allowed, state.crashes))
    return _parachute_from(state, 0, tell)


def go_home(state: State, tell: Tell) -> State:
    return _parachute_from(state, _turn(state)[0] + 1, tell)


def _parachute_from(state: State, place: int, tell: Tell) -> State:
    """Ask the next parachute that has somewhere to land (R7); when there is none, everybody still aboard goes home."""
    for rider in state.aboard[place:]:
        if rider.cat is Cat.PARACHUTE and (ways := exits(state, rider.cat)):
            return replace(state, phase=Phase.PARACHUTE, asked=rider.seat, legal=moves.leaving(ways, moves.GO_HOME))
    players = list(state.players)
    for rider in state.aboard:
        tell(told.WentHome(rider.seat, rider.cat))
        home = {*players[rider.seat].home, rider.cat}
        players[rider.seat] = replace(players[rider.seat], home=tuple([cat for cat in Cat if cat in home]))
    return replace(state, players=tuple(players), aboard=(), legal=())


def _turn(state: State) -> tuple[int, Rider]:
    """Whose turn it is to leave or stay, with the place in the rocket."""
    for place, rider in enumerate(state.aboard):
        if rider.seat == state.asked:
            return place, rider
    raise LookupError(f"seat {state.asked} has no cat aboard")


def _land(state: State, rider: Rider, body: int, how: told.How, tell: Tell) -> State:
    """One cat leaves the rocket, scores what there is to score at once and takes the goals that it reaches (R8)."""
    here = state.setting.board.bodies[body]
    seat, settled = rider.seat, state.space[body]
    tell(told.Landed(seat, rider.cat, here.id, how))
    points = 0
    if here.kind == "moons":
        points = here.points[len(settled)] * (2 if rider.cat is Cat.MOON else 1)
        tell(told.Scored(seat, points, "moon", here.id))
    elif here.kind == "deep":
        points = here.points[0] * (2 if rider.cat is Cat.DEEP else 1)
        tell(told.Scored(seat, points, "deep", here.id))
    space = (*state.space[:body], (*settled, rider), *state.space[body + 1 :])
    goals = list(state.goals)
    for goal in goals_reached(state.setting.board, space, seat, here.kind):
        if goals[_GOALS.index(goal)] is None:
            goals[_GOALS.index(goal)] = seat
            points += state.setting.board.goal
            tell(told.GoalTaken(seat, goal))
            tell(told.Scored(seat, state.setting.board.goal, "goal", goal))
    players = list(state.players)
    players[seat] = replace(players[seat], points=players[seat].points + points)
    return replace(
        state,
        players=tuple(players),
        space=space,
        goals=tuple(goals),
        aboard=tuple([other for other in state.aboard if other is not rider]),
    )
