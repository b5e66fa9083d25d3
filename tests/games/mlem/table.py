"""Positions that read like a table: who is aboard, where the rocket stands, what lies in space.

A position is the start of a real game with the pieces moved at a roll; from there on everything is played by the rules.
Riders are written `0:moon 1:booster`: seat and cat, in rocket order or in order of arrival.
"""

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from arena.games.api import Event, Over, Seat
from arena.games.mlem import MLEM, luck, moves
from arena.games.mlem.moves import Action, Outcome
from arena.games.mlem.state import Goal, Phase, Rider, State
from arena.games.mlem.tables import Cat, ExpeditionToken, Face

BOARD = MLEM.tables()
FACES = BOARD.groups()

Told = TypeVar("Told", bound=Event)


class Table:
    """A game under way: `state` is where it stands, `events` what was told since the position was laid out."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def do(self, *actions: Action) -> "Table":
        """Whoever is asked does this; then the next."""
        for action in actions:
            self.state = MLEM.apply(self.state, {self.state.asked: action}, self.events.append)
        return self

    def luck(self, *outcomes: Outcome) -> "Table":
        for outcome in outcomes:
            self.state = MLEM.resolve(self.state, outcome, self.events.append)
        return self

    def roll(self, *dice: Face) -> "Table":
        return self.luck(luck.grouped(BOARD.faces, list(dice)))

    def board(self, cats: str) -> "Table":
        return self.do(*(moves.Board(Cat(cat)) for cat in cats.split()))

    @property
    def may(self) -> tuple[Action, ...]:
        """What the seat that is asked may do."""
        return tuple(MLEM.legal(self.state, self.state.asked))

    @property
    def is_over(self) -> bool:
        return isinstance(MLEM.node(self.state), Over)

    @property
    def points(self) -> tuple[int, ...]:
        """Taken from moons, deep space and goals, by seat."""
        return tuple(player.points for player in self.state.players)

    @property
    def aboard(self) -> str:
        return written(self.state.aboard)

    def on(self, body: str) -> str:
        return written(self.state.space[place(body)])

    def told(self, kind: type[Told]) -> list[Told]:
        return [event for event in self.events if isinstance(event, kind)]


def table(
    aboard: str,
    *,
    seats: int = 0,
    options: str = "base",
    field: int = 0,
    dice: int = 6,
    expedition: int = 1,
    crashes: int = 0,
    spent: tuple[Seat, ...] = (),
    space: Mapping[str, str] | None = None,
    goals: Mapping[Goal, Seat] | None = None,
    token: str | None = None,
    ufo: int = 26,
    ufo_taken: int = 0,
    face_up: tuple[int, ...] = (),
    stack: tuple[int, ...] = (),
    missions: Mapping[Seat, str] | None = None,
) -> Table:
    """The captain is about to roll."""
    inside = riders(aboard)
    settled = {body: riders(text) for body, text in (space or {}).items()}
    away = {*inside, *(rider for crowd in settled.values() for rider in crowd)}
    at = started(options, seats or max(2, *(rider.seat + 1 for rider in away)), missions or {})
    players = tuple(
        replace(player, home=tuple(cat for cat in Cat if Rider(seat, cat) not in away))
        for seat, player in enumerate(at.state.players)
    )
    return Table(
        replace(
            at.state,
            players=players,
            aboard=inside,
            space=tuple(settled.get(body.id, ()) for body in BOARD.bodies),
            goals=tuple((goals or {}).get(goal) for goal in Goal),
            field=field,
            dice=dice,
            expedition=expedition,
            crashes=crashes,
            spent=spent,
            token=None if token is None else expedition_token(token),
            ability=token is not None,
            ufo=ufo,
            ufo_taken=ufo_taken,
            face_up=face_up,
            stack=stack,
        )
    )


def landing(
    field: int,
    aboard: str,
    *,
    dice: int = 4,
    seats: int = 0,
    options: str = "base",
    expedition: int = 1,
    crashes: int = 0,
    space: Mapping[str, str] | None = None,
    goals: Mapping[Goal, Seat] | None = None,
    missions: Mapping[Seat, str] | None = None,
) -> Table:
    """The rocket has just come to this field by one group of dice, and this many dice are left."""
    start, face, count = next(
        (start, face, count)
        for count in (1, 2)
        for start in range(field - 1, -1, -1)
        for face in BOARD.fields[start].faces
        if start + count * worth(face, start) == field
    )
    rolled = max(dice, count) if face == "flame" else dice + count
    at = table(
        aboard,
        seats=seats,
        options=options,
        field=start,
        dice=rolled,
        expedition=expedition,
        crashes=crashes,
        space=space,
        goals=goals,
        missions=missions,
    )
    other = next(other for other in FACES if other != face)
    at.roll(*[face] * count, *[other] * (rolled - count)).do(moves.Travel((face,)))
    at.events.clear()
    return at


def crash(at: Table) -> Table:
    """All dice show a face that is of no use here."""
    return at.roll(*[useless(at.state.field)] * at.state.dice)


def useless(field: int) -> Face:
    return next(face for face in FACES if face not in BOARD.fields[field].faces)


def started(options: str, seats: int, missions: Mapping[Seat, str]) -> Table:
    """A real game up to its first roll: these missions, otherwise whatever comes first."""
    at = Table(MLEM.setup(MLEM.options(options), seats))
    while at.state.phase is not Phase.ROLL:
        match at.state.phase:
            case Phase.DEAL:
                at.luck(moves.Dealt(_hand(at.state, missions)))
            case Phase.KEEP:
                keep: dict[Seat, Action] = {}
                for seat in range(seats):
                    wanted = tuple(sorted(missions[seat].split())) if seat in missions else None
                    keep[seat] = moves.Keep(wanted) if wanted else MLEM.default(at.state, seat)
                at.state = MLEM.apply(at.state, keep)
            case Phase.BOARD:
                at.do(at.may[0])
            case _:
                at.luck((MLEM.outcomes(at.state) or ())[0][0])
    at.events.clear()
    return at


def _hand(state: State, missions: Mapping[Seat, str]) -> tuple[str, ...]:
    """Four missions for the seat that is dealt now, so that everybody can get the wanted ones."""
    wanted = missions.get(state.asked, "").split()
    taken = [mission for player in state.players for mission in player.dealt or ()]
    reserved = [mission for seat, text in missions.items() if seat >= state.asked for mission in text.split()]
    spare = luck.missions_left(BOARD, taken + reserved)
    return tuple(sorted([*wanted, *spare[: 4 - len(wanted)]]))


def riders(text: str) -> tuple[Rider, ...]:
    pairs = (rider.split(":") for rider in text.split())
    return tuple(Rider(int(seat), Cat(cat)) for seat, cat in pairs)


def written(crowd: tuple[Rider, ...]) -> str:
    return " ".join(f"{rider.seat}:{rider.cat}" for rider in crowd)


def place(body: str) -> int:
    return next(place for place, other in enumerate(BOARD.bodies) if other.id == body)


def worth(face: Face, field: int) -> int:
    return BOARD.fields[field].flame if face == "flame" else face


def expedition_token(text: str) -> int:
    """The first token with this ability, and with these extra dice where they are named: `extra_dice 1 flame`."""
    return next(place for place, token in enumerate(BOARD.expedition_tokens) if _reads(token).startswith(text))


def _reads(token: ExpeditionToken) -> str:
    return " ".join([token.ability, *map(str, token.extra)])
