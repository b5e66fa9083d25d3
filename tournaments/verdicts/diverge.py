"""Where NEW and OLD part, over all groups of a stored comparison: which kinds of decisions cost or brought how much."""

import shlex
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import inf
from typing import Any

import msgspec
from msgspec import Struct

from arena import record
from arena.errors import UserError
from arena.record import Damaged
from arena.replay import Disagreement
from protocol.text import printable
from results.store import Store
from results.tables import Column, Form, Table, render
from results.verdicts.estimates import Estimate, estimate
from tournaments.verdicts.comparison import described
from tournaments.verdicts.groups import Group, groups
from tournaments.verdicts.parting import Parting, parting


class Case(Struct, frozen=True):
    """A group whose matches part."""

    group: Group
    parting: Parting

    @property
    def cost(self) -> tuple[float, float, int]:
        """Smaller is more costly."""
        return self.group.points, self.group.share, self.group.number


class Kind(Struct, frozen=True, kw_only=True):
    """All groups that part in one way."""

    kind: str
    points: Estimate  # what the groups cost or brought, on average
    wins: float  # in all
    cases: tuple[Case, ...]  # the most costly first

    @property
    def total(self) -> float:
        return self.points.mean * len(self.cases)


class Divergence(Struct, frozen=True, kw_only=True):
    """What `arena diverge` tells."""

    path: str
    title: str
    groups: int
    kinds: tuple[Kind, ...]  # the most costly first

    @property
    def parted(self) -> int:
        return sum(len(kind.cases) for kind in self.kinds)

    @property
    def data(self) -> dict[str, Any]:
        """The same for programs."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return {**plain, "parted": self.parted}


def divergence(store: Store) -> Divergence:
    """Compare the two matches of every group, step by step."""
    comparison = described(store)
    found = list(groups(store.rows(), comparison.new.name, comparison.old.name))
    by_kind = defaultdict[str, list[Case]](list)
    for group in found:
        parted = _parting(store, group)
        if parted:
            by_kind[parted.kind].append(Case(group, parted))
    kinds = [_kind(name, cases) for name, cases in by_kind.items()]
    return Divergence(
        path=str(store.path),
        title=comparison.title,
        groups=len(found),
        kinds=tuple(sorted(kinds, key=lambda kind: (kind.total, kind.wins, kind.kind))),
    )


def lines(found: Divergence, shown: int) -> Iterator[str]:
    """The kinds as a table, then the most costly group of each of the first ones."""
    yield f"{printable(found.title)}: {found.groups} groups, {found.parted} of them part"
    if not found.kinds:
        return
    yield ""
    yield render([_table(found.kinds)], Form.PLAIN)
    for kind in found.kinds[:shown]:
        yield from ("", *_example(found, kind))


def _parting(store: Store, group: Group) -> Parting | None:
    try:
        new, old = (record.load(store.record(side.match)) for side in (group.new, group.old))
        return parting(new, old, group.seat)
    except (Damaged, Disagreement) as error:
        raise UserError(f"{store.path}: group {group.number}: {error}") from error


def _kind(name: str, cases: Sequence[Case]) -> Kind:
    points = estimate([float(case.group.points) for case in cases], floor=-inf, ceiling=inf)
    wins = sum(case.group.share for case in cases)
    return Kind(kind=name, points=points, wins=wins, cases=tuple(sorted(cases, key=lambda case: case.cost)))


def _table(kinds: Sequence[Kind]) -> Table:
    columns = [
        *(Column("groups"), Column("points in all"), Column("per group"), Column("interval"), Column("wins in all")),
        Column("what could be done: what NEW did", text=True),
    ]
    rows = [
        (
            len(kind.cases),
            f"{kind.total:+.0f}",
            f"{kind.points.mean:+.1f}",
            _interval(kind),
            f"{kind.wins:+.1f}",
            kind.kind,
        )
        for kind in kinds
    ]
    return Table(columns, rows)


def _interval(kind: Kind) -> str | None:
    return f"{kind.points.low:+.1f} to {kind.points.high:+.1f}" if len(kind.cases) > 1 else None


def _example(found: Divergence, kind: Kind) -> Iterator[str]:
    group, parted = kind.cases[0].group, kind.cases[0].parting
    title = f"{kind.kind}: group {group.number}, {group.variants}, seat {group.seat} of {group.seats}"
    yield from (printable(title), "-" * len(title))
    yield from map(printable, parted.story)
    if parted.dice is not None:
        yield f"luck: {printable(msgspec.json.encode(parted.dice).decode())}"
    for who, did, side in (("NEW", parted.new, group.new), ("OLD", parted.old, group.old)):
        again = shlex.join(["arena", "show", str(found.path), str(side.match)])
        came = f"{side.points} points, {side.share:.2g} of the win ({again})"
        yield f"{who}: {printable(did)}: {came}"
