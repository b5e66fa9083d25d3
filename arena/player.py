"""Whoever chooses for a seat. A player answers with what it chose, or with the mishap that it had; it never raises for
what a bot does."""

from typing import Protocol

from msgspec import Struct

from arena.clock import Times
from protocol import Fault
from protocol.words import Act, Ask, Over, Start

INSTANT = Times(0.0, 0.0, 0.0, 0.0)


class Mishap(Struct, frozen=True):
    """What went wrong with a bot: the kind to decide on, and words for people."""

    kind: Fault
    detail: str


class Answer(Struct, frozen=True, gc=False):
    """What came of a question, and what it took."""

    said: Act | Mishap
    times: Times = INSTANT


class Besides(Struct, frozen=True):
    """What a player used beside its decisions, as far as that can be seen."""

    idle: float = 0.0  # seconds of CPU time while others were to move
    memory: int = 0  # bytes
    log: int = 0  # bytes


class Player(Protocol):
    """Plays one match after another."""

    async def begin(self, start: Start) -> Mishap | None:
        """A match begins; None when the player has taken note of it."""

    async def choose(self, ask: Ask) -> Answer:
        """Choose in the time that is left. The action may be a map, or one of `ask.legal` itself."""

    async def end(self, over: Over) -> None:
        """The match is over."""

    def dismiss(self) -> None:
        """The player has lost its seat: end it, at once and without a word."""

    def besides(self) -> Besides:
        """What it has used in this match beside its decisions."""


class ArenaFailure(Exception):
    """The arena or its machine failed: the match does not count and is to be played again."""
