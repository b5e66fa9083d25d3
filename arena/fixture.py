"""A match to be played, as a value: equal fixtures are the same match, and play the same way.

One secret seed per match is the parent of all its luck. The dice and each bot's own seed are its children, so that no
bot is ever told anything from which the dice could be found, as long as nobody can guess the text that the seed was
made from.
"""

from hashlib import blake2b
from typing import Any

from msgspec import Struct

from protocol.words import Budget

BUDGET = Budget(start=10.0, decision=1.0, bank=10.0)


class Fixture(Struct, frozen=True, kw_only=True):
    """Who plays what, with which luck and how much time."""

    match: str
    game: str
    options: str
    bots: tuple[str, ...]  # names by seat
    seed: bytes
    budget: Budget = BUDGET
    tables: Any = None  # a board of the organiser's own; None for the one that ships with the game

    @property
    def seats(self) -> int:
        return len(self.bots)

    @property
    def dice(self) -> bytes:
        """The seed of all luck in the game."""
        return derive(self.seed, "dice")

    def bot_seed(self, seat: int) -> int:
        """The random seed that the bot in this seat is given."""
        return int.from_bytes(derive(self.seed, f"bot/{seat}")[:8], "big")


def derive(parent: bytes, label: str) -> bytes:
    """A seed that follows from another and tells nothing about it."""
    return blake2b(label.encode(), key=parent, digest_size=32).digest()


def match_name(game: str, seed: bytes) -> str:
    """A name for a match that was given none. Bots are told it, so it says nothing about the seed."""
    return f"{game}-{derive(seed, 'match')[:5].hex()}"


def seed_of(text: str) -> bytes:
    """The seed that a word or number given by a person stands for."""
    return blake2b(text.encode(), digest_size=32).digest()
