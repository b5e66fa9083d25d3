"""No row of the hostile matrix is forgotten: each has a rogue or a test that exists, and the document says so."""

from pathlib import Path

import pytest

from arena.isolation.levels import Isolation
from tests.evening import rogues
from tests.isolation.jails import why_not
from tests.isolation.rows import ARENA, HEADING, NAMED, OPEN, ROOT, Row, functions_in, rows, table

EACH = {"P": 28, "T": 12, "R": 19, "E": 14, "I": 13, "D": 7}
LEVELS = [ARENA, Isolation.LIMITS, Isolation.JAIL]


def test_the_matrix_has_all_its_rows() -> None:
    assert [row.name for row in rows()] == [f"{kind}{n}" for kind, most in EACH.items() for n in range(1, most + 1)]
    assert {row.level for row in rows()} == {*LEVELS, "-"}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)
def test_every_row_is_proved_or_said_to_be_open(row: Row) -> None:
    """A jail's rows are proved only where a jail can be built; elsewhere this says so."""
    assert bool(row.rogues or row.tests) != (row.name in OPEN)
    for test in row.tests:
        file, _, name = test.partition("::")
        assert name in functions_in(ROOT / f"tests/{file}.py"), test
    if row.level == Isolation.JAIL and why_not():
        pytest.skip(f"{row.name} ({row.what}) cannot be shown on this machine: {why_not()}")


def test_rogues_and_names_stand_for_rows_that_there_are() -> None:
    known = {row.name for row in rows()}
    assert {row for rogue in rogues() for row in rogue.rows} <= known
    assert {line.split()[0] for line in NAMED.strip().splitlines()} | OPEN.keys() <= known


def test_a_rogue_is_stopped_no_later_than_its_row_promises() -> None:
    """One of the rogues of a row has to be as early as the row; others may show what only a higher level can."""
    by_name = {rogue.name: rogue for rogue in rogues()}
    for row in rows():
        earliest = min((LEVELS.index(by_name[name].level or ARENA) for name in row.rogues), default=0)
        assert row.name in OPEN or earliest <= LEVELS.index(row.level), row


def test_the_document_has_the_same_table() -> None:
    text = Path(ROOT, "docs/isolation.md").read_text("utf-8")
    section = text.partition(f"{HEADING}\n")[2].partition("\n## ")[0]
    assert [line for line in section.splitlines() if line.startswith("|")] == list(table())
