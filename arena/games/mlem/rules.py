"""The rules of MLEM, as pure functions from one position to the next. `# R7` marks the line that a ruling decides.

set-up       LAY -> DEAL -> KEEP, as the variants ask
expedition   TURN -> BOARD -> ROLL -> TRAVEL -> REGAIN -> LAY -> LAND -> ROLL ...     until nobody is aboard
                              ROLL or TRAVEL -> PARACHUTE                             when the rocket crashes
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from arena.games.api import BadSetting, Decide, IllegalAction, IllegalOutcome, Node, Over, Seat, Tell, ignore
from arena.games.mlem import events as told
from arena.games.mlem import flight, landing, luck, moves
from arena.games.mlem.moves import Action, Outcome
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, Player, Setting, State
from arena.games.mlem.tables import DEEP, FACE_UP, KEPT, Board, Cat, reconstructed

SEATS = range(2, 6)

_OVER = Over()
_ASK = tuple(Decide((seat,)) for seat in range(SEATS.stop))
_DO: dict[type, Callable[[State, Any, Tell], State]] = {
    moves.Board: flight.board,
    moves.Travel: flight.travel,
    moves.Reroll: flight.reroll,
    moves.Crash: flight.crash,
    moves.Regain: flight.regain,
    moves.Leave: flight.leave,
    moves.Stay: landing.stay,
    moves.GoHome: flight.go_home,
}


def setup(options: Options, seats: int, tables: Board | None = None, tell: Tell = ignore) -> State:
    if seats not in SEATS:
        raise BadSetting(f"MLEM is played by {SEATS.start} to {SEATS.stop - 1} players, not {seats}")
    board = reconstructed() if tables is None else tables
    state = State(
        setting=Setting(options, seats, board),
        phase=Phase.LAY,
        players=(Player(home=tuple(Cat)),) * seats,
        space=((),) * len(board.bodies),
        ufo=DEEP,
        turns_left=tuple(range(len(board.expedition_tokens))) if options.ufo else (),
        stack=tuple(token.field for token in board.exploration_tokens) if options.exploration else (),
        to_lay=FACE_UP if options.exploration else 0,
    )
    return _prepare(state, tell)


def _prepare(state: State, tell: Tell) -> State:
    """The set-up in its order: exploration tokens on the mat, missions dealt and kept, then the first expedition."""
    if state.to_lay and state.stack:
        return state
    if state.setting.options.missions:
        return replace(state, phase=Phase.DEAL, to_lay=0)
    return flight.begin(replace(state, to_lay=0), tell)


def node(state: State) -> Node:
    if state.legal:
        return _ASK[state.asked]
    if state.phase is Phase.OVER:
        return _OVER
    if state.phase is Phase.KEEP:
        return Decide(tuple(range(state.setting.seats)))  # R25
    return luck.chance(state)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    if state.phase is Phase.KEEP and 0 <= seat < state.setting.seats:
        return moves.keeping(state.players[seat].dealt or (), KEPT)
    return state.legal if seat == state.asked else ()


def apply(state: State, actions: Mapping[Seat, Action], tell: Tell = ignore) -> State:
    if len(actions) == 1 and actions.get(state.asked) in state.legal:  # nearly always
        action = actions[state.asked]
        return _DO[type(action)](state, action, tell)
    _refuse_illegal(state, actions)
    return _keep(state, actions, tell)


def _refuse_illegal(state: State, actions: Mapping[Seat, Action]) -> None:
    """Refuse whatever is not exactly one legal action of each seat that owes one."""
    waits = node(state)
    seats = waits.seats if isinstance(waits, Decide) else ()
    if not seats or (tuple(actions) != seats and set(actions) != set(seats)):
        raise IllegalAction(f"seats {list(actions)} act, but the game waits for {list(seats) or 'nobody'}")
    for seat, action in actions.items():
        if action not in (may := legal(state, seat)):
            raise IllegalAction(f"seat {seat} may not do {action}; it may do one of {list(may)}")


def _keep(state: State, actions: Mapping[Seat, Any], tell: Tell) -> State:
    players = []
    for seat, player in enumerate(state.players):
        tell(told.MissionsKept(seat, actions[seat].missions, only=seat))
        players.append(replace(player, missions=actions[seat].missions))
    return flight.begin(replace(state, players=tuple(players)), tell)


def resolve(state: State, outcome: Outcome, tell: Tell = ignore) -> State:
    if not luck.possible(state, outcome):
        raise IllegalOutcome(f"{outcome} cannot come in the phase {state.phase} of expedition {state.expedition}")
    match outcome:
        case moves.Roll(groups):
            return flight.rolled(state, groups, tell)
        case moves.Laid(field):
            return _laid(state, field, tell)
        case moves.Turned(token):
            return flight.turned(state, token, tell)
        case moves.Dealt(missions):
            return _dealt(state, missions, tell)


def _laid(state: State, field: int, tell: Tell) -> State:
    token = next(token for token in state.setting.board.exploration_tokens if token.field == field)
    tell(told.TokenLaid(field, token.effect, token.points))
    state = replace(
        state,
        face_up=tuple(sorted((*state.face_up, field))),
        stack=tuple(left for left in state.stack if left != field),
        to_lay=state.to_lay - 1,
    )
    return flight.lay(state, tell) if state.expedition else _prepare(state, tell)


def _dealt(state: State, missions: tuple[str, ...], tell: Tell) -> State:
    seat = state.asked
    tell(told.MissionsDealt(seat, missions, only=seat))
    player = replace(state.players[seat], dealt=missions)
    state = replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))
    last = seat + 1 == state.setting.seats
    return replace(state, phase=Phase.KEEP, asked=0) if last else replace(state, asked=seat + 1)


def default(state: State, seat: Seat) -> Action:
    """Least harm to the others: a captain travels by the first, smallest choice and hands over as soon as it can leave;
    everybody else stays aboard; a parachute stays folded."""
    may = legal(state, seat)
    if not may:
        raise IllegalAction(f"seat {seat} owes no action in the phase {state.phase}")
    passive = state.phase is Phase.PARACHUTE or (state.phase is Phase.LAND and seat != state.aboard[0].seat)
    return may[-1] if passive else may[0]
