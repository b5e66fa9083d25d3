"""What the contract has to be told of a game, because no contract can know it."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

from arena.games.api import Event, Node, Seat


class Bound(NamedTuple):
    """The most that a game can last: nodes of each kind."""

    decisions: int
    outcomes: int


class Step(NamedTuple):
    """A position, what it waited for, what came (actions by seat, or an outcome), and what was told."""

    state: Any
    node: Node
    given: Any
    events: list[Event]


Disguise: TypeAlias = Callable[[Any, Any], Any]  # in this position, instead of what was given: what to give


class Facts(NamedTuple):
    """One game's answers to the contract's questions."""

    bound: Callable[[Any, int], Bound]  # by options and seats
    scored: Callable[[Event], tuple[Seat, int] | None]  # the points that an event gives, and to whom
    mutants: Callable[[Any], Iterable[Any]]  # actions near this one, legal or not
    false_outcomes: Callable[[Any], Iterable[Any]]  # outcomes near this one, possible or not
    disguise: Callable[[Sequence[Step], int, Seat, Random], Disguise]  # deal anew what a seat of so many may not know
    alike: Callable[[Any, Any], None]  # asserts that the hidden part of an imagined state could be the real one
    same_luck: Callable[[bytes, Sequence[Sequence[Step]]], None]  # asserts it for games played with one seed
    laws: tuple[Callable[[Sequence[Step], Sequence[Event]], None], ...]  # of this game only
