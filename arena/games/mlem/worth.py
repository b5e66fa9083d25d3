"""What a position is worth to each seat, in points at the end of the game: the fixed measure by which luck is told.

A position is boiled down to a few numbers for each seat, its features, and the worth is a weighted sum of them: one set
of weights for how far a seat is from the mean of the table, another for the mean itself. `worth.json` has the weights;
`make fit-luck` finds them. Whoever changes any number here, in `standing` or in `prospects`, gives it a new VERSION.
"""

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from arena.games.mlem import moves
from arena.games.mlem.prospects import Flight, Place, Prospect, rolls
from arena.games.mlem.standing import Standing
from arena.games.mlem.state import Phase, State
from arena.games.mlem.tables import DEEP, Cat

VERSION = "mlem-1"
KEPT = 16  # positions that are remembered
CHOICES = 20_000  # ... and choices of captains

FEATURES = (
    *("points", "planet", "taken", "first", "goals", "missions", "landed", "tokens"),  # of the flight, as in `Prospect`
    *("open planet", "open first", "open goals", "open missions", "open landed"),  # while the game goes on
    "home",  # cats at home
    *("open home", "open planets", "open goals in sight"),
)
Row: TypeAlias = tuple[float, ...]  # a number for each of FEATURES
_NOTHING = Prospect(0.0)


class Weights(Struct, frozen=True):
    """One for each of FEATURES."""

    version: str
    apart: tuple[float, ...]  # of how far a seat is from the mean
    mean: tuple[float, ...]  # of the mean of all seats


@cache
def weights() -> Weights:
    return msgspec.json.decode(files(__package__).joinpath("worth.json").read_bytes(), type=Weights)


class End(NamedTuple):
    """Where the rocket is when the captain has chosen, and how it goes on from there."""

    place: Place
    flight: Callable[[Flight, Place], Prospect] = Flight.arriving


class Worth:
    """The evaluator. It remembers some positions, because the outcomes of one roll share nearly all of theirs."""

    version = VERSION

    def __init__(self) -> None:
        self._standings: dict[tuple[Any, ...], Standing] = {}

    def worth(self, state: State) -> tuple[float, ...]:
        """The points that each seat can expect, but for those that no roll can change at once."""
        rows, by = self.features(state), weights()
        mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        level = sum(map(mul, by.mean, mean)) - sum(map(mul, by.apart, mean))
        return tuple([level + sum(map(mul, by.apart, row)) for row in rows])

    def alike(self, state: State) -> list[tuple[moves.Outcome, float]]:
        """What luck may bring, one outcome for all that are worth the same, with probabilities; nothing where no
        outcome is worth more than another: the missions dealt say nothing here before they are kept."""
        if state.phase is not Phase.ROLL:
            return []
        board, dice = state.setting.board, state.dice
        useless = next((face for face in board.groups() if face not in board.fields[state.field].faces), None)
        found: list[tuple[moves.Outcome, float]] = []
        for groups, chance in rolls(board).usable((state.field, dice)):
            left = dice - sum(count for _, count in groups)
            shown = dict(groups) | ({useless: left} if left and useless is not None else {})
            found.append((moves.Roll(tuple((face, shown[face]) for face in board.groups() if face in shown)), chance))
        return found

    def features(self, state: State) -> list[Row]:
        """By seat."""
        standing = self._standing(state)
        opened = 0.0 if state.phase is Phase.OVER else standing.open
        flights = _flown(state, standing)
        rows: list[Row] = []
        for seat, player in enumerate(state.players):
            _, points, planet, taken, first, goals, missions, landed, tokens = flights.get(seat, _NOTHING)
            home = 0 if state.phase is Phase.OVER else len(player.home)
            rows.append(
                (
                    *(points, planet, taken, first, goals, missions, landed, tokens),
                    *(opened * planet, opened * first, opened * goals, opened * missions, opened * landed),
                    *(float(home), opened * home, opened * standing.planets[seat], opened * standing.goals[seat]),
                )
            )
        return rows

    def _standing(self, state: State) -> Standing:
        """Positions are known by the parts that they share; each is kept with them, so that none can be mistaken."""
        key = (id(state.setting), id(state.space), id(state.goals), id(state.players), state.crashes)
        found = self._standings.get(key)
        if found is None:
            if len(self._standings) >= KEPT:
                self._standings.clear()
            found = self._standings[key] = Standing(state)
        return found


def _flown(state: State, standing: Standing) -> dict[int, Prospect]:
    """What the flight will have brought to those aboard, by seat: after a roll, when it matters."""
    if state.phase not in (Phase.TRAVEL, Phase.PARACHUTE):
        return {}
    flights = standing.flights(state)
    end = End((state.field, state.dice), Flight.crashing)
    if state.phase is Phase.TRAVEL:
        captain = flights[0]
        end = max(_ends(state, standing.rolls.ends), key=lambda end: end.flight(captain, end.place).worth)
    return {rider.seat: end.flight(flight, end.place) for rider, flight in zip(state.aboard, flights, strict=True)}


def _ends(state: State, known: dict[Any, list[End]]) -> list[End]:
    """Where the captain's choices lead."""
    faces = state.setting.board.fields[state.field].faces
    usable = tuple([group for group in state.roll if group[0] in faces])
    boosters = sum([rider.cat is Cat.BOOSTER and rider.seat not in state.spent for rider in state.aboard])
    key = (state.field, state.dice, usable, boosters, state.token if state.ability else None)
    found = known.get(key)
    if found is None:
        if len(known) >= CHOICES:
            known.clear()
        found = known[key] = list(dict.fromkeys([_end(state, action) for action in state.legal]))
    return found


def _end(state: State, action: moves.Action) -> End:
    """Where a captain's choice leads."""
    if not isinstance(action, moves.Travel):
        return End((state.field, state.dice), Flight.crashing if action == moves.CRASH else Flight.riding)
    here = state.setting.board.fields[state.field]
    used = [(face, count) for face, count in state.roll if face in action.faces]
    way = len(action.boosters) + sum([count * (here.flame if face == "flame" else face) for face, count in used])
    aside = sum([count for face, count in used if face != "flame"])
    if action.ability and state.token is not None:
        token = state.setting.board.expedition_tokens[state.token]
        way += sum([here.flame if face == "flame" else face for face in token.extra if face in here.faces])
        aside = 0 if token.ability == "keep_dice" else aside
    return End((min(state.field + way, DEEP), max(state.dice - aside, 1)))
