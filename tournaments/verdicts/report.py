"""What a comparison says: the difference in all, for each variant and for each table size, always over groups."""

from collections.abc import Iterator, Sequence
from math import inf
from statistics import fmean, variance
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from results.tables import Column, Table
from results.verdicts.estimates import CERTAINTY, Estimate, estimate, gain
from tournaments.verdicts.comparison import Description
from tournaments.verdicts.groups import Group, Side

Pairs: TypeAlias = Sequence[tuple[float, float]]  # what NEW and OLD had in each group


class Measure(Struct, frozen=True, kw_only=True):
    """One figure of both bots: their means, the difference with its interval, and what the pairing was worth."""

    new: float
    old: float
    difference: Estimate
    gain: float | None  # times as many matches with dice of their own would be as precise; None if nothing varied


class Part(Struct, frozen=True, kw_only=True):
    """The figures over some of the groups."""

    groups: int
    share: Measure | None  # None without groups
    points: Measure | None
    less_luck: Measure | None  # points less luck; None where luck was not measured


class Seats(Struct, frozen=True):
    """What went wrong with a bot."""

    faults: int
    lost: int  # seats that a fault cost


class Report(Struct, frozen=True, kw_only=True):
    """All that a comparison says."""

    comparison: Description
    seed: str
    all: Part
    variants: dict[str, Part]
    seats: dict[int, Part]
    new: Seats
    old: Seats
    void: int  # groups that do not count, because the arena failed

    @property
    def sentence(self) -> str:
        if self.all.share is None:
            return f"{self.comparison.title}: no group was played"
        return sentence(self.comparison, self.all.share.difference)

    @property
    def data(self) -> dict[str, Any]:
        """The report for programs."""
        return {"sentence": self.sentence, **msgspec.to_builtins(self, str_keys=True)}


def report(comparison: Description, groups: Sequence[Group], *, seed: str, void: int) -> Report:
    """Count it up."""
    return Report(
        comparison=comparison,
        seed=seed,
        all=_part(groups),
        variants={v: _part([g for g in groups if g.variants == v]) for v in comparison.variants},
        seats={n: _part([g for g in groups if g.seats == n]) for n in sorted(comparison.seats)},
        new=_seats([group.new for group in groups]),
        old=_seats([group.old for group in groups]),
        void=void,
    )


def sentence(comparison: Description, difference: Estimate) -> str:
    """The difference in words that cannot be misread."""
    mean, low, high = (100 * share + 0.0 for share in (difference.mean, difference.low, difference.high))
    new, old = comparison.new.name, comparison.old.name
    sure = f"({difference.certainty:.0%}: {low:.1f} to {high:.1f}), {difference.groups:,} groups".replace("%", " %", 1)
    if mean == low == high == 0.0:
        return f"{new} wins exactly as often as {old} {sure}"
    often = "more" if mean >= 0.0 else "less"
    return f"{new} wins {abs(mean):.1f} points {often} often than {old} per 100 matches {sure}"


def table(found: Report) -> Table:
    """A line for the whole and for each part of it: how often both win, then the differences with their intervals."""
    heads = ["win share", "points", *(["points less luck"] if found.all.less_luck else [])]
    columns = [
        *(Column("groups of", text=True), Column("groups"), Column("NEW wins"), Column("OLD wins")),
        *(column for head in heads for column in (Column(head), Column("gain"))),
    ]
    parts = [
        ("all", found.all),
        *found.variants.items(),
        *((f"{size} seats", part) for size, part in found.seats.items()),
    ]
    return Table(columns, [(name, part.groups, *_wins(part.share), *_cells(part, len(heads))) for name, part in parts])


def notes(found: Report) -> list[str]:
    """What one has to know beside the figures."""
    lines = []
    whole = found.all.share
    if whole and whole.gain:
        lines.append(f"pairing was worth {whole.gain:.1f} times as many matches with dice of their own")
    for known, seats in ((found.comparison.new, found.new), (found.comparison.old, found.old)):
        if seats.faults:
            lines.append(f"{known.name}: {seats.faults} faults, {seats.lost} seats lost by them")
    if found.void:
        lines.append(f"{found.void} groups do not count, because the arena failed to play them")
    if found.all.less_luck:
        lines.append(f"luck by {found.comparison.luck}, which was fixed before")
    return lines


def _part(groups: Sequence[Group]) -> Part:
    if not groups:
        return Part(groups=0, share=None, points=None, less_luck=None)
    pairs = [(group.new, group.old) for group in groups]
    points = [(float(new.points), float(old.points)) for new, old in pairs]
    less_luck = [
        (new.less_luck, old.less_luck) for new, old in pairs if new.less_luck is not None and old.less_luck is not None
    ]
    return Part(
        groups=len(groups),
        share=_measure([(new.share, old.share) for new, old in pairs], 1.0),
        points=_measure(points, inf),
        less_luck=_less_luck(less_luck, points) if less_luck else None,
    )


def _measure(pairs: Pairs, bound: float) -> Measure:
    new, old = zip(*pairs, strict=True)
    return Measure(
        new=fmean(new),
        old=fmean(old),
        difference=estimate(_differences(pairs), CERTAINTY, floor=-bound, ceiling=bound),
        gain=gain(new, old),
    )


def _less_luck(pairs: Pairs, points: Pairs) -> Measure:
    """Beside matches with dice of their own that are counted in plain points: what pairing and adjusting are worth."""
    measure, plain = _measure(pairs, inf), gain(*zip(*points, strict=True))
    if measure.gain is None or plain is None:
        return measure
    return replace(measure, gain=plain * variance(_differences(points)) / variance(_differences(pairs)))


def _differences(pairs: Pairs) -> list[float]:
    return [new - old for new, old in pairs]


def _seats(sides: Sequence[Side]) -> Seats:
    return Seats(sum(len(side.faults) for side in sides), sum(side.lost for side in sides))


def _wins(share: Measure | None) -> tuple[str | None, ...]:
    return (f"{100 * share.new:.1f} %", f"{100 * share.old:.1f} %") if share else (None, None)


def _cells(part: Part, measures: int) -> Iterator[str | None]:
    scaled = [(part.share, 100), (part.points, 1), (part.less_luck, 1)]
    for measure, scale in scaled[:measures]:
        yield _difference(measure.difference, scale) if measure else None
        yield f"{measure.gain:.1f}" if measure and measure.gain else None


def _difference(apart: Estimate, scale: int) -> str:
    mean, low, high = (scale * value + 0.0 for value in (apart.mean, apart.low, apart.high))
    return f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]" if apart.groups > 1 else f"{mean:+.1f}"
