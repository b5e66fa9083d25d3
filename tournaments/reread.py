"""A stored config read again, by who may have neither its bots nor its mat: they are as they were found then."""

import sys
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from arena.games.api import AnyGame
from arena.games.toml_tables import Sheet, Table
from arena.manifest import Manifest
from tournaments.config import Config, Reading, understood


class Kept(Struct, frozen=True):
    """What `tournaments.config.Found` was stored as; the mat is of a type that only the text names."""

    bots: tuple[tuple[str, str], ...]
    board: msgspec.Raw


def reread(text: str, found: str, path: Path) -> Config:
    """The tournament that a stored text describes; it cannot be played. Raises `UserError` and `MsgspecError`."""
    kept = msgspec.json.decode(found, type=Kept)
    return understood(text, path, lambda sheet: _Rereading(sheet, kept))


class _Rereading(Reading):
    def __init__(self, sheet: Sheet, kept: Kept) -> None:
        super().__init__(sheet, Path())
        self._found = iter(kept.bots)
        self._mat = kept.board

    def manifest(self, table: Table, bot: str) -> Manifest | None:
        """The next of those that were found; it stands for a program that can be started in any way."""
        name, version = next(self._found, (bot, ""))
        return Manifest(name=name, version=version, command=(sys.executable,), entry="")

    def board(self, game: AnyGame) -> Any:
        return msgspec.json.decode(self._mat, type=game.kinds.tables | None)
