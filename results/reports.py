"""Standings, duels and matches laid out as tables: for people in few columns, for programs in plain ones."""

from collections.abc import Mapping, Sequence

from protocol.faults import PLAYED
from results.rows import Row
from results.standings import Duel, Standing
from results.tables import FLAT, Cell, Column, Form, Table

Part = tuple[str, Cell] | None
_NTH = ("1st", "2nd", "3rd", "4th", "5th")


def standings_table(table: Sequence[Standing], form: Form, part: Part = None, judge: str | None = None) -> Table:
    """The table of a tournament; with the points less luck, if it is named by which evaluator."""
    places = max((len(standing.places) for standing in table), default=0)
    flat = form in FLAT
    luck = (Column("less_luck"), Column("evaluator", text=True)) if flat else (Column("less luck", 1),)
    ranks = (Column("rank_from"), Column("rank_to")) if flat else (Column("ranks"),)
    columns = (
        *(Column("rank"), *ranks, Column("bot", text=True)),
        *(Column("rating", 2), Column("mu", 2), Column("sigma", 2), Column("matches")),
        *(Column(_nth(place)) for place in range(places)),
        *(Column("points", 1), *(luck if judge else ()), Column("faults"), Column("lost")),
    )
    rows = [
        (
            *(standing.rank, *_ranks(standing, flat=flat), standing.bot),
            *(standing.rating.conservative, standing.rating.mu, standing.rating.sigma, standing.matches),
            *(standing.places[place] if place < len(standing.places) else 0 for place in range(places)),
            *(standing.points, *_less_luck(standing, judge, flat=flat), standing.faults, standing.lost),
        )
        for standing in table
    ]
    return Table(columns, rows, part)


def duels(table: Sequence[Standing], matrix: Mapping[tuple[str, str], Duel], form: Form, part: Part = None) -> Table:
    """Who was placed before whom: the bot of the row before that of the column; best first."""
    names = [standing.bot for standing in table]
    if form in FLAT:
        flat = (Column("bot", text=True), Column("other", text=True), Column("share"), Column("matches"))
        pairs = [(one, other, matrix[one, other]) for one in names for other in names if (one, other) in matrix]
        return Table(flat, [(one, other, duel.share, duel.matches) for one, other, duel in pairs], part)
    columns = (Column("bot", text=True), *(Column(name) for name in names))
    return Table(columns, [(one, *(_duel(matrix.get((one, other))) for other in names)) for one in names], part)


def matches_table(rows: Sequence[Row], form: Form) -> Table:
    """What was played, a line for each match."""
    if form in FLAT:
        return _matches_by_seat(rows)
    columns = (
        *(Column("number"), Column("round"), Column("group"), Column("variants", text=True)),
        *(Column("result", text=True), Column("faults", text=True)),
    )
    return Table(
        columns, [(row.number, row.round, row.group, row.variants, _result(row), _faults(row)) for row in rows]
    )


def _matches_by_seat(rows: Sequence[Row]) -> Table:
    """The same for programs: five columns for each seat of the largest table, empty where nobody sits."""
    seats = range(max((len(row.entrants) for row in rows), default=0))
    columns = (
        *(Column("number"), Column("round"), Column("group"), Column("match", text=True)),
        *(Column("variants", text=True), Column("seats"), Column("void", text=True)),
        *(Column(f"{head}_{seat}") for seat in seats for head in ("bot", "place", "points", "ended", "faults")),
    )
    return Table(
        columns,
        [
            (
                *(row.number, row.round, row.group, row.match, row.variants, len(row.entrants), row.void),
                *(cell for seat in seats for cell in _seat(row, seat)),
            )
            for row in rows
        ],
    )


def _seat(row: Row, seat: int) -> tuple[Cell, ...]:
    if seat >= len(row.entrants):
        return (None,) * 5
    if not row.counts:
        return row.entrants[seat], None, None, None, None
    return row.entrants[seat], row.places[seat], row.points[seat], row.ended[seat], " ".join(row.faults[seat])


def _nth(place: int) -> str:
    return _NTH[place] if place < len(_NTH) else f"{place + 1}th"


def _ranks(standing: Standing, *, flat: bool) -> tuple[Cell, ...]:
    if standing.ranks is None:
        return (None, None) if flat else (None,)
    best, worst = standing.ranks
    if flat:
        return best, worst
    return (str(best) if best == worst else f"{best}-{worst}",)


def _less_luck(standing: Standing, judge: str | None, *, flat: bool) -> tuple[Cell, ...]:
    if judge is None:
        return ()
    return (standing.less_luck, judge) if flat else (standing.less_luck,)


def _duel(duel: Duel | None) -> Cell:
    return f"{duel.share:.2f} ({duel.matches})" if duel else None


def _result(row: Row) -> str:
    if not row.counts:
        return f"void: {row.void}"
    seats = sorted(zip(row.places, row.entrants, row.points, strict=True))
    return ", ".join(f"{place}. {name} {points}" for place, name, points in seats)


def _faults(row: Row) -> str:
    told = []
    for seat, faults in enumerate(row.faults):
        if faults:
            lost = "" if row.ended[seat] == PLAYED else ", lost the seat"
            told.append(f"{row.entrants[seat]}: {' '.join(faults)}{lost}")
    return "; ".join(told)
