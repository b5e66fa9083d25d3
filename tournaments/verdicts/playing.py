"""A comparison on its way: its database, its seed, and what it says so far."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from arena.errors import UserError
from arena.isolation.leftovers import scratch_prefix
from protocol.text import printable
from results.rows import Row
from results.store import Meta, Store
from tournaments.progress import Progress
from tournaments.runner import Runner, run
from tournaments.seeds import commitment, master_seed, stored_seed
from tournaments.verdicts.comparison import Comparison, Description, Known, described
from tournaments.verdicts.groups import groups


class Session(Struct, frozen=True):
    """A comparison with the place where its results are kept."""

    comparison: Comparison
    store: Store
    seed: str

    def play(self, workers: int, *, quiet: bool = False) -> bool:
        """Play what is missing; False if it was interrupted."""
        progress = Progress(quiet=quiet, tail=SoFar(self.comparison, self.store.rows()))
        capsules = self.store.path.with_suffix(".capsules")
        runner = Runner(self.comparison, master_seed(self.seed), self.store, progress, capsules)
        finished = run(runner, workers)
        progress.close()
        if finished:
            self.store.reveal(self.seed)
        return finished


@contextmanager
def opened(comparison: Comparison, database: Path | None, seed: str | None) -> Iterator[Session]:
    """A comparison in its database, new or to be gone on with; in one that is thrown away if none is named."""
    if seed == "":
        raise UserError("an empty seed is none: give any text, or none to have one drawn")
    with TemporaryDirectory(prefix=scratch_prefix()) as folder:
        path = database or Path(folder, "comparison.db")
        _must_be_the_same(path, comparison.description)
        seed = seed or stored_seed(path) or secrets.token_hex(8)
        meta = Meta(
            name=comparison.description.title,
            config=msgspec.json.encode(comparison.description).decode(),
            digest=comparison.description.digest,
            commitment=commitment(seed),
            secret=seed,
        )
        with Store.resume(path, meta) as store:
            yield Session(comparison, store, seed)


def _must_be_the_same(path: Path, asked: Description) -> None:
    """Refuse the database of another comparison in which something was played, and say in what it differs."""
    if not path.is_file() or path.stat().st_size == 0:
        return
    with Store.read(path) as store:
        if not store.rows():
            return
        stored = described(store)
    for field in Description.__struct_fields__:
        was, now = getattr(stored, field), getattr(asked, field)
        if was != now:
            both = _told(was) == _told(now)
            how = (
                f"is {_told(now)} in both, but was changed since"
                if both
                else f"was {_told(was)}, and is {_told(now)} now"
            )
            raise UserError(
                f"{path} holds another comparison, {printable(stored.title)}: {field} {how}. "
                "Give the new comparison a database of its own"
            )


def _told(part: object) -> str:
    """A part of a comparison as its asker wrote it."""
    if isinstance(part, Known):
        return printable(part.bot)
    if isinstance(part, tuple):
        return ",".join(map(_told, part))
    return str(part)


class SoFar:
    """The difference over the first groups, as far as they were all played, and how near an answer is."""

    def __init__(self, comparison: Comparison, rows: list[Row]) -> None:
        self._design = comparison.description.design
        self._trial = comparison.rule.trial() if comparison.rule else None
        self._waiting = {row.number: row for row in rows}
        self._next = 0
        self._scores: list[float] = []
        self._advance()

    def played(self, row: Row) -> None:
        self._waiting[row.number] = row
        self._advance()

    def _advance(self) -> None:
        while self._next in self._waiting and self._next + 1 in self._waiting:
            pair = [self._waiting.pop(self._next), self._waiting.pop(self._next + 1)]
            self._next += 2
            for group in groups(pair, self._design.new, self._design.old):
                self._scores.append(group.share)
                if self._trial:
                    self._trial.see([group.share])

    def __str__(self) -> str:
        mean = 100 * fmean(self._scores) if self._scores else 0.0
        status = f", {self._trial.status}" if self._trial else ""
        return f"{len(self._scores)} groups: {mean:+.1f} points{status}"
