"""The messages, as types. The order of the fields is their order on the wire; the descriptions become the documents.

`Any` is data of a game: the arena puts its own structs there, or `msgspec.Raw` bytes encoded before, and a bot finds
maps and lists.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from protocol.limits import GAME, GAMES, NAME, NOTE, RELEASE, VERSION

__all__ = [
    "FROM_ARENA",
    "FROM_BOT",
    "VERSION",
    "Act",
    "ArenaMessage",
    "Ask",
    "BotMessage",
    "Budget",
    "BudgetLeft",
    "Bye",
    "Hello",
    "Message",
    "Over",
    "Ready",
    "Start",
    "tag",
]

LARGEST = sys.float_info.max  # bounds that refuse the infinities and, by failing to compare, NaN

Count: TypeAlias = Annotated[int, Meta(ge=0)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=LARGEST)]
MatchId: TypeAlias = Annotated[str, Meta(max_length=NAME)]
GameName: TypeAlias = Annotated[str, Meta(max_length=GAME)]
GameMap: TypeAlias = Annotated[Any, Meta(title="map")]
GameMaps: TypeAlias = Annotated[Sequence[Any], Meta(title="list of maps")]


class Budget(Struct, frozen=True):
    """The time a bot is given."""

    start: Annotated[Seconds, Meta(description="from the start of the program to `ready`")]
    decision: Annotated[Seconds, Meta(description="for each `ask`, anew")]
    bank: Annotated[Seconds, Meta(description="for the whole match, used when a decision takes longer")]


class BudgetLeft(Struct, frozen=True):
    """The time that is left, counted from the moment the `ask` is written."""

    decision: Annotated[Seconds, Meta(description="for this decision")]
    bank: Annotated[Seconds, Meta(description="in the bank, beyond that")]


class Hello(Struct, frozen=True, tag_field="type", tag="hello"):
    """The first message. Answer with `ready`."""

    protocol: Annotated[Count, Meta(description="version of the protocol that the arena speaks")]
    arena: Annotated[str, Meta(description="version of the arena, for your log", max_length=RELEASE)]


class Start(Struct, frozen=True, tag_field="type", tag="start"):
    """A match begins. There is no answer; prepare until the first `ask`."""

    match: Annotated[MatchId, Meta(description="names this match in all that follows")]
    game: Annotated[GameName, Meta(description="name of the game, such as `mlem`")]
    rules: Annotated[Count, Meta(description="version of the game's rules")]
    options: Annotated[GameMap, Meta(description="the variants that are played")]
    tables: Annotated[GameMap, Meta(description="board, cards and costs: all that is printed")]
    seat: Annotated[Count, Meta(description="your seat, counted from 0")]
    seats: Annotated[Count, Meta(description="number of seats")]
    budget: Annotated[Budget, Meta(description="the time you have: `start`, `decision`, `bank`")]
    seed: Annotated[Count, Meta(description="a random seed of your own, up to 2^64 - 1; says nothing about the dice")]


class Ask(Struct, frozen=True, gc=False, tag_field="type", tag="ask"):
    """You owe a decision. Answer with one `act`."""

    match: Annotated[MatchId, Meta(description="the match")]
    turn: Annotated[Count, Meta(description="number of this decision; grows during a match, not always by 1")]
    view: Annotated[GameMap, Meta(description="all that your seat may know, complete in itself")]
    legal: Annotated[GameMaps, Meta(description="the actions you may choose from; a game may say that it takes more")]
    events: Annotated[GameMaps, Meta(description="what happened since your last `ask`, in order")]
    budget: Annotated[BudgetLeft, Meta(description="the time you have left: `decision`, `bank`")]


class Over(Struct, frozen=True, tag_field="type", tag="over"):
    """The match is over. There is no answer; another `start` or `bye` follows."""

    match: Annotated[MatchId, Meta(description="the match")]
    places: Annotated[Sequence[int], Meta(description="place by seat, 1 is best; equal players share a place")]
    points: Annotated[Sequence[int], Meta(description="points by seat")]
    events: Annotated[GameMaps, Meta(description="what happened since your last `ask`, in order")]
    ended: Annotated[str, Meta(description="how your seat ended: `played`, or the name of a fault", max_length=GAME)]


class Bye(Struct, frozen=True, tag_field="type", tag="bye"):
    """Nothing follows; stdin closes. End your program."""


class Ready(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="ready"):
    """The answer to `hello`."""

    protocol: Annotated[Count, Meta(description="version of the protocol that you speak")]
    name: Annotated[str, Meta(description="name of the bot, for people", min_length=1, max_length=NAME)]
    version: Annotated[str, Meta(description="version of the bot", max_length=RELEASE)]
    author: Annotated[Annotated[str, Meta(max_length=NAME)] | None, Meta(description="who wrote it")] = None
    games: Annotated[
        Annotated[Sequence[GameName], Meta(max_length=GAMES)] | None,
        Meta(description="names of the games that it plays"),
    ] = None


class Act(Struct, frozen=True, gc=False, omit_defaults=True, tag_field="type", tag="act"):
    """The answer to `ask`."""

    match: Annotated[MatchId, Meta(description="copied from the `ask`")]
    turn: Annotated[Count, Meta(description="copied from the `ask`")]
    action: Annotated[dict[str, Any], Meta(description="one of `legal`, sent back whole")]
    note: Annotated[
        Annotated[str, Meta(max_length=NOTE)] | None, Meta(description="why, for people; kept for replays")
    ] = None
    value: Annotated[
        Annotated[float, Meta(ge=-LARGEST, le=LARGEST)] | None,
        Meta(description="your own estimate of your position, in any unit; finite; kept for replays"),
    ] = None


ArenaMessage: TypeAlias = Hello | Start | Ask | Over | Bye
BotMessage: TypeAlias = Ready | Act
Message: TypeAlias = ArenaMessage | BotMessage


def tag(word: type[Struct]) -> str:
    """The `type` that a message carries on the wire."""
    return str(word.__struct_config__.tag)


FROM_ARENA: dict[str, type[ArenaMessage]] = {tag(word): word for word in (Hello, Start, Ask, Over, Bye)}
FROM_BOT: dict[str, type[BotMessage]] = {tag(word): word for word in (Ready, Act)}
