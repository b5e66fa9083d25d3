"""For pytest: the fixture `arena`, with which a test asks whether a bot is still as good as another.

    def test_not_weaker(arena):
        arena.regress("bots/new", "bots/old", groups=500, in_process=True)

Pytest loads this file in every run of who has the arena installed, so that everything else is loaded only by a test
that plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tournaments.verdicts.verdict import Decision


class Arena:
    """Asks as `arena regress` does, and fails the test if the answer is not yes."""

    def regress(
        self,
        new: str | Path,
        old: str | Path,
        *,
        groups: int = 2000,
        want: str = "not-weaker",
        margin: float = 3.0,
        certainty: float = 0.95,
        anytime: bool = False,
        field: str = "house",
        variants: str = "all",
        seats: str = "all",
        seed: str | None = None,
        db: str | Path | None = None,
        workers: int | None = None,
        in_process: bool = False,
    ) -> Decision:
        """Play until the answer is clear. The arguments mean what the options of `arena regress` mean."""
        __tracebackhide__ = True
        from arena.errors import UserError
        from arena.referee import Bots
        from tournaments.verdicts import asking
        from tournaments.verdicts.judging import regress

        try:
            asked = asking.Asked(
                new=str(new),
                old=str(old),
                groups=groups,
                field=field,
                variants=variants,
                seats=seats,
                bots=Bots.IN_PROCESS if in_process else Bots.FRESH,
            )
            rule = asking.rule(want, margin, certainty, anytime=anytime)
            decision = regress(asked, rule, database=db, seed=seed, workers=workers)
        except UserError as error:
            pytest.fail(f"arena: {error}", pytrace=False)
        if decision.code:
            pytest.fail("\n".join([decision.headline, *decision.lines]), pytrace=False)
        return decision


@pytest.fixture(scope="session")
def arena() -> Arena:
    """Matches between bots, and what they say."""
    return Arena()
