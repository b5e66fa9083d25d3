"""The formats of tournaments, by name. To add one, write a function as `tournaments.pairing` describes, and list it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tournaments.formats import gauntlet as gauntlets
from tournaments.formats import round_robin as round_robins
from tournaments.formats.knockout import default_advance, knockout
from tournaments.formats.ladder import BATCH, LEAD, ladder
from tournaments.formats.swiss import swiss
from tournaments.pairing import Cup, Pairing

__all__ = ["FORMATS", "FormatInfo", "Objection", "Option", "Settings"]

SET = "a set: every seat and every variant equally often"
Settings: TypeAlias = Mapping[str, int]  # the options that were given


class Option(Struct, frozen=True):
    """A whole number that a format can be told, in a table of its name."""

    key: str
    within: range
    default: str  # in words
    example: int
    meaning: str


WITHIN = Option("within", range(1, 10), "1", 2, "by how much the variants of one entrant may differ")


class Objection(NamedTuple):
    """Why a format cannot be played so, at which key of the config, and what would be right."""

    path: tuple[str, ...]
    problem: str
    right: str


class FormatInfo(Struct, frozen=True, kw_only=True):
    """A format: the function, which takes the options by their keys, and what to tell people."""

    name: str
    description: str
    pairings: Callable[..., Sequence[Pairing]]
    options: tuple[Option, ...] = ()
    own: Callable[[int, Sequence[int], Settings], Iterator[Objection]] = lambda entrants, seats, settings: iter(())
    # By how much the variants of one entrant differ, at most; None where they never do by more than one.
    apart: Callable[..., int] | None = None

    def objections(self, cup: Cup, settings: Settings) -> list[Objection]:
        """All that keeps this tournament from being played with these options."""
        entrants, right = len(cup.entrants), "add entrants, or leave that size out"
        large = [
            Objection(("seats",), f"holds {size}, but there are only {entrants} entrants", right)
            for size in cup.seats
            if size > entrants
        ]
        return large or [*self.own(entrants, cup.seats, settings)] or [*self._uneven(cup, settings)]

    def rounds(self, cup: Cup, settings: Settings) -> int:
        """How many rounds it takes, as many as the cup has or more, for everybody to have every variant equally often,
        as far apart as the options allow."""
        return next(rounds for rounds in count(cup.rounds) if self._is_even(replace(cup, rounds=rounds), settings))

    def _is_even(self, cup: Cup, settings: Settings) -> bool:
        return self.apart is None or self.apart(cup, **settings) <= settings.get(WITHIN.key, 1)

    def _uneven(self, cup: Cup, settings: Settings) -> Iterator[Objection]:
        if self.apart and not self._is_even(cup, settings):
            apart = self.apart(cup, **settings)
            problem = f"is {cup.rounds}, with which the variants of one entrant differ by {apart} matches"
            right = f"write {self.rounds(cup, settings)}, or {WITHIN.key} = {apart} in [{self.name}]"
            yield Objection(("rounds",), problem, right)


def _gauntlet(entrants: int, seats: Sequence[int], settings: Settings) -> Iterator[Objection]:
    challengers = settings.get("challengers", 1)
    most = entrants - max(seats) + 1
    if challengers > most:
        problem = f"is {challengers}, which leaves {max(entrants - challengers, 0)} others for a table of {max(seats)}"
        yield Objection(("gauntlet", "challengers"), problem, f"write {most} at most, or add entrants")


def _knockout(entrants: int, seats: Sequence[int], settings: Settings) -> Iterator[Objection]:
    if len(seats) > 1:
        yield Objection(("seats",), f"holds {len(seats)} sizes", "a knockout has heats of one size: write only one")
    elif settings.get("advance", default_advance(seats[0])) >= seats[0]:
        problem = f"is {settings['advance']}, as many as there are in a heat, or more"
        yield Objection(("knockout", "advance"), problem, f"write {seats[0] - 1} at most: somebody must leave")


FORMATS: Mapping[str, FormatInfo] = MappingProxyType(
    {
        info.name: info
        for info in [
            FormatInfo(
                name="round-robin",
                description="everybody meets everybody equally often, at tables of every size",
                pairings=round_robins.round_robin,
                apart=round_robins.variants_apart,
                options=(WITHIN,),
            ),
            FormatInfo(
                name="gauntlet",
                description="the first entrants, each alone, against tables of all the others",
                pairings=gauntlets.gauntlet,
                apart=gauntlets.variants_apart,
                options=(
                    Option("challengers", range(1, 1000), "1", 2, "how many entrants, from the first on, challenge"),
                    WITHIN,
                ),
                own=_gauntlet,
            ),
            FormatInfo(
                name="swiss",
                description="in every round, those who stand equally well meet, if possible for the first time",
                pairings=swiss,
                options=(
                    Option(
                        "matches",
                        range(1, 1001),
                        SET,
                        8,
                        "how many matches a table plays in every round",
                    ),
                ),
            ),
            FormatInfo(
                name="knockout",
                description="heats of one table size; the best of each advance, and lucky losers, until the final",
                pairings=knockout,
                options=(
                    Option(
                        "advance",
                        range(1, 100),
                        "1 from a heat of two, else 2",
                        1,
                        "how many advance from each heat, nearly: lucky losers fill the next stage",
                    ),
                ),
                own=_knockout,
            ),
            FormatInfo(
                name="ladder",
                description="in batches, always the tables that tell most about ratings still in doubt",
                pairings=ladder,
                options=(
                    Option("batch", range(1, 10_001), str(BATCH), 20, "how many tables are drawn at once"),
                    Option("lead", range(1, 1001), str(LEAD), 2, "how many tables one may be ahead of another"),
                    Option("matches", range(1, 1001), SET, 8, "how many matches a table plays"),
                ),
            ),
        ]
    }
)
