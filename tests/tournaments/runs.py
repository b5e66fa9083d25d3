"""Small tournaments for tests to run, as a user runs them."""

import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from arena.cli import main
from arena.errors import UserError
from results.store import Store

CUP = """
name = "Small cup"
seed = "a seed"
format = "{format}"
seats = [2, 3]
rounds = {rounds}
variants = ["base", "ufo+exploration+missions"]
bots = "{bots}"

[[entrant]]
bot = "greedy"

[[entrant]]
bot = "random"

[[entrant]]
bot = "random"
name = "other"

[[entrant]]
bot = "random"
name = "third"
"""


def cup(format: str = "round-robin", rounds: int = 1, bots: str = "in-process") -> Path:
    path = Path("cup.toml")
    path.write_text(CUP.format(format=format, rounds=rounds, bots=bots))
    return path


def play(database: str = "cup.db", workers: int = 1) -> None:
    assert main(["tournament", "cup.toml", "--db", database, "--workers", str(workers), "--quiet"]) == 0


def content(database: str) -> list[bytes]:
    """All of a tournament that must not depend on how it was run; after the first line, all but its config."""
    with Store.read(Path(database)) as store:
        return list(store.content())


def stored(database: str) -> int:
    """How many matches are stored; there may be no database yet, or only its file."""
    with suppress(UserError), Store.read(Path(database)) as store:
        return len(store.rows())
    return 0


def wait_for_results(database: str, beyond: int = 0) -> None:
    """Return when a run has stored a match more than there were."""
    for _ in range(1500):
        if stored(database) > beyond:
            return
        time.sleep(0.02)
    pytest.fail("nothing was played")


def command(database: str, *more: str) -> list[str]:
    return [sys.executable, "-P", "-m", "arena", "tournament", "cup.toml", "--db", database, "--quiet", *more]
