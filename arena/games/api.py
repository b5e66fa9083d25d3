"""The contract that every game keeps, so that referee, replay, search bot and test need to know only this.

A game never asks anybody anything. It says what it waits for and is told what came:

        setup --> state --node--> Decide --apply----> state        seats owe an action
                               |  Chance --resolve--> state        luck owes an outcome
                               '- Over                             the places stand

States are frozen values; every function is pure. What happened on the way is told as events to a `tell` function.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from arena.games.chance import Draw, Key

Seat: TypeAlias = int


class Decide(Struct, frozen=True):
    """These seats owe an action now: one in a turn-based game, several where they choose at once."""

    seats: tuple[Seat, ...]


class Chance(Struct, frozen=True):
    """Luck owes an outcome. The key names the place in the game, not the way that led there."""

    key: Key


class Over(Struct, frozen=True):
    """Nobody owes anything any more."""


Node: TypeAlias = Decide | Chance | Over


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event"):
    """One change of state, told. Everybody may see it, unless it names the only seat that may."""

    only: Seat | None = None

    def seen_by(self, seat: Seat) -> bool:
        return self.only is None or self.only == seat


Tell: TypeAlias = Callable[[Event], object]


def ignore(event: Event) -> None:
    """The `tell` of whoever does not want to hear, such as a search."""


class Refused(ValueError):
    """What was handed to the game is not possible; nothing was changed. The message says what would be."""


class IllegalAction(Refused):
    """An action that the rules do not allow here, or from a seat that is not asked."""


class IllegalOutcome(Refused):
    """An outcome that luck cannot bring here."""


class BadSetting(Refused):
    """A number of seats, a variant or a table that the game does not know."""


class WrongRules(Refused):
    """A stored state of another game or of another version of its rules."""


class Kinds(Struct, frozen=True):
    """The types of a game's values, for `msgspec.convert` at the door. Unions are types too, hence Any."""

    options: Any
    tables: Any
    state: Any
    action: Any
    outcome: Any
    view: Any
    event: Any


class Evaluator(Protocol):
    """What positions are worth: the fixed measure by which luck is told. As pure as the rules, and whoever changes it
    gives it a new version."""

    version: str

    def worth(self, state: Any) -> tuple[float, ...]:
        """How many points each seat can expect; only the differences between outcomes of one chance count."""

    def alike(self, state: Any) -> Sequence[tuple[Any, float]]:
        """What luck may bring at a `Chance` node, with probabilities: one outcome for all that are worth the same.
        Nothing, where all are."""


Options = TypeVar("Options")
Tables = TypeVar("Tables")
State = TypeVar("State")
Action = TypeVar("Action")
Outcome = TypeVar("Outcome")
View = TypeVar("View")


class Game(Protocol[Options, Tables, State, Action, Outcome, View]):
    """A game: its name and switches, and its rules as pure functions."""

    name: str
    title: str
    version: int  # of the rules: raised whenever the same actions and outcomes could lead elsewhere
    seats: range
    variants: tuple[str, ...]
    every: tuple[Options, ...]  # all combinations of the variants
    kinds: Kinds
    evaluator: Evaluator | None  # None where nobody has made one: then there is no word of luck

    def options(self, text: str) -> Options:
        """The options that a text such as `ufo+missions` or `base` names; refuses what it does not know."""

    def tables(self) -> Tables:
        """The board, cards and costs that ship with the game."""

    def setup(self, options: Options, seats: int, tables: Tables | None = None, tell: Tell = ignore) -> State:
        """The state before anything happened; refuses a number of seats that the game does not have."""

    def node(self, state: State) -> Node:
        """What the state waits for."""

    def legal(self, state: State, seat: Seat) -> Collection[Action]:
        """What the seat may do now, in a canonical order; empty when it owes nothing.

        A game may accept more than it lists (`in` is the judge): open families such as trade offers.
        """

    def apply(self, state: State, actions: Mapping[Seat, Action], tell: Tell = ignore) -> State:
        """The state after exactly the seats of the `Decide` node acted; refuses anything illegal."""

    def outcomes(self, state: State) -> Sequence[tuple[Outcome, Fraction]] | None:
        """What luck may bring at a `Chance` node, with exact probabilities; None where it cannot be listed."""

    def sample(self, state: State, draw: Draw) -> Outcome:
        """One outcome, distributed as `outcomes` says, by means of a draw."""

    def resolve(self, state: State, outcome: Outcome, tell: Tell = ignore) -> State:
        """The state after luck brought this outcome; refuses one that is not possible."""

    def view(self, state: State, seat: Seat) -> View:
        """All that the seat may know, and nothing else."""

    def imagine(self, options: Options, seats: int, tables: Tables, view: View, draw: Draw) -> State:
        """A whole state that has this view, its hidden part drawn at random: where a search starts."""

    def default(self, state: State, seat: Seat) -> Action:
        """The legal action that stands in for a bot that failed: deterministic, and as harmless to others as can be."""

    def score(self, state: State) -> tuple[int, ...]:
        """Points by seat, as they would be if the game ended in this state."""

    def places(self, state: State) -> tuple[int, ...]:
        """Place by seat, 1 is best; equal players share a place."""

    def narrate(self, events: Iterable[Event], names: Sequence[str], tables: Tables) -> Iterator[str]:
        """A readable log of what happened, line by line, with the seats' names and running points."""


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any, Any]


def ranking(scores: Sequence[int]) -> tuple[int, ...]:
    """Places by score, the highest first; equal scores share a place and the next places are left out."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


class Saved(Struct, frozen=True):
    """A state as it is stored: with the rules that it belongs to."""

    game: str
    rules: int
    state: Any


def save(game: AnyGame, state: Any) -> bytes:
    """A state as bytes, to be read by `load`."""
    return msgspec.msgpack.encode(Saved(game.name, game.version, state))


def load(game: AnyGame, data: bytes) -> Any:
    """The state that `save` stored; refuses another game's, or one of other rules."""
    try:
        saved = msgspec.msgpack.decode(data, type=Saved)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WrongRules(f"this is not a stored state: {error}") from error
    if (saved.game, saved.rules) != (game.name, game.version):
        raise WrongRules(
            f"a state of {saved.game}, rules version {saved.rules}, cannot be read here: "
            f"this is {game.name}, rules version {game.version}"
        )
    try:
        return msgspec.convert(saved.state, game.kinds.state)
    except msgspec.ValidationError as error:
        raise WrongRules(f"the stored state of {saved.game} is damaged: {error}") from error
