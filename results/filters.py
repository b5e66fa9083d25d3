"""Which matches of a database a verb looks at: those that all filters let through, and no filter that lets nothing
through because of a slip."""

import shlex
from argparse import ArgumentParser
from contextlib import suppress
from difflib import get_close_matches

from arena.arguments import whole
from arena.errors import UserError
from arena.games import GAMES
from arena.games.api import Refused
from protocol.text import printable
from results.rows import Row
from results.standings import only
from results.store import Store

ANY = "any"  # of the kinds of faults


def add_filters(parser: ArgumentParser) -> None:
    parser.add_argument("--variant", metavar="V", help="only matches with these variants, such as base or ufo+missions")
    parser.add_argument("--seats", type=whole, metavar="N", help="only tables of this size")


def whole_rows(store: Store) -> list[Row]:
    """All rows, if there are results in all of them."""
    rows = store.rows()
    for row in rows:
        if not row.fits:
            raise UserError(
                f"{store.path} is damaged: match {row.number} does not tell one result for each of its seats; "
                f"`arena audit {shlex.quote(str(store.path))}` tells more"
            )
    return rows


def filtered(rows: list[Row], variants: str | None, seats: int | None) -> list[Row]:
    if variants is not None:
        variants = _as_written(variants, rows)
        must_be_known(variants, sorted({row.variants for row in rows}), "match with the variants")
    if seats is not None:
        must_be_known(str(seats), sorted({str(len(row.entrants)) for row in rows}), "table of size")
    return only(rows, variants=variants, seats=seats)


def _as_written(variants: str, rows: list[Row]) -> str:
    """Variants in the order in which their game writes them; what it does not know stays as it is."""
    for game in {row.game for row in rows} & set(GAMES):
        with suppress(Refused):
            return str(GAMES[game].options(variants))
    return variants


def must_be_known(asked: str, there: list[str], what: str) -> None:
    if asked in there:
        return
    near = get_close_matches(asked, there, n=1)
    hint = f"did you mean {printable(near[0])!r}?" if near else f"there are: {', '.join(map(printable, there))}"
    raise UserError(f"there is no {what} {printable(asked)!r}; {hint if there else 'no match was stored yet'}")


def failed(row: Row, bot: str | None, kind: str) -> bool:
    """Whether this fault happened in the match, to this bot if one is named."""
    for name, faults in zip(row.entrants, row.faults, strict=False):
        if bot in (None, name) and (kind in faults or (kind == ANY and faults)):
            return True
    return False
