"""What a format decides: who sits where, with which variants. A format is a function of the results so far.

    format(cup, rows) -> pairings

It returns every pairing that it knows to be needed, in schedule order. With more rows it may know more, but what it
said before stays as it was, so that going on after a kill is nothing but asking again. No new pairings after all were
played: the tournament is over. A format looks at nothing but its arguments.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from msgspec import Struct

from results.rows import Row


class Cup(Struct, frozen=True, kw_only=True):
    """What a format needs to know of a tournament."""

    entrants: tuple[str, ...]  # names, in the order of the config
    seats: tuple[int, ...]  # table sizes
    variants: tuple[str, ...]  # such as base, ufo+missions
    rounds: int
    seed: bytes  # for shuffling; says nothing about the dice

    @property
    def nobodys(self) -> "Cup":
        """The same tournament with numbers for names and without a seed: what can be known before these are."""
        entrants, variants = tuple(map(str, range(len(self.entrants)))), tuple(map(str, range(len(self.variants))))
        return Cup(entrants=entrants, seats=self.seats, variants=variants, rounds=self.rounds, seed=bytes(16))


class Pairing(Struct, frozen=True):
    """A table to be played."""

    round: int
    entrants: tuple[str, ...]  # by seat
    variants: str
    group: int  # pairings of one group share their dice


Format: TypeAlias = Callable[[Cup, Sequence[Row]], Sequence[Pairing]]
