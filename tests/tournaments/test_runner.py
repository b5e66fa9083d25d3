"""Tournaments as a user runs them: real workers, real bots, real kills."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
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
bot = "greedy"
name = "twin"
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cup(format: str = "round-robin", rounds: int = 1, bots: str = "in-process") -> Path:
    path = Path("cup.toml")
    path.write_text(CUP.format(format=format, rounds=rounds, bots=bots))
    return path


def content(database: str) -> bytes:
    """All of a tournament that must not depend on how it was run."""
    with Store.read(Path(database)) as store:
        return b"".join(store.content())


def command(database: str, *more: str) -> list[str]:
    return [sys.executable, "-P", "-m", "arena", "tournament", "cup.toml", "--db", database, "--quiet", *more]


def children(pid: int) -> Iterator[int]:
    for entry in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, entry.read_text().split())


def runs(pid: int) -> bool:
    """Whether a process is there and is more than a zombie that waits for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def wait_for_results(database: str) -> None:
    """Return when a run has stored its first match."""
    for _ in range(600):
        with suppress(UserError), Store.read(Path(database)) as store:  # there may be no database yet, or only its file
            if store.rows():
                return
        time.sleep(0.05)
    pytest.fail("nothing was played")


def test_a_tournament_ends_with_its_standings(capsys: pytest.CaptureFixture[str]) -> None:
    cup(bots="fresh")
    assert main(["tournament", "cup.toml"]) == 0
    said = capsys.readouterr()
    first, *_, last = said.err.splitlines()
    assert "SHA-256 of the seed is" in first
    assert last == "everything is in cup.db; the seed was 'a seed'"
    assert "greedy" in said.out
    assert "rank" in said.out


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss", "knockout", "ladder"])
def test_every_format_is_played_to_its_end_and_audits_clean(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = cup(format)
    if format == "knockout":
        path.write_text(path.read_text().replace("seats = [2, 3]", "seats = [2]"))
    assert main(["tournament", "cup.toml", "--quiet"]) == 0
    assert main(["audit", "cup.db"]) == 0
    capsys.readouterr()


def test_one_worker_and_eight_give_the_same_tournament() -> None:
    cup("swiss", rounds=2)
    for workers in ("1", "8"):
        assert main(["tournament", "cup.toml", "--db", f"{workers}.db", "--workers", workers, "--quiet"]) == 0
    assert content("1.db") == content("8.db")


@pytest.mark.parametrize("bots", ["fresh", "fork", "reuse"])
def test_however_the_bots_come_the_results_are_the_same(bots: str) -> None:
    cup()
    main(["tournament", "cup.toml", "--db", "inside.db", "--quiet"])
    cup(bots=bots)
    main(["tournament", "cup.toml", "--db", "outside.db", "--quiet"])
    assert content("inside.db").split(b"\n")[1:] == content("outside.db").split(b"\n")[1:]


def run_and_kill(database: str, seconds: float) -> None:
    """Begin or go on, and be killed after so many seconds, workers and all."""
    run = subprocess.Popen(command(database), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    workers = list(children(run.pid))
    run.kill()
    run.wait()
    for _ in range(1000):
        if not any(map(runs, workers)):
            return
        time.sleep(0.02)
    pytest.fail("workers outlive their runner")


def killed_often(kills: int, rounds: int, longest: float) -> None:
    cup(rounds=rounds, bots="fork")
    subprocess.run(command("whole.db"), check=True, stdout=subprocess.DEVNULL)
    chance = random.Random(kills)
    for _ in range(kills):
        run_and_kill("killed.db", chance.uniform(0.1, longest))
    subprocess.run(command("killed.db"), check=True, stdout=subprocess.DEVNULL)
    assert content("killed.db") == content("whole.db")


def test_a_tournament_that_is_killed_and_gone_on_with_ends_as_if_nothing_had_happened() -> None:
    killed_often(kills=4, rounds=2, longest=1.5)


@pytest.mark.proof
def test_killed_at_fifty_random_moments_the_result_is_byte_identical() -> None:
    killed_often(kills=50, rounds=40, longest=2.5)
    print(f"killed at 50 random moments: {len(content('whole.db').splitlines()) - 1} matches, byte-identical")


def test_ctrl_c_loses_nothing_and_says_how_to_go_on() -> None:
    cup(rounds=50, bots="fresh")
    words = [word for word in command("cup.db") if word != "--quiet"]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for_results("cup.db")
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=30)
    assert run.returncode == 130
    assert "to go on: arena tournament cup.toml --db cup.db" in said
    assert "Traceback" not in said


def test_a_worker_that_is_killed_costs_nothing_but_time() -> None:
    cup(rounds=2, bots="fork")
    subprocess.run(command("whole.db"), check=True, stdout=subprocess.DEVNULL)
    run = subprocess.Popen(command("hurt.db"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(2):
        time.sleep(0.9)
        for worker in list(children(run.pid))[:1]:
            os.kill(worker, signal.SIGKILL)
    assert run.wait(timeout=120) == 0
    assert content("hurt.db") == content("whole.db")


def test_a_match_that_the_arena_cannot_play_is_tried_again_and_then_void(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cup()
    monkeypatch.setattr("tournaments.runner.command", lambda core, bots: [sys.executable, "-c", "raise SystemExit(3)"])
    assert main(["tournament", "cup.toml", "--workers", "1"]) == 0
    said = capsys.readouterr()
    assert "the arena failed, played again: a worker ended with status 3" in said.err
    assert "are void" in said.err
    with Store.read(Path("cup.db")) as store:
        assert all(row.void for row in store.rows())


def test_a_tournament_goes_on_only_with_the_config_that_it_began_with(capsys: pytest.CaptureFixture[str]) -> None:
    cup()
    assert main(["tournament", "cup.toml", "--quiet"]) == 0
    cup(rounds=2)
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    assert "another config" in capsys.readouterr().err


def test_a_seed_that_was_drawn_is_kept_for_going_on(capsys: pytest.CaptureFixture[str]) -> None:
    path = cup()
    path.write_text(path.read_text().replace('seed = "a seed"', ""))
    assert main(["tournament", "cup.toml"]) == 0
    first = capsys.readouterr().err.splitlines()
    assert main(["tournament", "cup.toml"]) == 0
    again = capsys.readouterr().err.splitlines()
    assert (first[0], first[-1]) == (again[0], again[-1])


def test_two_runs_on_one_database_are_one_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    cup(rounds=40, bots="fresh")
    run = subprocess.Popen(command("cup.db"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_results("cup.db")
        assert main(["tournament", "cup.toml", "--quiet"]) == 2
        assert "cup.db" in capsys.readouterr().err
    finally:
        run.send_signal(signal.SIGINT)
        run.wait(timeout=30)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("greedy", "greddy"), "greddy"),
        (('format = "round-robin"', 'format = "round"'), "round"),
        (("seats = [2, 3]", "seats = [2, 9]"), "9"),
    ],
)
def test_mistakes_in_the_config_are_said_with_their_lines(
    change: tuple[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cup()
    path.write_text(path.read_text().replace(*change))
    assert main(["tournament", "cup.toml"]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "cup.toml:" in said
    assert not Path("cup.db").exists()
