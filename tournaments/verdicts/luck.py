"""Points less luck, beside the points. It is fair to both bots, by an evaluator that was fixed before they played."""

from collections.abc import Sequence

from msgspec.structs import replace

from arena import record
from arena.errors import UserError
from arena.luck import evaluator, luck
from arena.record import Damaged
from arena.replay import Disagreement
from results.store import Store
from tournaments.verdicts.comparison import Description
from tournaments.verdicts.groups import Group, Side


def less_luck(store: Store, comparison: Description, groups: Sequence[Group]) -> list[Group]:
    """The groups with points less luck. Every match is played again for that, with all that could have come."""
    if not comparison.luck or comparison.luck != evaluator(comparison.game):
        raise UserError(f"{comparison.game} has no evaluator that says what was luck: ask without --luck")
    return [replace(group, new=_side(store, group, group.new), old=_side(store, group, group.old)) for group in groups]


def _side(store: Store, group: Group, side: Side) -> Side:
    try:
        lucky = luck(record.load(store.record(side.match)))[group.seat]
    except (Damaged, Disagreement) as error:
        raise UserError(f"{store.path}: group {group.number}: {error}") from error
    return replace(side, less_luck=side.points - lucky)
