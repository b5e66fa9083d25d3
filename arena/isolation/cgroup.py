"""A bound on the memory and the number of processes of a whole jail, where the kernel and our rights allow it.

Control groups come in two versions. In the second, all controllers share one tree, and we use a branch in which the
memory controller is handed down and in which we may write: systemd gives one to every user who logs in, and root has
the tree. In the first, every controller has a tree of its own, and only root may write.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import sleep

from msgspec import Struct

from arena.isolation.limits import Limits
from arena.isolation.owner import is_gone, owner

ROOT = Path("/sys/fs/cgroup")
PREFIX = "arena-"
_numbers = count()


class Branch(Struct, frozen=True):
    """Where we can make groups: one folder for each tree."""

    version: int
    folders: tuple[Path, ...]

    def make(self, limits: Limits) -> "Group":
        """A group for one jail. OSError if it cannot be made after all."""
        name = f"{PREFIX}{owner()}-{next(_numbers)}"
        group = Group(folders=tuple(folder / name for folder in self.folders))
        try:
            for folder in group.folders:
                folder.mkdir()
                for file, value in _settings(self.version, limits).items():
                    if (folder / file).exists():
                        (folder / file).write_text(str(value))
        except OSError:
            group.remove()
            raise
        return group

    def sweep(self) -> list[Path]:
        """Remove the groups of arenas that are gone."""
        removed = []
        for folder in self.folders:
            for left in folder.glob(f"{PREFIX}*-*"):
                if is_gone(left.name.removeprefix(PREFIX).rpartition("-")[0]):
                    with suppress(OSError):
                        left.rmdir()
                        removed.append(left)
        return removed


class Group(Struct, frozen=True):
    """The group of one jail."""

    folders: tuple[Path, ...]

    def enter(self, pid: int) -> None:
        """Put a process, and all that it will start, under the bounds."""
        for folder in self.folders:
            (folder / "cgroup.procs").write_text(str(pid))

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel had to kill for want of memory."""
        events = [_words(folder / file) for folder in self.folders for file in ("memory.events", "memory.oom_control")]
        return any(event.get("oom_kill", "0") != "0" for event in events)

    def remove(self) -> None:
        """Its processes have ended, but the kernel may take a moment to see it. What is left then, is swept later."""
        for folder in self.folders:
            for _ in range(20):
                try:
                    folder.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    sleep(0.005)
                else:
                    break


def _settings(version: int, limits: Limits) -> dict[str, int]:
    if version == 1:
        return {"memory.limit_in_bytes": limits.jail_memory, "pids.max": limits.processes + 1}
    return {
        "memory.max": limits.jail_memory,
        "memory.swap.max": 0,
        "memory.oom.group": 1,
        "pids.max": limits.processes + 1,  # the jail's own first process is one
    }


def branch(
    root: Path = ROOT, memberships: str | None = None, may_write: Callable[[Path], bool] | None = None
) -> Branch | None:
    """Where groups can be made here; None if nowhere. What is in /proc/self/cgroup can be given."""
    text = Path("/proc/self/cgroup").read_text() if memberships is None else memberships
    may_write = may_write or _may_write
    ours = {controllers: path for _, controllers, path in (line.split(":", 2) for line in text.splitlines())}
    return _second(root, ours, may_write) or _first(root, ours, may_write)


def _second(root: Path, ours: dict[str, str], may_write: Callable[[Path], bool]) -> Branch | None:
    if not (root / "cgroup.controllers").exists():
        return None
    own = Path(os.path.normpath(root / ours.get("", "/").lstrip("/")))  # it may begin with .. in a namespace
    for folder in (own, own.parent, root):
        handed_down = _text(folder / "cgroup.subtree_control").split()
        if "memory" in handed_down and folder.is_relative_to(root) and may_write(folder):
            return Branch(2, (folder,))
    return None


def _first(root: Path, ours: dict[str, str], may_write: Callable[[Path], bool]) -> Branch | None:
    folders = []
    for controller in ("memory", "pids"):
        own = next((path for names, path in ours.items() if controller in names.split(",")), "/").lstrip("/")
        usable = [folder for folder in (root / controller / own, root / controller) if may_write(folder)]
        if usable:
            folders.append(usable[0])
        elif controller == "memory":
            return None
    return Branch(1, tuple(folders))


def _may_write(folder: Path) -> bool:
    return all(os.access(place, os.W_OK) for place in (folder, folder / "cgroup.procs"))


def _words(file: Path) -> dict[str, str]:
    pairs = (line.split() for line in _text(file).splitlines())
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""
