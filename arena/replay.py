"""A record played again, by the rules alone: no bots, no clock. Whatever the record says is compared on the way."""

from collections.abc import Iterator
from typing import Any, NoReturn

import msgspec
from msgspec import Struct

from arena.games import GAMES
from arena.games.api import AnyGame, Chance, Decide, Event, Refused
from arena.games.chance import KeyedDraw
from arena.match import FORGIVEN, placed
from arena.record import Choice, Decision, Lost, Luck, Record, Step
from protocol import Fault
from protocol.faults import PLAYED, STRIKES
from protocol.text import printable


class Disagreement(Exception):
    """A record that does not follow from the rules. The message names the match and the place."""


class Moment(Struct, frozen=True):
    """One step of a replay: what the record says came, what was told of it, and the position after it."""

    number: int
    step: Step | None  # None for the set-up
    events: tuple[Event, ...]
    state: Any


def replay(record: Record) -> Iterator[Moment]:
    """All moments of a match, in order, each checked against the record; raises `Disagreement`."""
    return _Replay(record).moments()


def audit(record: Record) -> None:
    """Play the whole match again and compare everything; raises `Disagreement`."""
    for _ in replay(record):
        pass


def game_of(record: Record) -> AnyGame:
    """The game that was played; raises `Disagreement`."""
    if record.fixture.game not in GAMES:
        raise _disagreement(record, 0, f"the game {record.fixture.game!r} is not known here")
    return GAMES[record.fixture.game]


def tables_of(record: Record) -> Any:
    """The tables that it was played with; raises `Disagreement`."""
    game, own = game_of(record), record.fixture.tables
    try:
        return game.tables() if own is None else msgspec.convert(own, game.kinds.tables)
    except msgspec.ValidationError as error:
        raise _disagreement(record, 0, f"its tables are none of the game: {error}") from error


def _disagreement(record: Record, number: int, what: str) -> Disagreement:
    where = "set-up" if number == 0 else f"step {number}"
    return Disagreement(printable(f"match {record.fixture.match}: {where}: {what}"))


class _Replay:
    def __init__(self, record: Record) -> None:
        fixture = record.fixture
        self.record = record
        self.number = 0
        self.game = game_of(record)
        if record.header.rules != self.game.version:
            self.disagree(f"it was played by rules version {record.header.rules}, these are {self.game.version}")
        self.ended = [PLAYED] * fixture.seats
        self.strikes = [0] * fixture.seats
        self.told: list[Event] = []

    def disagree(self, what: str) -> NoReturn:
        raise _disagreement(self.record, self.number, what)

    def moments(self) -> Iterator[Moment]:
        state = self._set_up()
        yield self._moment(None, state)
        for step in self.record.steps:
            self.number += 1
            state = self._after(state, step)
            yield self._moment(step, state)
        self.number += 1
        self._check_result(state)

    def _set_up(self) -> Any:
        fixture = self.record.fixture
        try:
            options = self.game.options(fixture.options)
            return self.game.setup(options, fixture.seats, tables_of(self.record), self.told.append)
        except (Refused, msgspec.ValidationError) as error:
            self.disagree(str(error))

    def _moment(self, step: Step | None, state: Any) -> Moment:
        events, self.told = tuple(self.told), []
        return Moment(self.number, step, events, state)

    def _after(self, state: Any, step: Step) -> Any:
        try:
            match step:
                case Lost(seat, fault):
                    self._blame(seat, fault)
                    return state
                case Luck():
                    return self._luck(state, step)
                case Decision(choices):
                    return self._decision(state, choices)
        except (Refused, msgspec.ValidationError) as error:
            self.disagree(str(error))

    def _luck(self, state: Any, step: Luck) -> Any:
        node = self.game.node(state)
        if not isinstance(node, Chance):
            self.disagree("the record has luck where none is due")
        outcome = msgspec.convert(step.outcome, self.game.kinds.outcome)
        due = self.game.sample(state, KeyedDraw(self.record.fixture.dice, node.key))
        if outcome != due:
            self.disagree(f"the seed brings {due}, the record says {outcome}")
        return self.game.resolve(state, outcome, self.told.append)

    def _decision(self, state: Any, choices: tuple[Choice, ...]) -> Any:
        node = self.game.node(state)
        seats = node.seats if isinstance(node, Decide) else ()
        acted = [choice.seat for choice in choices]
        if acted != list(seats):
            self.disagree(f"the record has actions of seats {acted}, due are {list(seats)}")
        actions = {choice.seat: msgspec.convert(choice.action, self.game.kinds.action) for choice in choices}
        for choice in choices:
            seat = choice.seat
            by_default = choice.fault or self.ended[seat] != PLAYED
            if by_default and actions[seat] != self.game.default(state, seat):
                self.disagree(f"the default action was due for seat {seat}, not {actions[seat]}")
            if choice.fault:
                self._blame(seat, choice.fault)
        return self.game.apply(state, actions, self.told.append)

    def _blame(self, seat: int, fault: str) -> None:
        if fault not in list(Fault) or not 0 <= seat < len(self.ended) or self.ended[seat] != PLAYED:
            self.disagree(f"the fault {fault!r} of seat {seat} cannot be")
        self.strikes[seat] += 1
        if fault not in FORGIVEN or self.strikes[seat] == STRIKES:
            self.ended[seat] = fault

    def _check_result(self, state: Any) -> None:
        result = self.record.result
        points = self.game.score(state)
        if isinstance(self.game.node(state), Decide | Chance):
            self.disagree("the record ends before the game is over")
        if result.ended != tuple(self.ended):
            self.disagree(f"the seats ended as {self.ended}, the record says {list(result.ended)}")
        if result.points != points:
            self.disagree(f"the points are {list(points)}, the record says {list(result.points)}")
        places = placed(self.game.places(state), self.ended)
        if result.places != places:
            self.disagree(f"the places are {list(places)}, the record says {list(result.places)}")
        choices = sum(1 for _ in self.record.choices())
        if len(self.record.clock.times) != choices:
            self.disagree(f"the clock has {len(self.record.clock.times)} times for {choices} choices")
