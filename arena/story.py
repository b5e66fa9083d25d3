"""A record in words: the match from its set-up to the last point, and how it ended."""

from collections.abc import Iterator

import msgspec
from tabulate import tabulate

from arena.games import GAMES
from arena.games.api import AnyGame
from arena.record import Record
from arena.replay import replay
from protocol.faults import PLAYED
from protocol.text import printable


def story(played: Record) -> Iterator[str]:
    """The match in words; faults where they happened. Raises `Disagreement` if the record does not follow the rules."""
    game: AnyGame = GAMES[played.fixture.game]
    own = played.fixture.tables
    tables = game.tables() if own is None else msgspec.convert(own, game.kinds.tables)
    events = [event for moment in replay(played) for event in moment.events]
    return game.narrate(events, names(played), tables)


def outcome(played: Record) -> Iterator[str]:
    """The result as a table, and what went wrong with whom."""
    result = played.result
    rows = [
        (place, name, points, "" if ended == PLAYED else ended)
        for place, name, points, ended in sorted(
            zip(result.places, names(played), result.points, result.ended, strict=True)
        )
    ]
    yield ""
    yield tabulate(rows, ["place", "bot", "points", "lost the seat"])
    for fault in played.faults():
        yield f"\n{names(played)[fault.seat]}: {fault.fault}: {printable(fault.detail or '')}"


def names(played: Record) -> list[str]:
    """The bots' names, with the seat where two have the same."""
    bots = [printable(name) for name in played.fixture.bots]
    return [f"{name}[{seat}]" if bots.count(name) > 1 else name for seat, name in enumerate(bots)]
