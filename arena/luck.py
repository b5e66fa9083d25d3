"""How lucky each seat was: at every chance event, what the outcome was worth beyond what could be expected there.

    luck = worth after what came - sum of probability x worth after what could have come

The referee knows every probability, so the mean of this is zero whatever the worth is, for every bot and every way to
play: points less luck are as fair as points, and vary less. How much less depends on the game's evaluator alone.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from arena.errors import UserError
from arena.games import GAMES
from arena.games.api import AnyGame, Chance, Evaluator, Event
from arena.games.chance import Key
from arena.record import Luck, Record
from arena.replay import replay


class Stroke(Struct, frozen=True):
    """One chance event and what it was worth to each seat, in points."""

    step: int  # of the record
    key: Key  # its place in the game
    events: tuple[Event, ...]  # what was told of it
    luck: tuple[float, ...]


def evaluator(game: str) -> str | None:
    """The version of the evaluator by which luck is told; None if the game has none."""
    found = GAMES[game].evaluator if game in GAMES else None
    return found.version if found else None


def luck(record: Record) -> tuple[float, ...]:
    """Of each seat, in points, over the whole match; raises `Disagreement` if the record does not follow the rules."""
    return summed([stroke.luck for stroke in strokes(record)], record.fixture.seats)


def strokes(record: Record, judge: Evaluator | None = None) -> Iterator[Stroke]:
    """All chance events of a match that could have mattered, in order; by the game's own evaluator or another one."""
    before: Any = None
    for moment in replay(record):
        if isinstance(moment.step, Luck):
            game: AnyGame = GAMES[record.fixture.game]
            node, found = game.node(before), stroke(game, judge or _judge(game), before, moment.state)
            if found and isinstance(node, Chance):
                yield Stroke(moment.number, node.key, moment.events, found)
        before = moment.state


def stroke(game: AnyGame, judge: Evaluator, before: Any, after: Any) -> tuple[float, ...]:
    """By seat, the luck of one chance event that led from one position to the other; empty if all its outcomes are
    alike."""
    mean = expected(game, judge, before)
    return tuple([came - due for came, due in zip(judge.worth(after), mean, strict=True)]) if mean else ()


def expected(game: AnyGame, judge: Evaluator, state: Any) -> tuple[float, ...]:
    """By seat, what a position that waits for luck will be worth on average; empty if all outcomes are alike."""
    shares = [
        [chance * worth for worth in judge.worth(game.resolve(state, outcome))]
        for outcome, chance in judge.alike(state)
    ]
    return tuple(map(sum, zip(*shares, strict=True)))


def summed(lucks: Sequence[tuple[float, ...]], seats: int) -> tuple[float, ...]:
    return tuple(map(sum, zip(*lucks, strict=True))) if lucks else (0.0,) * seats


def margin(points: Sequence[float], seat: int) -> float:
    """How far a seat's points, or its luck, are above the mean of the others'."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def _judge(game: AnyGame) -> Evaluator:
    if game.evaluator is None:
        raise UserError(f"{game.title} has no evaluator, so nobody can say what was luck")
    return game.evaluator
