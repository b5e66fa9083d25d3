"""Where two matches of a group part: the same table and the same dice, until somebody does something else.

The kind of a parting is made of the game's own words: what could be done, and how the one action differs from the
other. So it works for every game that keeps the contract.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec import Struct

from arena.games import GAMES
from arena.games.api import AnyGame, Event
from arena.record import Choice, Decision, Luck, Record, Step
from arena.replay import replay
from arena.story import names

RECENT = 12  # lines of the story that lead to a parting
OPPONENT = "an opponent did not repeat itself"
BEFORE = "a seat was lost before the first decision"


class Parting(Struct, frozen=True, kw_only=True):
    """The first decision in which two matches differ."""

    step: int
    kind: str
    story: tuple[str, ...]  # what led there, in the words of the replay
    dice: Any  # what luck brought last, if it brought anything
    new: str  # what NEW did
    old: str


def parting(new: Record, old: Record, seat: int) -> Parting | None:
    """Where they part; None if they are the same to the end. The matches are replayed as far as they are the same."""
    step = next(
        (n for n, pair in enumerate(zip_longest(new.steps, old.steps)) if _done(pair[0]) != _done(pair[1])), None
    )
    if step is None:
        return None
    mine, his = _choice(new.steps[step : step + 1], seat), _choice(old.steps[step : step + 1], seat)
    played = new.steps[:step]
    dice = next((before.outcome for before in reversed(played) if isinstance(before, Luck)), None)
    events: list[Event] = []
    state: Any = None
    for moment in replay(new):
        events += moment.events
        state = moment.state
        if moment.number == step:
            break
    game: AnyGame = GAMES[new.fixture.game]
    return Parting(
        step=step,
        kind=_kind(game, state, seat, mine, his),
        story=_recent(game, new, events),
        dice=msgspec.to_builtins(dice),
        new=_said(mine),
        old=_said(his),
    )


def _done(step: Step | None) -> object:
    """What a step changes; a bot's notes and guesses do not."""
    if isinstance(step, Decision):
        return [(choice.seat, choice.action, choice.fault) for choice in step.choices]
    return step


def _choice(steps: Sequence[Step], seat: int) -> Choice | None:
    return next(
        (choice for step in steps if isinstance(step, Decision) for choice in step.choices if choice.seat == seat), None
    )


def _kind(game: AnyGame, state: Any, seat: int, mine: Choice | None, his: Choice | None) -> str:
    if mine is None or his is None:
        return BEFORE if mine is not his else OPPONENT
    if _done(Decision((mine,))) == _done(Decision((his,))):
        return OPPONENT
    situation = " or ".join(dict.fromkeys(_name(action) for action in game.legal(state, seat)))
    if mine.fault != his.fault:
        return f"{situation}: {mine.fault or 'no fault'} instead of {his.fault or 'no fault'}"
    one, other = (msgspec.convert(choice.action, game.kinds.action) for choice in (mine, his))
    if _name(one) != _name(other):
        return f"{situation}: {_name(one)} instead of {_name(other)}"
    apart = [_apart(field, getattr(one, field), getattr(other, field)) for field in one.__struct_fields__]
    return f"{situation}: {_name(one)} with {' and '.join(filter(None, apart))}"


def _name(action: Any) -> str:
    """What kind of action this is."""
    tag = action.__struct_config__.tag
    return type(action).__name__.lower() if tag is None else str(tag).replace("_", " ")


def _apart(field: str, one: Any, other: Any) -> str:
    """How two actions of one kind differ in a field."""
    if one == other:
        return ""
    if isinstance(one, bool):
        return field if one else f"no {field}"
    if isinstance(one, tuple) and isinstance(other, tuple):
        many = len(one) - len(other)
        return f"{'more' if many > 0 else 'fewer' if many else 'other'} {field}"
    return f"another {field}"


def _said(choice: Choice | None) -> str:
    if choice is None:
        return "nothing"
    action = msgspec.json.encode(choice.action).decode()
    return f"{action} by default: {choice.fault}" if choice.fault else action


def _recent(game: AnyGame, record: Record, events: Sequence[Any]) -> tuple[str, ...]:
    """The end of the story so far, not beyond its last blank line."""
    own = record.fixture.tables
    tables = game.tables() if own is None else msgspec.convert(own, game.kinds.tables)
    lines = "\n".join(game.narrate(events, names(record), tables)).splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    begin = max((place + 1 for place, line in enumerate(lines) if not line.strip()), default=0)
    return tuple(lines[max(begin, len(lines) - RECENT) :])
