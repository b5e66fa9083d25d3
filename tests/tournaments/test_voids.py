"""Which void matches can be played again without changing what was played since."""

from pathlib import Path

import pytest

from arena.fixture import derive
from results.rows import Row
from tests.tournaments.cups import by_strength, void
from tests.tournaments.runs import cup
from tournaments.config import Config, read
from tournaments.plan import schedule
from tournaments.voids import repeatable

SEED = bytes(32)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def config(format: str) -> Config:
    path = cup(format, rounds=3)
    text = path.read_text().replace("seats = [2, 3]", "seats = [2]")
    for number, name in enumerate(["greedy", "random", "other", "third"]):
        text = text.replace(f'name = "{name}"', f'name = "bot-{number}"')
    text = text.replace('bot = "greedy"', 'bot = "greedy"\nname = "bot-0"')
    path.write_text(text.replace('bot = "random"\n\n', 'bot = "random"\nname = "bot-1"\n\n'))
    return read(path)


def rounds(plan: Config, many: int, voids: set[int]) -> list[Row]:
    """What came of the first rounds, with some matches void."""
    rows: list[Row] = []
    for number in range(1, many + 1):
        due = list(enumerate(schedule(plan, SEED, rows)))[len(rows) :]
        rows += [(void if at in voids else by_strength)(at, pairing) for at, pairing in due if pairing.round == number]
    return rows


@pytest.mark.parametrize("format", ["round-robin", "gauntlet"])
def test_where_results_decide_nothing_every_void_can_be_played_again(format: str) -> None:
    plan = config(format)
    assert repeatable(plan, SEED, rounds(plan, 3, {0, 2, 5})) == [0, 2, 5]


@pytest.mark.parametrize("format", ["swiss", "knockout", "ladder"])
def test_elsewhere_only_those_of_the_last_round_that_was_begun(format: str) -> None:
    plan = config(format)
    first = rounds(plan, 1, {0, 1})
    assert repeatable(plan, SEED, first) == [0, 1]
    both = rounds(plan, 2, {0, len(first)})
    assert repeatable(plan, SEED, both) == [len(first)]
    assert repeatable(plan, SEED, rounds(plan, 2, {0})) == []


def test_what_is_played_again_is_the_same_match() -> None:
    plan = config("swiss")
    rows = rounds(plan, 2, {5})
    left = [row for row in rows if row.number not in repeatable(plan, SEED, rows)]
    assert schedule(plan, SEED, left)[5] == plan.pairings(derive(SEED, "schedule"), rows)[5]
