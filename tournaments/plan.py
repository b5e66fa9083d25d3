"""What the runner has to know of whatever it plays, a tournament or the comparison of two bots; and what follows from
that and the master seed."""

from collections.abc import Sequence
from typing import Any, Protocol

from arena.fixture import Fixture, derive
from arena.manifest import Manifest
from arena.referee import Bots
from protocol.words import Budget
from results.rows import Row
from tournaments.config import Entrant
from tournaments.pairing import Pairing
from tournaments.seeds import schedule_seed


class Plan(Protocol):
    """What is played, by whom and how."""

    @property
    def game(self) -> str: ...

    @property
    def board(self) -> Any: ...

    @property
    def budget(self) -> Budget: ...

    @property
    def bots(self) -> Bots: ...

    @property
    def entrants(self) -> Sequence[Entrant]:
        """All who take part."""

    @property
    def total(self) -> int:
        """How many matches there will be, as far as that is known beforehand; 0 if only the schedule tells."""

    def manifest(self, name: str) -> Manifest:
        """How to start the bot of an entrant."""

    def pairings(self, seed: bytes, rows: Sequence[Row]) -> Sequence[Pairing]:
        """What is to be played after these results, as `tournaments.pairing` describes it."""


def schedule(plan: Plan, seed: bytes, rows: Sequence[Row]) -> Sequence[Pairing]:
    """All that is known to be needed after these results."""
    return plan.pairings(schedule_seed(seed), rows)


def fixture(plan: Plan, seed: bytes, number: int, pairing: Pairing) -> Fixture:
    """The match of a pairing: its dice follow from the master seed and the group, and from nothing else."""
    return Fixture(
        match=f"{number:06}",
        game=plan.game,
        options=pairing.variants,
        bots=pairing.entrants,
        seed=derive(seed, f"group/{pairing.group}"),
        budget=plan.budget,
        tables=plan.board,
    )
