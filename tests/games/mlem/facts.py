"""What the contract has to be told of MLEM."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from arena.games.api import Chance, Event, Seat
from arena.games.chance import KeyedDraw
from arena.games.mlem import events as told
from arena.games.mlem import moves
from arena.games.mlem.options import Options
from arena.games.mlem.state import State
from arena.games.mlem.tables import Cat, Face, reconstructed
from tests.games.facts import Bound, Disguise, Facts, Step

BOARD = reconstructed()
MISSIONS = sorted(2 * [body.id for body in BOARD.bodies if body.kind != "deep"])


def bound(options: Options, seats: int) -> Bound:
    """Expeditions: at most 10 end in a crash and the game goes on, at most 7 land a cat of every player and the game
    goes on, and one more is the last: 18.

    One of them: every player boards once. The rocket advances at least one field per travel, so a travel phase begins
    at most once on each of the fields 0..25: 26 times the captain travels or lets it crash, and one ability may reroll.
    A landing phase follows at most once on each of the fields 6..25 and asks everybody at most once: 20 per player. A
    crash asks every player at most once for a parachute.

    In the whole game: all choose missions at once; each of the tokens that give a die back is resolved at most once,
    and each of the tokens is laid at most once.
    """
    expeditions, travels = 10 + 7 + 1, 26
    decisions = expeditions * (seats + travels + options.ufo + 20 * seats + seats) + options.missions
    outcomes = expeditions * (travels + 2 * options.ufo) + options.missions * seats
    if options.exploration:
        decisions += sum(token.effect == "regain" for token in BOARD.exploration_tokens)
        outcomes += len(BOARD.exploration_tokens)
    return Bound(decisions, outcomes)


def scored(event: Event) -> tuple[Seat, int] | None:
    return (event.seat, event.points) if isinstance(event, told.Scored) else None


def mutants(action: Any) -> Iterator[Any]:
    yield from (moves.STAY, moves.GO_HOME, moves.CRASH, moves.REROLL, *moves.REGAIN)
    yield from (moves.Board(cat) for cat in Cat)
    yield from (moves.Leave(to) for to in ("", "nowhere", *(body.id for body in BOARD.bodies)))
    match action:
        case moves.Travel(faces, boosters, ability):
            yield moves.Travel()
            yield moves.Travel(faces, boosters, not ability)
            yield from (moves.Travel((*faces, face), boosters, ability) for face in (*BOARD.groups(), 0, 5))
            yield from (moves.Travel(faces, (*boosters, seat), ability) for seat in range(-1, 6))
            yield moves.Travel(faces[::-1], boosters[::-1], ability)
            yield moves.Travel(faces[1:], boosters, ability)
            yield moves.Travel(faces, boosters[1:], ability)
        case moves.Keep(missions):
            yield from (moves.Keep(chosen) for chosen in (missions[:2], missions[::-1], ("", *missions[1:])))
            yield moves.Keep(tuple(sorted((*missions[1:], "M1"))))
            yield moves.Keep((*missions, "M1"))


def false_outcomes(outcome: Any) -> Iterator[Any]:
    yield from (None, "roll", moves.Roll(()), moves.Turned(-1), moves.Turned(14), moves.Laid(0), moves.Dealt(()))
    match outcome:
        case moves.Roll(groups):
            yield moves.Roll((*groups, (5, 1)))
            yield moves.Roll((*groups, (1, 0)))
            yield moves.Roll(groups[::-1])
            yield moves.Roll(tuple((face, count + 1) for face, count in groups))
            yield moves.Roll(tuple((face, count - 1) for face, count in groups))
        case moves.Turned(token):
            yield from (moves.Turned(token + 1), moves.Laid(token))
        case moves.Laid(field):
            yield from (moves.Laid(field + 1), moves.Turned(field))
        case moves.Dealt(missions):
            yield from (moves.Dealt(missions[::-1]), moves.Dealt(missions[:3]), moves.Dealt((*missions, "P5")))
            yield from (moves.Dealt(missions[:1] * 4), moves.Dealt(("M0", *missions[1:])))


def disguise(steps: Sequence[Step], seats: int, seat: Seat, random: Random) -> Disguise:
    """Nothing is hidden but the other seats' missions: other hands for them, of which they keep any three."""
    mine = [step.given.missions for step in steps if isinstance(step.given, moves.Dealt) and step.state.asked == seat]
    rest = list((Counter(MISSIONS) - Counter(mine[0] if mine else ())).elements())
    random.shuffle(rest)
    hands = {other: tuple(sorted(rest[4 * other : 4 * other + 4])) for other in range(seats - 1)}

    def anew(twin: State, given: Any) -> Any:
        if isinstance(given, moves.Dealt) and twin.asked != seat:
            return moves.Dealt(hands[twin.asked - (twin.asked > seat)])
        if twin.phase == "keep":
            kept = {other: random.sample(range(4), 3) for other in given if other != seat}
            return given | {
                other: moves.Keep(tuple((twin.players[other].dealt or ())[place] for place in sorted(places)))
                for other, places in kept.items()
            }
        return given

    return anew


def alike(state: State, imagined: State) -> None:
    """Everybody has as many missions as in truth, and no token lies in two places."""
    for real, drawn in zip(state.players, imagined.players, strict=True):
        assert len(drawn.dealt or ()) == len(real.dealt or ())
        assert len(drawn.missions or ()) == len(real.missions or ())
        assert Counter(drawn.missions) <= Counter(drawn.dealt)
        assert list(drawn.dealt or ()) == sorted(drawn.dealt or ())
    assert Counter(mission for player in imagined.players for mission in player.dealt or ()) <= Counter(MISSIONS)
    assert replace(imagined, players=state.players) == state


def same_luck(seed: bytes, games: Sequence[Sequence[Step]]) -> None:
    """A stack has one order; fewer dice are the first of the same six."""
    stacks: dict[Any, list[list[Any]]] = defaultdict(list)
    for steps in games:
        came: dict[Any, list[Any]] = defaultdict(list)
        for step in steps:
            if isinstance(step.node, Chance):
                came[step.node.key].append(step.given)
                if isinstance(step.given, moves.Roll):
                    draw = KeyedDraw(seed, step.node.key)
                    six: list[Face] = [BOARD.faces[draw.below(6)] for _ in range(6)]
                    assert dice_of(step.given.groups) == Counter(six[: step.state.dice])
        for key, outcomes in came.items():
            stacks[key].append(outcomes)
    for key, orders in stacks.items():
        for one, other in pairwise(orders):
            if key[0] == "roll":
                few, many = sorted((dice_of(one[0].groups), dice_of(other[0].groups)), key=Counter.total)
                assert few <= many
            else:
                assert all(a == b for a, b in zip(one, other, strict=False))


def dice_of(groups: Iterable[tuple[Face, int]]) -> Counter[Face]:
    return Counter(dict(groups))


def dice_are_conserved(steps: Sequence[Step], events: Sequence[Event]) -> None:
    """Available dice, counted by what is told alone; what is not available is set aside."""
    dice, roll, kept = 0, Counter[Face](), False
    for event in events:
        match event:
            case told.ExpeditionBegan():
                assert event.dice == BOARD.dice
                dice = event.dice
            case told.TokenTurned():
                dice = event.dice
            case told.Rolled():
                roll, kept = dice_of(event.groups), False
                assert roll.total() == dice
            case told.AbilityUsed():
                kept = event.ability == "keep_dice"
            case told.Moved():
                used = sum(roll[face] for face in event.faces if face != "flame")
                dice = dice if kept else max(dice - used, 1)
                assert event.dice == dice
            case told.Regained():
                dice += 1
                assert event.dice == dice
            case told.DieLost():
                dice -= 1
                assert event.dice == dice
        assert 0 <= dice <= BOARD.dice
        assert dice >= 1 or not isinstance(event, told.Rolled | told.Moved | told.Regained | told.DieLost)
    for step in steps:
        assert 1 <= step.state.dice <= BOARD.dice or not step.state.expedition


def cats_are_conserved(steps: Sequence[Step], events: Sequence[Event]) -> None:
    """Every cat is at home, aboard or in space, and in one place only; no group has more cats than moons."""
    for step in steps[:: max(1, len(steps) // 8)]:
        state: State = step.state
        away = [*state.aboard, *(rider for riders in state.space for rider in riders)]
        for seat, player in enumerate(state.players):
            assert Counter([*player.home, *(rider.cat for rider in away if rider.seat == seat)]) == Counter(Cat)
        for body, riders in zip(BOARD.bodies, state.space, strict=True):
            assert body.kind != "moons" or len(riders) <= len(body.points)


def the_rocket_always_advances(steps: Sequence[Step], events: Sequence[Event]) -> None:
    at = 0
    for event in events:
        if isinstance(event, told.Launched):
            at = event.field
        if isinstance(event, told.Moved | told.Wormhole):
            assert event.start == at < event.to <= 26
            at = event.to


def running_points_are_told(steps: Sequence[Step], events: Sequence[Event]) -> None:
    """Moons, deep space and goals are told as they are scored."""
    points: Counter[Seat] = Counter()
    for step in steps:
        assert all(player.points == points[seat] for seat, player in enumerate(step.state.players))
        for event in step.events:
            if isinstance(event, told.Scored):
                points[event.seat] += event.points


FACTS = Facts(
    bound=bound,
    scored=scored,
    mutants=mutants,
    false_outcomes=false_outcomes,
    disguise=disguise,
    alike=alike,
    same_luck=same_luck,
    laws=(dice_are_conserved, cats_are_conserved, the_rocket_always_advances, running_points_are_told),
)
