"""How much of the points of stored matches was luck: told from their records, never stored."""

from collections.abc import Iterable

from arena.errors import UserError
from arena.luck import evaluator, luck
from arena.record import Damaged, load
from arena.replay import Disagreement
from results.rows import Row
from results.standings import Lucks
from results.store import Store


def lucks(store: Store, rows: Iterable[Row]) -> Lucks:
    """By number of the match, for all that count."""
    return {row.number: _luck(store, row) for row in rows if row.counts}


def judges(rows: Iterable[Row]) -> str:
    """By which evaluators the luck of these matches is told; refuses games that have none."""
    games = sorted({row.game for row in rows})
    silent = [game for game in games if evaluator(game) is None]
    if silent:
        raise UserError(f"nobody can say what was luck in the game {silent[0]!r}: it has no evaluator")
    return ", ".join(evaluator(game) or "" for game in games)


def _luck(store: Store, row: Row) -> tuple[float, ...]:
    try:
        return luck(load(store.record(row.number)))
    except (Damaged, Disagreement) as error:
        raise UserError(f"{store.path}: match {row.number}: {error}") from error
