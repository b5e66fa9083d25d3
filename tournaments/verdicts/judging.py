"""From the rows of a comparison to what they say. Nothing here depends on which match ended first."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from results.rows import Row
from results.store import Store
from tournaments.verdicts.asking import Asked, comparison
from tournaments.verdicts.comparison import Description
from tournaments.verdicts.groups import Group, groups, settled
from tournaments.verdicts.playing import Session, opened
from tournaments.verdicts.report import Report, report
from tournaments.verdicts.rules import Rule
from tournaments.verdicts.verdict import Decision

Adjust: TypeAlias = Callable[[Store, Description, Sequence[Group]], Sequence[Group]]


def as_they_are(store: Store, comparison: Description, groups: Sequence[Group]) -> Sequence[Group]:
    """The groups without a word about luck, which takes longer to find out than the matches took."""
    return groups


def regress(
    asked: Asked, rule: Rule, *, database: Path | str | None, seed: str | None, workers: int | None
) -> Decision:
    """Play what is asked for until the rule has its answer, without a word."""
    with opened(comparison(asked, rule), Path(database) if database else None, seed) as session:
        if not session.play(workers or len(os.sched_getaffinity(0)), quiet=True):
            raise KeyboardInterrupt
        return decided(session, rule)


def compared(session: Session, adjust: Adjust = as_they_are) -> Report:
    """The report over all groups that were asked for."""
    rows = _rows(session)
    return _report(session, rows, adjust(session.store, session.comparison.description, _groups(session, rows)))


def decided(session: Session, rule: Rule, adjust: Adjust = as_they_are) -> Decision:
    """The answer of a rule, and the report over the groups that it looked at."""
    rows = settled(_rows(session))
    played = _groups(session, rows)
    trial = rule.trial()
    trial.see(group.share for group in played)
    seen = adjust(session.store, session.comparison.description, played[: len(trial.scores)])
    return Decision(
        rule=rule,
        answer=trial.answer,
        status=trial.status,
        estimate=trial.estimate,
        played=len(played),
        report=_report(session, rows, seen),
    )


def _rows(session: Session) -> list[Row]:
    """The rows of the groups that were asked for; a database may hold more."""
    return [row for row in session.store.rows() if row.group < session.comparison.groups]


def _groups(session: Session, rows: Sequence[Row]) -> list[Group]:
    design = session.comparison.description.design
    return list(groups(rows, design.new, design.old))


def _report(session: Session, rows: Sequence[Row], found: Sequence[Group]) -> Report:
    void = len({row.group for row in rows if not row.counts})
    return report(session.comparison.description, found, seed=session.seed, void=void)
