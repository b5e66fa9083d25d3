"""A record in words: the match from its set-up to the last point, and how it ended."""

from collections import Counter
from collections.abc import Iterator, Mapping

from tabulate import tabulate

from arena.games.api import Event
from arena.match import FORGIVEN
from arena.record import Choice, Decision, Lost, Record, Step, faults_of
from arena.replay import game_of, replay, tables_of
from protocol.faults import PLAYED, STRIKES
from protocol.text import printable

LAST = 6  # lines of a log


def story(played: Record) -> Iterator[str]:
    """The match in words; faults where they happened. Raises `Disagreement` if the record does not follow the rules."""
    game, tables, bots = game_of(played), tables_of(played), names(played)
    behind: list[str] = []  # what is told next
    strikes = Counter[int]()

    def events() -> Iterator[Event]:
        for moment in replay(played):
            behind.extend(_thought(bots[choice.seat], choice) for choice in notes(moment.step))
            for fault in faults_of(moment.step):
                strikes[fault.seat] += 1
                behind.append(_trouble(bots[fault.seat], fault, strikes[fault.seat]))
            yield from moment.events

    for line in game.narrate(events(), bots, tables):
        yield from behind
        behind.clear()
        yield line


def notes(step: Step | None) -> list[Choice]:
    """The choices of a step with which a bot has said what it thought."""
    choices = step.choices if isinstance(step, Decision) else ()
    return [choice for choice in choices if choice.note is not None or choice.value is not None]


def _thought(name: str, choice: Choice) -> str:
    said = [] if choice.note is None else [printable(choice.note)]
    said += [] if choice.value is None else [f"{choice.value:g}"]
    return f"      ({name}: {'; '.join(said)})"


def _trouble(name: str, fault: Lost | Choice, strikes: int) -> str:
    forgiven = fault.fault in FORGIVEN and strikes < STRIKES
    cost = f"strike {strikes} of {STRIKES}; for this time" if forgiven else "it loses the seat, and from here on"
    return f"      FAULT of {name}: {_told(fault)} ({cost} the default action is played)"


def _told(fault: Lost | Choice) -> str:
    return f"{fault.fault}: {printable(fault.detail or '')}"


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
    faults = [(number, fault) for number, step in enumerate(played.steps, 1) for fault in faults_of(step)]
    for place, (number, fault) in enumerate(faults):
        yield "\n" * (place == 0) + f"{names(played)[fault.seat]}: {_told(fault)} (step {number})"
    for seat, log in (logs or {}).items():
        yield f"\nthe end of {names(played)[seat]}'s log:"
        yield from [f"    {printable(line)}" for line in log.splitlines()[-LAST:]]


def names(played: Record) -> list[str]:
    """The bots' names, with the seat where two have the same."""
    bots = [printable(name) for name in played.fixture.bots]
    return [f"{name}[{seat}]" if bots.count(name) > 1 else name for seat, name in enumerate(bots)]
