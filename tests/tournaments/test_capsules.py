"""What a tournament keeps of failures: a by-product that costs no match, and some of everybody's."""

import json
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from arena.cli import main
from results.store import Store
from tests.tournaments.runs import play

CRASHER = """
from arena.sdk import run

def choose(ask):
    raise ValueError("I am lost")

run(choose, name="crasher")
"""
CUP = """
name = "Faulty cup"
seed = "a seed"
format = "gauntlet"
seats = [2]
rounds = 4
variants = ["base"]

[[entrant]]
bot = "python3 crasher.py 1"
name = "lost"

[[entrant]]
bot = "random"

[[entrant]]
bot = "python3 crasher.py 2"
name = "stray"
"""


@pytest.fixture(autouse=True)
def _a_cup_in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tournaments.runner.CAPSULES", 2)
    Path("crasher.py").write_text(CRASHER)
    Path("cup.toml").write_text(CUP)


def kept() -> Counter[str]:
    """How many capsules there are of each bot."""
    return Counter(json.loads(path.read_text())["bot"] for path in Path("cup.capsules").iterdir())


def test_every_fault_is_told_but_few_of_each_entrant_leave_a_capsule() -> None:
    play()
    with Store.read(Path("cup.db")) as store:
        faults = Counter(
            name for row in store.rows() for name, kinds in zip(row.entrants, row.faults, strict=True) if kinds
        )
    assert faults == {"lost": 8, "stray": 4}  # who met nobody but the first, who had failed often enough
    assert kept() == {"lost": 2, "stray": 2}
    assert main(["audit", "cup.db"]) == 0  # the faults are those of the record, seat by seat


def test_capsules_of_the_runs_before_count() -> None:
    play()
    with closing(sqlite3.connect("cup.db")) as database, database:
        database.execute("DELETE FROM record WHERE number > 3")
        database.execute("DELETE FROM fixture WHERE number > 3")
    before = kept()
    play()
    assert kept() == before


def test_a_capsule_that_cannot_be_written_costs_no_match_and_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    Path("cup.capsules").touch()
    assert main(["tournament", "cup.toml", "--workers", "1"]) == 0
    said = capsys.readouterr().err
    assert said.count("what there is of failures cannot be kept: cup.capsules: File exists") == 1
    with Store.read(Path("cup.db")) as store:
        assert len(store.rows()) == 8
        assert store.voids() == []
