"""What luck can bring: which key names it, what is possible and how likely, and one outcome by a draw."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, factorial, prod

from arena.games.api import Chance
from arena.games.chance import Draw
from arena.games.mlem.moves import Dealt, Laid, Outcome, Roll, Turned
from arena.games.mlem.state import Phase, State
from arena.games.mlem.tables import DEALT, Board, Face

_LAY = Chance(("lay", "exploration"))  # a stack has one key: its hidden order is the same wherever the play goes
_TURN = Chance(("turn", "expedition"))


def chance(state: State) -> Chance:
    """The chance node of a position that waits for luck."""
    if state.phase is Phase.ROLL:
        return Chance(("roll", state.expedition, state.rolls, int(state.rerolled)))
    if state.phase is Phase.LAY:
        return _LAY
    return _TURN if state.phase is Phase.TURN else Chance(("deal", "missions", state.asked))


def outcomes(state: State) -> tuple[tuple[Outcome, Fraction], ...]:
    """Everything that can come, with its probability; nothing where no luck is due."""
    match state.phase:
        case Phase.ROLL:
            return _rolls(state.setting.board.faces, state.dice)
        case Phase.LAY:
            return tuple((Laid(field), Fraction(1, len(state.stack))) for field in state.stack)
        case Phase.TURN:
            return tuple((Turned(token), Fraction(1, len(state.turns_left))) for token in state.turns_left)
        case Phase.DEAL:
            return _deals(_undealt(state))
        case _:
            return ()


def possible(state: State, outcome: Outcome) -> bool:
    """Whether luck can bring this here."""
    match outcome:
        case Roll() if state.phase is Phase.ROLL:
            return outcome in _rolls_set(state.setting.board.faces, state.dice)
        case Laid() if state.phase is Phase.LAY:
            return outcome.field in state.stack
        case Turned() if state.phase is Phase.TURN:
            return outcome.token in state.turns_left
        case Dealt() if state.phase is Phase.DEAL:
            missions, left = outcome.missions, _undealt(state)
            there = all(missions.count(mission) <= left.count(mission) for mission in missions)
            return there and len(missions) == DEALT and list(missions) == sorted(missions)
        case _:
            return False


def sample(state: State, draw: Draw) -> Outcome:
    """One outcome. Fewer dice are the first of the same six, and a stack keeps its order, for one seed."""
    match state.phase:
        case Phase.ROLL:
            faces, below = state.setting.board.faces, draw.below
            return grouped(faces, [faces[below(len(faces))] for _ in range(state.dice)])
        case Phase.LAY:
            return Laid(draw.first(state.stack))
        case Phase.TURN:
            return Turned(draw.first(state.turns_left))
        case Phase.DEAL:
            left = list(_undealt(state))
            return Dealt(tuple(sorted(left.pop(draw.below(len(left))) for _ in range(DEALT))))
        case _:
            raise ValueError(f"no luck is due in the phase {state.phase}")


def grouped(faces: tuple[Face, ...], dice: list[Face]) -> Roll:
    """A roll of these dice, as groups in the order of a die's faces."""
    return Roll(tuple((face, dice.count(face)) for face in _different(faces) if face in dice))


def mission_tokens(board: Board) -> tuple[str, ...]:
    """All mission tokens: every moon group and planet, as often as there are copies."""
    return tuple(sorted(body.id for body in board.bodies if body.kind != "deep" for _ in range(board.mission_copies)))


def missions_left(board: Board, seen: Iterable[str]) -> tuple[str, ...]:
    """The mission tokens that are not among those seen."""
    left = list(mission_tokens(board))
    for mission in seen:
        left.remove(mission)
    return tuple(left)


def _undealt(state: State) -> tuple[str, ...]:
    return missions_left(state.setting.board, [mission for player in state.players for mission in player.dealt or ()])


@cache
def _different(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple(dict.fromkeys(faces))


@cache
def _rolls(faces: tuple[Face, ...], dice: int) -> tuple[tuple[Outcome, Fraction], ...]:
    """Every way to split the dice over the different faces, by the multinomial law."""
    sides = [(face, faces.count(face)) for face in _different(faces)]
    rolls: list[tuple[Outcome, Fraction]] = []
    for counts in product(range(dice + 1), repeat=len(sides)):
        if sum(counts) != dice:
            continue
        ways = factorial(dice) // prod(map(factorial, counts))
        ways *= prod(sides[i][1] ** count for i, count in enumerate(counts))
        groups = tuple((sides[i][0], count) for i, count in enumerate(counts) if count)
        rolls.append((Roll(groups), Fraction(ways, len(faces) ** dice)))
    return tuple(rolls)


@cache
def _rolls_set(faces: tuple[Face, ...], dice: int) -> frozenset[Outcome]:
    return frozenset(roll for roll, _ in _rolls(faces, dice))


@lru_cache(maxsize=16)
def _deals(left: tuple[str, ...]) -> tuple[tuple[Outcome, Fraction], ...]:
    """Every hand of missions that can be dealt from the tokens left, by the hypergeometric law."""
    there = Counter(left)
    hands: list[Counter[str]] = [Counter()]
    for target, copies in there.items():
        hands = [
            hand + Counter({target: copy})
            for hand in hands
            for copy in range(copies + 1)
            if hand.total() + copy <= DEALT
        ]
    total = comb(len(left), DEALT)
    return tuple(
        (Dealt(tuple(sorted(hand.elements()))), Fraction(prod(comb(there[t], n) for t, n in hand.items()), total))
        for hand in hands
        if hand.total() == DEALT
    )
