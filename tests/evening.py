"""An evening of matches with rogues: several at a time in one arena, and what was there before and after."""

import ast
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import trio
from msgspec import Struct
from msgspec.structs import replace

from arena.bot_process import BotProcess
from arena.isolation.leftovers import TOKEN
from arena.isolation.levels import Isolation
from arena.isolation.owner import owner
from arena.lineup import line_up
from arena.manifest import Manifest
from arena.match import Table
from arena.record import Choice, Record
from protocol.words import Budget
from tests.matches import TIGHT, bearers, bury, children, fixture, marked, open_files, ticking

FOLDER = Path(__file__).parent / "rogues"
AT_ONCE = 8  # matches at a time
PATIENCE = 60.0  # seconds for one match, of which most take one


class Rogue(Struct, frozen=True):
    """What a rogue's file says of itself."""

    name: str
    rows: tuple[str, ...]
    expect: tuple[str, ...]
    place: int
    level: Isolation | None  # the lowest that stops it; None if the arena does so at every level
    level_of_root: Isolation | None  # the same where the arena is root
    decision: float | None  # seconds that it needs for its attempt; None for those that all others have
    expect_in_jail: tuple[str, ...]  # the same as elsewhere, but for few

    @property
    def levels(self) -> list[Isolation]:
        """Where it is to be stopped, for whoever we are."""
        lowest = self.level_of_root if os.geteuid() == 0 else self.level
        known = list(Isolation)
        return known[known.index(lowest) :] if lowest else known

    def at(self, level: Isolation) -> "Rogue":
        """The same rogue with what is expected of it at a level."""
        return replace(self, expect=self.expect_in_jail) if level is Isolation.JAIL else self


class Seating(Struct, frozen=True):
    """A rogue in one of so many seats, at a level."""

    rogue: Rogue
    seat: int
    seats: int
    level: Isolation = Isolation.LIMITS

    def __str__(self) -> str:
        return f"{self.rogue.name}-{self.seat}-of-{self.seats}-{self.level}"


class Played(Struct, frozen=True):
    """A match with a rogue in one seat."""

    rogue: Rogue
    seat: int
    record: Record
    words: str = ""  # what the rogue wrote to stderr

    def of_rogue(self) -> list[Choice]:
        return [choice for choice in self.record.choices() if choice.seat == self.seat]


Outcomes: TypeAlias = dict[Seating, Played | Exception]
Line: TypeAlias = Callable[[Seating], list[Manifest]]  # who sits at a table


def read(path: Path) -> Rogue:
    constants: dict[str, Any] = {"PLACE": 1, "LEVEL": None, "DECISION": None}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            try:
                constants[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    level = Isolation(constants["LEVEL"]) if constants["LEVEL"] else None
    of_root = Isolation(constants["LEVEL_OF_ROOT"]) if "LEVEL_OF_ROOT" in constants else level
    rows, expect, place, decision = (constants[name] for name in ("ROWS", "EXPECT", "PLACE", "DECISION"))
    in_jail = constants.get("EXPECT_IN_JAIL", expect)
    return Rogue(path.stem, rows, expect, place, level, of_root, decision, in_jail)


def rogues(*but: str) -> list[Rogue]:
    """All rogues in order, but those."""
    return [read(path) for path in sorted(FOLDER.glob("*.py")) if path.stem not in ("rogue", "escape", *but)]


async def play_all(
    seatings: Sequence[Seating], line: Line, budget: Budget = TIGHT, at_once: int = AT_ONCE, patience: float = PATIENCE
) -> Outcomes:
    """All of these matches, several at a time, in one arena."""
    outcomes: Outcomes = {}
    limiter = trio.CapacityLimiter(at_once)

    async def one(seating: Seating) -> None:
        bots = line(seating)
        match = fixture(bots, budget=replace(budget, decision=seating.rogue.decision or budget.decision))
        async with limiter:
            try:
                with trio.fail_after(patience):
                    async with line_up(bots, metronome, budget.start) as players:
                        record = await Table(match, players).play()
                        player = players[seating.seat]
                        words = player.process.last_words() if isinstance(player, BotProcess) else ""
            except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to this rogue and not to the others
                outcomes[seating] = error
            else:
                outcomes[seating] = Played(seating.rogue.at(seating.level), seating.seat, record, words)

    async with ticking() as metronome, trio.open_nursery() as nursery:
        for seating in seatings:
            nursery.start_soon(one, seating)
    return outcomes


class Evening(Struct, frozen=True):
    """All matches, and what was there before and after."""

    outcomes: Outcomes
    files: tuple[int, int]
    children: tuple[set[int], set[int]]
    bearers: set[int]
    folders: list[str]

    def played(self, seating: Seating) -> Played:
        outcome = self.outcomes[seating]
        if isinstance(outcome, Exception):
            raise AssertionError(f"{seating} brought the arena down") from outcome
        return outcome


@contextmanager
def evening_in(scratch: Path, play: Callable[[], Outcomes], warm_up: Callable[[], object]) -> Iterator[Evening]:
    """An evening whose scratch folders all lie in one place; what is opened once and kept is opened before."""
    before, tempfile.tempdir = tempfile.tempdir, str(scratch)
    known = children()
    warm_up()
    files = open_files()
    with marked() as mark:
        outcomes = play()
        left = bearers(mark) | bearers(f"{TOKEN}={owner()}.")  # a jail shows its bot no path that is not there
    yield Evening(outcomes, (files, open_files()), (known, children()), left, os.listdir(scratch))
    tempfile.tempdir = before
    bury(children() - known)
