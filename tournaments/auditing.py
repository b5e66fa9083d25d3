"""The verb `audit`: what a database holds, compared with what had to be played by its config, its seed and its results.

A finding is damage. What is only not there yet is none: a tournament that was interrupted has matches still to come.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from arena.errors import UserError
from arena.games import GAMES
from arena.record import Record
from results import commands
from results.rows import Row
from results.store import Store
from tournaments.config import WORKERS
from tournaments.pairing import Pairing
from tournaments.plan import Plan, fixture, schedule
from tournaments.reread import reread
from tournaments.seeds import commitment, master_seed
from tournaments.verdicts.comparison import Comparison, Description, board_digest

SHOWN = 10  # numbers of matches in one sentence


def audit(argv: list[str]) -> int:
    """Check records and databases."""
    return commands.audit(argv, Due)


class Promised(NamedTuple):
    """What a database says was to be played."""

    plan: Plan
    name: str
    digest: str
    seed: str | None  # None if one was drawn
    board: str  # a digest of the mat


class Due:
    """What a database has to hold."""

    def __init__(self, store: Store) -> None:
        self._store, self._meta = store, store.meta
        self._rows = {row.number: row for row in store.rows()}
        self._promised: Promised | None = None
        self._seed = b""
        self._pairings: Sequence[Pairing] = ()

    def findings(self) -> Iterator[str]:
        """What is wrong with config, seed and schedule. Where one cannot be believed, what follows from it is not
        looked at."""
        meta = self._meta
        try:
            promised = self._read()
        except (UserError, msgspec.MsgspecError) as error:
            yield f"its config cannot be read: {error}"
            return
        if (promised.digest, promised.name) != (meta.digest, meta.name):
            yield "its config is not the one that it was begun with: the digests or the names differ"
            return
        seed = meta.seed or meta.secret
        if commitment(seed) != meta.commitment or promised.seed not in (None, seed):
            yield "its seed is not the one that was promised: the commitment is to another, or the config names another"
            return
        self._promised, self._seed = promised, master_seed(seed)
        self._pairings = schedule(promised.plan, self._seed, list(self._rows.values()))
        yield from self._misplaced()

    def check(self, row: Row, played: Record) -> Iterator[str]:
        """Whether a match had the dice, the time and the mat that were due."""
        if self._promised is None or row.number >= len(self._pairings):
            return
        promised, recorded = self._promised, played.fixture
        due = fixture(promised.plan, self._seed, row.number, self._pairings[row.number])
        if recorded.seed != due.seed:
            yield f"match {row.number}: its dice do not follow from the seed and its group"
        if recorded.budget != due.budget:
            yield f"match {row.number}: its bots had other times than the config gives"
        own = None if recorded.tables is None else msgspec.convert(recorded.tables, GAMES[row.game].kinds.tables)
        if board_digest(own) != promised.board:
            yield f"match {row.number}: it was played on another mat"

    def summary(self) -> str:
        total = self._promised.plan.total if self._promised else 0
        there, due = len(self._rows), max(len(self._pairings), total)
        voids = sum(not row.counts for row in self._rows.values())
        told = f"{there - voids} matches in order" if there == due else f"{there} of {due} matches are there, in order"
        void = f"; {voids} void" if voids else ""
        missing = self._missing(before=max(self._rows, default=0))
        gaps = f"; still to be played before the last: {_numbers(missing)}" if missing else ""
        return f"{told}{void}{gaps}. The commitment to the seed is {self._meta.commitment}"

    def _read(self) -> Promised:
        meta = self._meta
        try:
            said = msgspec.json.decode(meta.config, type=Description)
        except msgspec.MsgspecError:
            config = reread(meta.config, meta.found, self._store.path)
            return Promised(config, config.name, config.digest, config.seed, board_digest(config.board))
        return Promised(_comparison(said, self._rows), said.title, said.digest, None, said.board)

    def _misplaced(self) -> Iterator[str]:
        """Rows that are not what the schedule says at their place, are at no place of it, or are missing."""
        for number, pairing in enumerate(self._pairings):
            if row := self._rows.get(number):
                yield from (f"match {number}: {wrong}" for wrong in self._differences(row, pairing))
        beyond = [number for number in self._rows if not 0 <= number < len(self._pairings)]
        if beyond:
            yield f"not in the schedule that follows from config, seed and results: match {_numbers(beyond)}"
        missing = self._missing(before=len(self._pairings))
        if missing and self._meta.seed:  # which is told after the last match
            yield f"the tournament is over, but there is no match {_numbers(missing)}"

    def _differences(self, row: Row, pairing: Pairing) -> Iterator[str]:
        pairs = {
            "match": (row.match, f"{row.number:06}"),
            "round": (row.round, pairing.round),
            "group": (row.group, pairing.group),
            "variants": (row.variants, pairing.variants),
            "entrants": (row.entrants, pairing.entrants),
        }
        for what, (stored, due) in pairs.items():
            if stored != due:
                yield f"{what}: the row says {stored!r}, the schedule {due!r}"

    def _missing(self, before: int) -> list[int]:
        return [number for number in range(before) if number not in self._rows]


def _comparison(said: Description, rows: dict[int, Row]) -> Comparison:
    """As many groups as there are: how many were asked for is no part of a comparison. No run leaves out more of them
    than it has workers, whatever number a row may have."""
    groups = min(max(rows, default=-1) // 2 + 1, len(rows) + WORKERS.stop)
    return Comparison(description=said, entrants=(), board=None, groups=groups)


def _numbers(numbers: Sequence[int]) -> str:
    more = f" and {len(numbers) - SHOWN} more" if len(numbers) > SHOWN else ""
    return ", ".join(map(str, numbers[:SHOWN])) + more
