"""The house bots, and the bots that are printed in the documents: they play, and they beat `random`."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.conformance import Grade, Settings, check
from arena.fixture import Fixture, seed_of
from arena.games import GAMES
from arena.inprocess import InProcess, load
from arena.manifest import Manifest, find
from arena.match import Table
from arena.record import Record

ROOT = Path(__file__).parents[1]
MLEM = GAMES["mlem"]


def play(number: int, options: object, bots: list[Any]) -> Record:
    fixture = Fixture(
        match=f"test-{number}",
        game="mlem",
        options=str(options),
        bots=tuple(map(str, range(len(bots)))),
        seed=seed_of(f"writing a bot {number}"),
    )
    return trio.run(Table(fixture, [InProcess(bot) for bot in bots]).play)


def win_share(bot: Any, matches: int, seats: int = 4) -> float:
    """Of a bot against `random` in all other seats; four equal players would win a quarter each."""
    random, won = load(find("random")), 0.0
    for number in range(matches):
        seat = number % seats
        record = play(number, MLEM.every[number % 8], [bot if place == seat else random for place in range(seats)])
        assert list(record.faults()) == []
        places = record.result.places
        won += (places[seat] == 1) / places.count(1)
    return won / matches


@pytest.mark.parametrize("options", MLEM.every, ids=str)
@pytest.mark.parametrize("seats", MLEM.seats)
def test_greedy_plays_everything_without_a_fault(options: object, seats: int) -> None:
    record = play(seats, options, [load(find("greedy"))] * seats)
    assert list(record.faults()) == []


def test_greedy_clearly_beats_random() -> None:
    assert win_share(load(find("greedy")), 24) > 0.7


@pytest.mark.proof
@pytest.mark.parametrize("seats", MLEM.seats)
def test_greedy_beats_random_with_any_number_of_seats(seats: int) -> None:
    assert win_share(load(find("greedy")), 200, seats) > 0.5


def test_greedy_loads_nothing_heavy() -> None:
    code = "import sys; import bots.greedy; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert not {"msgspec", "typing", "trio", "asyncio", "arena.games", "json", "re"} & set(done.stdout.split())


def ten_lines(folder: Path) -> Manifest:
    text = (ROOT / "docs/writing-a-bot.md").read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    assert len([line for line in code.splitlines() if line]) == 9
    (folder / "bot.py").write_text(code.replace("run(choose", "if __name__ == '__main__': run(choose"), "utf-8")
    (folder / "mybot.py").write_text(code, "utf-8")
    return Manifest(name="ten-lines", command=(sys.executable, "mybot.py"), folder=folder, entry="bot.py:choose")


def test_the_ten_lines_beat_random(tmp_path: Path) -> None:
    assert win_share(load(ten_lines(tmp_path)), 48) > 0.35


async def test_the_ten_lines_pass_the_check_as_they_are_printed(tmp_path: Path) -> None:
    verdicts = [verdict async for verdict in check(ten_lines(tmp_path), Settings(start=20.0, quick=True))]
    assert [verdict for verdict in verdicts if verdict.grade is not Grade.PASS] == []


def test_the_readme_shows_the_same_ten_lines_if_it_shows_any() -> None:
    text = (ROOT / "docs/writing-a-bot.md").read_text("utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    shown = re.findall(
        r"```python\n(from arena\.sdk import run\n.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
    )
    assert set(shown) <= {code}
