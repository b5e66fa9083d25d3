"""A record in words: the match from its set-up to the last point, and how it ended."""

from collections.abc import Iterator, Mapping

import msgspec
from tabulate import tabulate

from arena.games import GAMES
from arena.games.api import AnyGame, Event
from arena.record import Choice, Decision, Record, Step
from arena.replay import replay
from protocol.faults import PLAYED
from protocol.text import printable

LAST = 6  # lines of a log


def story(played: Record) -> Iterator[str]:
    """The match in words; faults where they happened. Raises `Disagreement` if the record does not follow the rules."""
    game: AnyGame = GAMES[played.fixture.game]
    own = played.fixture.tables
    tables = game.tables() if own is None else msgspec.convert(own, game.kinds.tables)
    bots = names(played)
    thoughts: list[str] = []  # behind what is told next

    def events() -> Iterator[Event]:
        for moment in replay(played):
            thoughts.extend(_thought(bots[choice.seat], choice) for choice in notes(moment.step))
            yield from moment.events

    for line in game.narrate(events(), bots, tables):
        yield from thoughts
        thoughts.clear()
        yield line


def notes(step: Step | None) -> list[Choice]:
    """The choices of a step with which a bot has said what it thought."""
    choices = step.choices if isinstance(step, Decision) else ()
    return [choice for choice in choices if choice.note is not None or choice.value is not None]


def _thought(name: str, choice: Choice) -> str:
    said = [] if choice.note is None else [printable(choice.note)]
    said += [] if choice.value is None else [f"{choice.value:g}"]
    return f"      ({name}: {'; '.join(said)})"


def outcome(played: Record, logs: Mapping[int, str] | None = None) -> Iterator[str]:
    """The result as a table, and what went wrong with whom, with the last lines that are known of its log."""
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
    for seat, log in (logs or {}).items():
        yield f"\nthe end of {names(played)[seat]}'s log:"
        yield from [f"    {printable(line)}" for line in log.splitlines()[-LAST:]]


def names(played: Record) -> list[str]:
    """The bots' names, with the seat where two have the same."""
    bots = [printable(name) for name in played.fixture.bots]
    return [f"{name}[{seat}]" if bots.count(name) > 1 else name for seat, name in enumerate(bots)]
