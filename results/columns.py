"""A row as the columns of the table `fixture`, and back."""

from functools import lru_cache
from typing import Any, TypeAlias

import msgspec

from results.rows import Row

COLUMNS = (
    *("number", "round", "dice_group", "match", "game", "variants"),
    *("entrants", "places", "points", "ended", "faults", "void"),
)
Values: TypeAlias = tuple[Any, ...]  # from a database, so of no known type

_encode = msgspec.json.Encoder().encode
# Few different texts make up most of a database: each is decoded once, and its value shared by all rows.
_names = lru_cache(1 << 14)(msgspec.json.Decoder(tuple[str, ...]).decode)
_numbers = lru_cache(1 << 14)(msgspec.json.Decoder(tuple[int, ...]).decode)
_lists = lru_cache(1 << 14)(msgspec.json.Decoder(tuple[tuple[str, ...], ...]).decode)


def values(row: Row) -> Values:
    by_seat = (row.entrants, row.places, row.points, row.ended, row.faults)
    texts = (_encode(value).decode() for value in by_seat)
    return row.number, row.round, row.group, row.match, row.game, row.variants, *texts, row.void


def row_of(columns: Values) -> Row:
    """The row in these columns; raises `msgspec.MsgspecError` if they hold something else."""
    number, number_of_round, group, match, game, variants, entrants, places, points, ended, faults, void = columns
    return Row(
        number=number,
        round=number_of_round,
        group=group,
        match=match,
        game=game,
        variants=variants,
        entrants=_names(entrants),
        places=_numbers(places),
        points=_numbers(points),
        ended=_names(ended),
        faults=_lists(faults),
        void=void,
    )
