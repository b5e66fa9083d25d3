"""Where control groups can be made, told from the files of a machine; and groups in a tree of our own making."""

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from arena.isolation import cgroup
from arena.isolation.cgroup import Branch, branch
from arena.isolation.limits import MIB, Limits
from arena.isolation.owner import owner

LIMITS = Limits(memory=256 * MIB, scratch=64 * MIB, processes=10)


def tree(root: Path, folders: Iterable[str], handed_down: Iterable[str] = ()) -> Path:
    """A tree of the second version, with folders to which memory is handed down."""
    for folder in ("", *folders):
        place = root / folder
        place.mkdir(parents=True, exist_ok=True)
        (place / "cgroup.controllers").write_text("memory pids\n")
        (place / "cgroup.procs").write_text("")
        (place / "cgroup.subtree_control").write_text("memory pids\n" if folder in set(handed_down) else "\n")
    return root


def everywhere(folder: Path) -> bool:
    return folder.exists()


def test_the_second_version_is_used_where_memory_is_handed_down_and_we_may_write(tmp_path: Path) -> None:
    root = tree(tmp_path, ["app", "app/shell"], ["app"])
    assert branch(root, "0::/app/shell\n", everywhere) == Branch(2, (root / "app",))


def test_our_own_group_comes_before_its_parent(tmp_path: Path) -> None:
    root = tree(tmp_path, ["app", "app/ours"], ["app", "app/ours"])
    assert branch(root, "0::/app/ours\n", everywhere) == Branch(2, (root / "app/ours",))


def test_root_has_the_top_of_the_tree(tmp_path: Path) -> None:
    root = tree(tmp_path, ["a", "a/b", "a/b/c"], [""])
    assert branch(root, "0::/a/b/c\n", everywhere) == Branch(2, (root,))


def test_there_is_none_where_we_may_not_write(tmp_path: Path) -> None:
    root = tree(tmp_path, ["app", "app/shell"], ["app"])
    assert branch(root, "0::/app/shell\n", lambda folder: False) is None


def test_a_path_outside_of_our_namespace_leads_nowhere(tmp_path: Path) -> None:
    root = tree(tmp_path / "cgroup", [])
    tree(tmp_path, [], [""])
    assert branch(root, "0::/../other\n", everywhere) is None


def test_the_first_version_has_a_tree_for_each_controller(tmp_path: Path) -> None:
    for folder in ("memory/ours", "pids"):
        (tmp_path / folder).mkdir(parents=True)
    text = "5:memory:/ours\n4:cpu,pids:/elsewhere\n0::/\n"
    assert branch(tmp_path, text, everywhere) == Branch(1, (tmp_path / "memory/ours", tmp_path / "pids"))


def test_the_first_version_without_memory_is_of_no_use(tmp_path: Path) -> None:
    (tmp_path / "pids").mkdir()
    assert branch(tmp_path, "4:pids:/\n", everywhere) is None


def test_a_group_bounds_the_whole_jail_and_counts_its_first_process(tmp_path: Path, files: None) -> None:
    group = Branch(2, (tmp_path,)).make(LIMITS)
    (folder,) = group.folders
    said = {file.name: file.read_text() for file in folder.iterdir()}
    assert said["memory.max"] == str(320 * MIB)
    assert (said["memory.swap.max"], said["memory.oom.group"], said["pids.max"]) == ("0", "1", "11")


def test_a_group_knows_whether_the_kernel_had_to_kill(tmp_path: Path, files: None) -> None:
    group = Branch(2, (tmp_path,)).make(LIMITS)
    assert not group.ran_out_of_memory()
    (group.folders[0] / "memory.events").write_text("low 0\noom 1\noom_kill 3\n")
    assert group.ran_out_of_memory()


def test_only_groups_of_arenas_that_are_gone_are_swept(tmp_path: Path) -> None:
    ours = tmp_path / f"{cgroup.PREFIX}{owner()}-0"
    gone = tmp_path / f"{cgroup.PREFIX}{owner().rpartition('.')[0]}.1-0"
    others = tmp_path / f"{cgroup.PREFIX}1.2.3-0"
    for folder in (ours, gone, others):
        folder.mkdir()
    assert Branch(2, (tmp_path,)).sweep() == [gone]
    assert sorted(os.listdir(tmp_path)) == sorted([ours.name, others.name])


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel puts files into a new group; here we do."""
    make = Path.mkdir

    def furnish(self: Path) -> None:
        make(self)
        for name in ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.procs"):
            (self / name).write_text("")

    monkeypatch.setattr(Path, "mkdir", furnish)
