"""What a killed arena left is cleared away by the next one; what others still use is not."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from arena.isolation import leftovers, owner
from arena.isolation.leftovers import SCRATCH_PREFIX, TOKEN, remove_folder, sweep
from arena.place import Place


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(leftovers, "SHARED", tmp_path / "shared")
    return tmp_path


def dead() -> str:
    """The name of an owner who is gone."""
    return owner.owner().rpartition(".")[0] + ".1"


def test_a_process_is_there_and_then_it_is_gone() -> None:
    child = subprocess.Popen(["sleep", "60"])
    name = owner._name.__wrapped__(child.pid)
    assert not owner.is_gone(name)
    child.kill()
    child.wait()
    assert owner.is_gone(name)


@pytest.mark.parametrize("name", ["", "x", "1.2", "1.2.x", "4026531836.-1.5", "1.2.3"])
def test_who_cannot_be_known_is_not_called_gone(name: str) -> None:
    assert not owner.is_gone(name)


def test_folders_of_the_dead_are_removed_and_those_of_the_living_stay(folder: Path) -> None:
    mine = Place().scratch
    left = folder / f"{SCRATCH_PREFIX}{dead()}.abc"
    (left / "home").mkdir(parents=True)
    old = folder / f"{SCRATCH_PREFIX}abc"
    old.mkdir()
    sweep()
    assert sorted(folder.iterdir()) == sorted([mine, old])
    remove_folder(mine)


def test_files_in_shared_memory_are_removed_too(folder: Path) -> None:
    shared = folder / "shared"
    shared.mkdir()
    for name in (dead(), owner.owner()):
        (shared / f"{SCRATCH_PREFIX}{name}.abc").touch()
    assert sweep() == 1
    assert os.listdir(shared) == [f"{SCRATCH_PREFIX}{owner.owner()}.abc"]


def test_folders_deeper_than_a_program_can_walk_are_removed_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = folder / f"{SCRATCH_PREFIX}{dead()}.deep"
    left.mkdir()
    with monkeypatch.context() as patch:
        patch.chdir(left)
        for _ in range(1500):
            os.mkdir("d")
            os.chdir("d")
    assert sweep() == 1
    assert not left.exists()


def test_a_link_is_not_followed(folder: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    trap = folder / f"{SCRATCH_PREFIX}{dead()}.trap"
    trap.symlink_to(precious)
    sweep()
    assert (trap.is_symlink(), precious.is_dir()) == (True, True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_left_alone(folder: Path) -> None:
    other = folder / f"{SCRATCH_PREFIX}{dead()}.other"
    other.mkdir()
    os.chown(other, 54321, 54321)
    sweep()
    assert other.is_dir()


def test_processes_of_the_dead_are_ended_and_those_of_the_living_are_not() -> None:
    sleep = [sys.executable, "-c", "import time; print(1, flush=True); time.sleep(60)"]
    tokens = [f"{dead()}.abc", f"{owner.owner()}.abc", "something else"]
    sleepers = [
        subprocess.Popen(sleep, env=os.environ | {TOKEN: token}, stdout=subprocess.PIPE, bufsize=0) for token in tokens
    ]
    for sleeper in sleepers:
        assert sleeper.stdout
        sleeper.stdout.readline()
    try:
        sweep()  # others may sweep at the same time: what counts is who is left
        assert sleepers[0].wait(5) == -9
        time.sleep(0.05)
        assert [sleeper.poll() for sleeper in sleepers[1:]] == [None, None]
    finally:
        for sleeper in sleepers:
            sleeper.kill()
            sleeper.communicate()


def test_nothing_is_found_where_nothing_was_left() -> None:
    assert leftovers._folders() == []
