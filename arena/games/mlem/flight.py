"""An expedition from the launch to its end: boarding, rolling, travelling, and what lies in the way."""

from msgspec.structs import replace

from arena.games.api import Seat, Tell
from arena.games.mlem import events as told
from arena.games.mlem import landing, moves
from arena.games.mlem.moves import Action, Board, Crash, GoHome, Leave, Regain, Reroll, Travel
from arena.games.mlem.scoring import final
from arena.games.mlem.state import Phase, Player, Rider, State
from arena.games.mlem.tables import DEEP, WORMHOLE, Ability, Cat, Face, Groups

_DOOMED = (moves.CRASH,)


def begin(state: State, tell: Tell) -> State:
    """A new expedition: everything as new but what stands in space. The next seat clockwise starts it, whoever the
    last captain was."""
    state = replace(
        state,
        asked=state.expedition % state.setting.seats,
        legal=(),
        expedition=state.expedition + 1,
        field=0,
        dice=state.setting.board.dice,
        spent=(),
        rolls=0,
        rerolled=False,
        token=None,  # R13
        ability=False,
    )
    tell(told.ExpeditionBegan(state.expedition, state.asked, state.dice))
    return replace(state, phase=Phase.TURN) if state.turns_left else _ask_to_board(state, state.asked)


def turned(state: State, place: int, tell: Tell) -> State:
    """The expedition token of this expedition is turned up, before any cat boards."""
    token = state.setting.board.expedition_tokens[place]
    ufo = max(state.ufo - token.ufo, 0)  # R14
    tell(told.TokenTurned(place, ufo, token.dice, token.ability, token.extra))
    left = tuple(other for other in state.turns_left if other != place)
    state = replace(state, token=place, ability=True, ufo=ufo, dice=token.dice, turns_left=left)
    return _ask_to_board(state, state.asked)


def _ask_to_board(state: State, seat: Seat) -> State:
    return replace(state, phase=Phase.BOARD, asked=seat, legal=moves.boarding(state.players[seat].home))


def board(state: State, action: Board, tell: Tell) -> State:
    """A cat takes the next place; the last one launches the rocket."""
    seat, cat = state.asked, action.cat
    tell(told.Boarded(seat, cat))
    player = state.players[seat]
    player = replace(player, home=tuple([other for other in player.home if other is not cat]))
    state = replace(state, players=_with(state, seat, player), aboard=(*state.aboard, Rider(seat, cat)))
    if len(state.aboard) < state.setting.seats:
        return _ask_to_board(state, (seat + 1) % state.setting.seats)
    lifted = any(rider.cat is Cat.SATELLITE for rider in state.aboard)
    field = state.setting.board.satellite if lifted else 0
    tell(told.Launched(field, state.aboard[0].seat))
    return replace(state, phase=Phase.ROLL, legal=(), field=field)


def rolled(state: State, groups: Groups, tell: Tell) -> State:
    """The captain has rolled: there is something to do with it, or nothing saves the rocket."""
    captain = state.aboard[0].seat
    tell(told.Rolled(captain, state.field, groups))
    state = replace(state, phase=Phase.TRAVEL, asked=captain, roll=groups)
    may = choices(state)
    return settle(landing.crash(state, tell), tell) if may == _DOOMED else replace(state, legal=may)


def choices(state: State) -> tuple[Action, ...]:
    """Everything that the captain may do with the roll on the table; a crash alone when nothing saves the rocket."""
    allowed = state.setting.board.fields[state.field].faces
    usable = tuple([face for face, _ in state.roll if face in allowed])
    boosters: tuple[Seat, ...] = ()
    if 1 in allowed:
        boosters = tuple([r.seat for r in state.aboard if r.cat is Cat.BOOSTER and r.seat not in state.spent])
    return moves.choices(usable, boosters, _ability(state, allowed))


def _ability(state: State, allowed: tuple[Face, ...]) -> Ability | None:
    """The expedition token's ability, if it is unused and of any use at a field that allows these faces."""
    if not state.ability or state.token is None:
        return None
    token = state.setting.board.expedition_tokens[state.token]
    useless = token.ability == "extra_dice" and not any(face in allowed for face in token.extra)
    return None if useless else token.ability


def reroll(state: State, action: Reroll, tell: Tell) -> State:
    """All available dice again; the new roll stands (R15)."""
    tell(told.AbilityUsed(state.asked, "reroll", ()))
    return replace(state, phase=Phase.ROLL, legal=(), rerolled=True, ability=False, roll=())


def crash(state: State, action: Crash, tell: Tell) -> State:
    """The captain lets the rocket crash."""
    return settle(landing.crash(state, tell), tell)


def leave(state: State, action: Leave, tell: Tell) -> State:
    """A rider leaves the rocket, or jumps out of the crashing one."""
    return settle(landing.leave(state, action, tell), tell)


def go_home(state: State, action: GoHome, tell: Tell) -> State:
    """A parachute stays folded."""
    return settle(landing.go_home(state, tell), tell)


def travel(state: State, by: Travel, tell: Tell) -> State:
    """The rocket advances by the sum of what was chosen; the dice used are set aside, but for flames."""
    captain, here = state.aboard[0].seat, state.setting.board.fields[state.field]
    used = [(face, count) for face, count in state.roll if face in by.faces]
    distance = len(by.boosters) + sum([count * _worth(face, here.flame) for face, count in used])
    set_aside = sum([count for face, count in used if face != "flame"])
    if by.ability and state.token is not None:
        token = state.setting.board.expedition_tokens[state.token]
        extra = tuple(face for face in token.extra if face in here.faces)
        distance += sum(_worth(face, here.flame) for face in extra)  # R17
        set_aside = 0 if token.ability == "keep_dice" else set_aside
        tell(told.AbilityUsed(captain, token.ability, extra))
    to = min(state.field + distance, DEEP)
    dice = max(state.dice - set_aside, 1)
    tell(told.Moved(captain, state.field, to, by.faces, by.boosters, dice))
    state = replace(
        state,
        legal=(),
        field=to,
        dice=dice,
        spent=state.spent + by.boosters,
        ability=state.ability and not by.ability,  # R16
        roll=(),
        rolls=state.rolls + 1,
        rerolled=False,
    )
    return _explore(state, tell) if to in state.face_up else _arrive(state, tell)


def _worth(face: Face, flame: int) -> int:
    return flame if face == "flame" else face


def _explore(state: State, tell: Tell) -> State:
    """The captain resolves the exploration token where the travel phase ends, and the one a wormhole leads to."""
    captain, tokens = state.aboard[0].seat, {token.field: token for token in state.setting.board.exploration_tokens}
    while state.field in state.face_up:
        token = tokens[state.field]
        state = replace(
            state,
            face_up=tuple(field for field in state.face_up if field != token.field),
            to_lay=state.to_lay + 1,
        )
        if token.effect == "points":
            tell(told.TokenTaken(captain, "exploration", token.field, token.points))
            state = _keep_token(state, captain, token.points)
            break
        tell(told.TokenResolved(captain, token.field, token.effect))
        if token.effect == "regain":
            if state.dice < state.setting.board.dice:  # R20, R21
                return replace(state, phase=Phase.REGAIN, asked=captain, legal=moves.REGAIN)
            break
        to = min(state.field + WORMHOLE, DEEP)  # R19
        tell(told.Wormhole(state.field, to))
        state = replace(state, field=to)
    return lay(state, tell)


def regain(state: State, action: Regain, tell: Tell) -> State:
    if action.take:
        tell(told.Regained(state.asked, state.dice + 1))
        state = replace(state, dice=state.dice + 1)
    return lay(replace(state, legal=()), tell)


def lay(state: State, tell: Tell) -> State:
    """Draw new exploration tokens while there are any to be laid, then judge where the rocket stands (R26)."""
    if state.to_lay and state.stack:
        return replace(state, phase=Phase.LAY)
    return _arrive(replace(state, to_lay=0), tell)


def _arrive(state: State, tell: Tell) -> State:
    """The travel phase has ended: contact with the UFO (R18), then landing where there is something to land on."""
    board, captain = state.setting.board, state.aboard[0].seat
    if state.setting.options.ufo and state.field == state.ufo and state.ufo_taken < len(board.ufo):
        points = board.ufo[state.ufo_taken]
        tell(told.TokenTaken(captain, "ufo", state.field, points))
        state = replace(_keep_token(state, captain, points), ufo_taken=state.ufo_taken + 1)
    if state.field == DEEP:
        return settle(landing.deep_space(state, tell), tell)
    if board.fields[state.field].body is None:  # R3
        return replace(state, phase=Phase.ROLL)
    return landing.land_from(state, 0)


def settle(state: State, tell: Tell) -> State:
    """Go on, or end the expedition when nobody is aboard any more, and with it the game when it is time."""
    if state.aboard:
        return state
    if state.crashes >= state.setting.board.crashes:  # R11
        return _end(state, "crashes", tell)
    if any(not player.home for player in state.players):  # R12
        return _end(state, "all_in_space", tell)
    return begin(state, tell)


def _end(state: State, ending: told.Ending, tell: Tell) -> State:
    tell(told.GameEnded(ending))
    for scored in final(state):
        tell(scored)
    return replace(state, phase=Phase.OVER, legal=())


def _keep_token(state: State, seat: Seat, points: int) -> State:
    player = state.players[seat]
    return replace(state, players=_with(state, seat, replace(player, tokens=(*player.tokens, points))))


def _with(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])
