"""The formats of tournaments, by name. To add one, write a function as `tournaments.pairing` describes, and list it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tournaments.formats import gauntlet, knockout, ladder, round_robin, swiss
from tournaments.formats.ladder import BATCH, LEAD
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


ROUNDS = range(1, 10_001)
MATCHES = 5_000_000  # of one tournament, at most: they are all planned at once
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
    total: Callable[..., int]  # how many matches there will be
    options: tuple[Option, ...] = ()
    own: Callable[[int, Sequence[int], Settings], Iterator[Objection]] = lambda entrants, seats, settings: iter(())
    # By how much the variants of one entrant differ, at most; None where they never do by more than one.
    apart: Callable[..., int] | None = None
    # Who came where by the format's own rules, and what that is told by; None where the ratings are the result.
    placing: Callable[..., list[tuple[str, str]]] | None = None
    placed_by: str = ""

    def objections(self, cup: Cup, settings: Settings) -> list[Objection]:
        """All that keeps this tournament from being played with these options, but for `unfairness`."""
        entrants, right = len(cup.entrants), "add entrants, or leave that size out"
        large = [
            Objection(("seats",), f"holds {size}, but there are only {entrants} entrants", right)
            for size in cup.seats
            if size > entrants
        ]
        return large or [*self.own(entrants, cup.seats, settings)] or [*self._endless(cup, settings)]

    def unfairness(self, cup: Cup, settings: Settings) -> list[Objection]:
        """Why somebody would not have every variant equally often. There must be no other objections; finding out can
        take seconds."""
        if self.apart is None or self._is_even(cup, settings):
            return []
        apart, rounds = self.apart(cup, **settings), self.rounds(cup, settings)
        problem = f"is {cup.rounds}, with which the variants of one entrant differ by {apart} matches"
        less = f"{WITHIN.key} = {apart} in [{self.name}]"
        return [Objection(("rounds",), problem, f"write {rounds}, or {less}" if rounds in ROUNDS else f"write {less}")]

    def rounds(self, cup: Cup, settings: Settings) -> int:
        """How many rounds it takes, as many as the cup has or more, for everybody to have every variant equally often,
        as far apart as the options allow."""
        return next(rounds for rounds in count(cup.rounds) if self._is_even(replace(cup, rounds=rounds), settings))

    def _is_even(self, cup: Cup, settings: Settings) -> bool:
        return self.apart is None or self.apart(cup, **settings) <= settings.get(WITHIN.key, 1)

    def _endless(self, cup: Cup, settings: Settings) -> Iterator[Objection]:
        total = self.total(cup, **settings)
        if total > MATCHES:
            problem = f"is {cup.rounds}, which makes {total:,} matches"
            yield Objection(("rounds",), problem, f"write {MATCHES * cup.rounds // total} at most, for {MATCHES:,}")


def _gauntlet(entrants: int, seats: Sequence[int], settings: Settings) -> Iterator[Objection]:
    challengers = settings.get("challengers", 1)
    most = entrants - max(seats) + 1
    if challengers > most:
        problem = f"is {challengers}, which leaves {max(entrants - challengers, 0)} others for a table of {max(seats)}"
        yield Objection(("gauntlet", "challengers"), problem, f"write {most} at most, or add entrants")


def _knockout(entrants: int, seats: Sequence[int], settings: Settings) -> Iterator[Objection]:
    if len(seats) > 1:
        yield Objection(
            ("seats",), f"holds {len(seats)} sizes", "a knockout has heats of one size: write only one, such as [2]"
        )
    elif settings.get("advance", knockout.default_advance(seats[0])) >= seats[0]:
        problem = f"is {settings['advance']}, as many as there are in a heat, or more"
        yield Objection(("knockout", "advance"), problem, f"write {seats[0] - 1} at most: somebody must leave")


FORMATS: Mapping[str, FormatInfo] = MappingProxyType(
    {
        info.name: info
        for info in [
            FormatInfo(
                name="round-robin",
                description="everybody meets everybody equally often, at tables of every size",
                pairings=round_robin.round_robin,
                total=round_robin.total,
                apart=round_robin.variants_apart,
                options=(WITHIN,),
            ),
            FormatInfo(
                name="gauntlet",
                description="the first entrants, each alone, against tables of all the others",
                pairings=gauntlet.gauntlet,
                total=gauntlet.total,
                apart=gauntlet.variants_apart,
                options=(
                    Option("challengers", range(1, 1000), "1", 2, "how many entrants, from the first on, challenge"),
                    WITHIN,
                ),
                own=_gauntlet,
            ),
            FormatInfo(
                name="swiss",
                description="in every round, those who stand equally well meet, if possible for the first time",
                pairings=swiss.swiss,
                total=swiss.total,
                placing=swiss.placing,
                placed_by="share",
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
                pairings=knockout.knockout,
                total=knockout.total,
                placing=knockout.placing,
                placed_by="reached",
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
                pairings=ladder.ladder,
                total=ladder.total,
                options=(
                    Option("batch", range(1, 10_001), str(BATCH), 20, "how many tables are drawn at once"),
                    Option("lead", range(1, 1001), str(LEAD), 2, "how many tables one may be ahead of another"),
                    Option("matches", range(1, 1001), SET, 8, "how many matches a table plays"),
                ),
            ),
        ]
    }
)
