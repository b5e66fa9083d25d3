"""What one seat may know, and the whole positions that it may imagine behind it.

Nothing is hidden but the other players' missions: what lies in the stacks is known to all, and their order to nobody.
"""

from msgspec import Struct
from msgspec.structs import replace

from arena.games.api import Seat
from arena.games.chance import Draw
from arena.games.mlem import flight, landing, luck, moves
from arena.games.mlem.moves import Action
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, Player, Rider, Setting, Space, State
from arena.games.mlem.tables import DEALT, Board, Groups


class View(Struct, frozen=True):
    """A position as one seat sees it. Every name means what it means in `State`."""

    seat: Seat
    phase: Phase
    asked: Seat
    expedition: int
    crashes: int
    aboard: tuple[Rider, ...]
    field: int
    dice: int
    roll: Groups
    rolls: int
    rerolled: bool
    spent: tuple[Seat, ...]
    players: tuple[Player, ...]
    space: Space
    goals: tuple[Seat | None, ...]
    token: int | None
    ability: bool
    ufo: int
    ufo_taken: int
    turns_left: tuple[int, ...]
    face_up: tuple[int, ...]
    stack: tuple[int, ...]
    to_lay: int


def view(state: State, seat: Seat) -> View:
    players = state.players
    if state.setting.options.missions:
        players = tuple(
            player if owner == seat else replace(player, dealt=None, missions=None)
            for owner, player in enumerate(players)
        )
    return View(
        seat,
        state.phase,
        state.asked,
        state.expedition,
        state.crashes,
        state.aboard,
        state.field,
        state.dice,
        state.roll,
        state.rolls,
        state.rerolled,
        state.spent,
        players,
        state.space,
        state.goals,
        state.token,
        state.ability,
        state.ufo,
        state.ufo_taken,
        state.turns_left,
        state.face_up,
        state.stack,
        state.to_lay,
    )


def imagine(options: Options, seats: int, tables: Board, view: View, draw: Draw) -> State:
    """Every deal of the missions that this seat has not seen is equally likely."""
    players = view.players
    if options.missions:
        players = _deal(tables, view, draw)
    state = State(
        setting=Setting(options, seats, tables),
        phase=view.phase,
        players=players,
        space=view.space,
        goals=view.goals,
        crashes=view.crashes,
        asked=view.asked,
        expedition=view.expedition,
        aboard=view.aboard,
        field=view.field,
        dice=view.dice,
        spent=view.spent,
        rolls=view.rolls,
        rerolled=view.rerolled,
        roll=view.roll,
        token=view.token,
        ability=view.ability,
        ufo=view.ufo,
        ufo_taken=view.ufo_taken,
        turns_left=view.turns_left,
        face_up=view.face_up,
        stack=view.stack,
        to_lay=view.to_lay,
    )
    return replace(state, legal=_legal(state))


def _deal(board: Board, view: View, draw: Draw) -> tuple[Player, ...]:
    """The players with missions for all, as far as the set-up has come."""
    left = list(luck.missions_left(board, view.players[view.seat].dealt or ()))
    players = []
    for seat, player in enumerate(view.players):
        has_been_dealt = view.expedition or view.phase is Phase.KEEP or (view.phase is Phase.DEAL and seat < view.asked)
        if seat != view.seat:
            dealt: tuple[str, ...] = ()
            kept: tuple[str, ...] = ()
            if has_been_dealt:
                dealt = tuple(sorted(left.pop(draw.below(len(left))) for _ in range(DEALT)))
            if view.expedition:
                kept = _three_of(dealt, draw)
            player = replace(player, dealt=dealt, missions=kept)
        players.append(player)
    return tuple(players)


def _three_of(dealt: tuple[str, ...], draw: Draw) -> tuple[str, ...]:
    back = draw.below(DEALT)
    return tuple(mission for place, mission in enumerate(dealt) if place != back)


def _legal(state: State) -> tuple[Action, ...]:
    """What the seat that is asked may do, found anew from the position alone."""
    match state.phase:
        case Phase.BOARD:
            return moves.boarding(state.players[state.asked].home)
        case Phase.TRAVEL:
            return flight.choices(state)
        case Phase.REGAIN:
            return moves.REGAIN
        case Phase.LAND | Phase.PARACHUTE:
            rider = next(rider for rider in state.aboard if rider.seat == state.asked)
            otherwise = moves.STAY if state.phase is Phase.LAND else moves.GO_HOME
            return moves.leaving(landing.exits(state, rider.cat), otherwise)
        case _:
            return ()
