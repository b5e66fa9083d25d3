"""A comparison: NEW and OLD in turn in the same seat, against the same opponents, with the same dice.

It is played by the runner like a tournament. How many groups are wanted, and by which rule it may end earlier, is not
part of what it is: a database of it can be gone on with for longer, or judged by another rule.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
from msgspec import Struct

from arena.errors import UserError
from arena.games import GAMES
from arena.luck import evaluator
from arena.manifest import Manifest
from arena.referee import Bots
from protocol.words import Budget
from results.rows import Row
from results.store import Store
from tournaments.config import Entrant
from tournaments.pairing import Pairing
from tournaments.verdicts.fingerprint import fingerprint
from tournaments.verdicts.groups import groups, settled
from tournaments.verdicts.rules import Answer, Rule
from tournaments.verdicts.schedule import Design, schedule

FORMAT = 1
FIRST = 32  # groups that a rule is shown before it can end a comparison, and between two times of asking it


class Known(Struct, frozen=True):
    """A bot as a result names it: which one it was, to the byte."""

    name: str  # in the matches
    bot: str  # as it was written
    version: str
    digest: str


class Description(Struct, frozen=True, kw_only=True):
    """What is compared. Stored with the results, whose meaning hangs on it."""

    comparison: int = FORMAT
    new: Known
    old: Known
    field: tuple[Known, ...]
    seats: tuple[int, ...]
    variants: tuple[str, ...]
    game: str
    rules: int
    board: str  # a digest; empty for the one that comes with the game
    luck: str  # the evaluator by which luck can be told, fixed before anything is played; empty if there is none
    bots: Bots
    budget: Budget

    @property
    def title(self) -> str:
        return f"{self.new.name} against {self.old.name}"

    @property
    def digest(self) -> str:
        return blake2b(msgspec.json.encode(self), digest_size=16).hexdigest()

    @property
    def design(self) -> Design:
        return Design(
            new=self.new.name,
            old=self.old.name,
            field=tuple(known.name for known in self.field),
            seats=self.seats,
            variants=self.variants,
        )


class Comparison(Struct, frozen=True, kw_only=True):
    """A comparison to be played: at most so many groups, or until the rule has its answer."""

    description: Description
    entrants: tuple[Entrant, ...]  # NEW, OLD and the field
    board: Any
    groups: int
    rule: Rule | None = None

    @property
    def game(self) -> str:
        return self.description.game

    @property
    def bots(self) -> Bots:
        return self.description.bots

    @property
    def budget(self) -> Budget:
        return self.description.budget

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def total(self) -> int:
        """A rule may find its answer early."""
        return 0

    def manifest(self, name: str) -> Manifest:
        return next(entrant.manifest for entrant in self.entrants if entrant.name == name)

    def pairings(self, seed: bytes, rows: Sequence[Row]) -> Sequence[Pairing]:
        """All groups at once, or with a rule in batches, until one holds its answer. A batch does not depend on who
        finished first, so neither does what is played."""
        return schedule(self.description.design, seed, self._wanted(settled(rows)))

    def _wanted(self, rows: Sequence[Row]) -> int:
        if self.rule is None:
            return self.groups
        there, wanted = len(rows) // 2, 0
        trial, names = self.rule.trial(), self.description.design
        scored = list(groups(rows, names.new, names.old))
        while wanted < self.groups:
            begin, wanted = wanted, min(wanted + max(FIRST, wanted // 8), self.groups)
            if wanted > there:
                break
            answer = trial.see(group.share for group in scored if begin <= group.number < wanted)
            if answer is not Answer.UNDECIDED:
                break
        return wanted


def described(store: Store) -> Description:
    """The comparison that a database holds; refuses one of a tournament."""
    try:
        found = msgspec.json.decode(store.meta.config, type=Description)
    except msgspec.MsgspecError as error:
        raise UserError(
            f"{store.path} holds a tournament, not a comparison; `arena compare NEW OLD --db FILE` makes one"
        ) from error
    if found.comparison != FORMAT:
        raise UserError(f"{store.path} holds a comparison of a newer arena: use that one")
    return found


def board_digest(board: Any) -> str:
    """Stands for a mat of somebody's own."""
    return "" if board is None else blake2b(msgspec.json.encode(board), digest_size=8).hexdigest()


def describe(
    entrants: Sequence[Entrant],
    *,
    seats: Sequence[int],
    variants: Sequence[str],
    game: str,
    board: Any,
    bots: Bots,
    budget: Budget,
) -> Description:
    """What is compared, for NEW, OLD and the field in this order."""
    new, old, *field = (
        Known(entrant.name, entrant.bot, entrant.manifest.version, fingerprint(entrant.bot, entrant.manifest))
        for entrant in entrants
    )
    return Description(
        new=new,
        old=old,
        field=tuple(field),
        seats=tuple(seats),
        variants=tuple(variants),
        game=game,
        rules=GAMES[game].version,
        luck=evaluator(game) or "",
        board=board_digest(board),
        bots=bots,
        budget=budget,
    )
