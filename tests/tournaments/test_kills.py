"""Tournaments that are killed, interrupted or lose a worker, and end as if nothing had happened."""

import os
import random
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tournaments.runs import command, content, cup, play, stored, wait_for_results


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """A tournament of three rounds that ran from its first match to its last."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("undisturbed"))
        cup(rounds=3)
        play()
        return content("cup.db")


def children(pid: int) -> Iterator[int]:
    for entry in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, entry.read_text().split())


def runs(pid: int) -> bool:
    """Whether a process is there and is more than a zombie that waits for its parent."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] not in "ZX"
    except OSError:
        return False


def begin(database: str, *more: str) -> subprocess.Popen[bytes]:
    """Begin or go on, as a process of its own."""
    return subprocess.Popen(command(database, *more), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def kill(run: subprocess.Popen[bytes]) -> None:
    """Kill a run, and see its workers end with it."""
    workers = list(children(run.pid))
    run.kill()
    run.wait()
    for _ in range(1000):
        if not any(map(runs, workers)):
            return
        time.sleep(0.02)
    pytest.fail("workers outlive their runner")


def test_a_tournament_that_is_killed_and_gone_on_with_ends_as_if_nothing_had_happened(undisturbed: list[bytes]) -> None:
    cup(rounds=3)
    for _ in range(2):
        before = stored("killed.db")
        run = begin("killed.db", "--workers", "1")
        wait_for_results("killed.db", before)
        kill(run)
    play("killed.db")
    assert content("killed.db") == undisturbed


@pytest.mark.proof
def test_killed_at_fifty_random_moments_the_result_is_byte_identical() -> None:
    cup(rounds=40, bots="fork")
    play("whole.db", workers=2)
    chance = random.Random(50)
    for _ in range(50):
        run = begin("killed.db")
        time.sleep(chance.uniform(0.1, 2.5))
        kill(run)
    play("killed.db", workers=2)
    assert content("killed.db") == content("whole.db")
    print(f"killed at 50 random moments: {stored('whole.db')} matches, byte-identical")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_and_sigterm_lose_nothing_and_say_how_to_go_on(number: int, code: int) -> None:
    cup(rounds=50, bots="reuse")
    words = [word for word in command("cup.db") if word != "--quiet"]
    run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0)
    wait_for_results("cup.db")
    os.killpg(run.pid, number)  # as a terminal does
    _, said = run.communicate(timeout=30)
    assert run.returncode == code
    assert "to go on: arena tournament cup.toml --db cup.db" in said
    assert "Traceback" not in said


def test_a_run_whose_messages_nobody_can_read_is_played_to_its_end() -> None:
    cup()
    words = [word for word in command("cup.db", "--workers", "1", "--verbose") if word != "--quiet"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=full, timeout=60, check=False)
    assert done.returncode == 0
    assert b"greedy" in done.stdout


def test_a_worker_that_is_killed_costs_nothing_but_time(undisturbed: list[bytes]) -> None:
    cup(rounds=3)
    words = [word for word in command("hurt.db", "--workers", "1") if word != "--quiet"]
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for _ in range(2):
        wait_for_results("hurt.db", stored("hurt.db") + 1)
        for worker in children(run.pid):
            os.kill(worker, signal.SIGKILL)
    _, said = run.communicate(timeout=60)
    assert run.returncode == 0
    assert "the arena failed, played again: a worker ended with status -9" in said
    assert content("hurt.db") == undisturbed
