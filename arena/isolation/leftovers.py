"""What a killed arena left behind: folders, files in shared memory, processes and control groups. All carry its name.

A jail dies with its arena, but for a moment while it is being built, and bots at lower levels can have left their
group.
"""

import os
import shutil
import signal
import stat
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from arena.isolation import cgroup
from arena.isolation.owner import is_gone, owner

SCRATCH_PREFIX = "arena-bot-"
SHARED = Path("/dev/shm")  # where the doctor lays out a file
TOKEN = "ARENA_TOKEN"  # in the environment of a bot and of all that it starts: whose they are


def scratch_prefix() -> str:
    """How the name of everything begins that we lay down for a while: it says whose it is."""
    return f"{SCRATCH_PREFIX}{owner()}."


def sweep() -> int:
    """Remove what arenas that are gone have left; how much that was."""
    folders, processes, branch = _folders(), _processes(), cgroup.branch()
    for pid in processes:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    for folder in folders:
        remove_folder(folder)
        with suppress(OSError):
            folder.unlink()  # if it is a file
    return len(processes) + len(folders) + len(branch.sweep() if branch else ())


def remove_folder(folder: Path) -> None:
    """Remove a folder and whatever a bot made in it."""
    try:
        shutil.rmtree(folder, ignore_errors=True)
    except RecursionError:  # nested deeper than Python goes
        subprocess.run(["rm", "-rf", "--", folder], check=False)


def _folders() -> list[Path]:
    found = [path for place in (Path(tempfile.gettempdir()), SHARED) for path in place.glob(f"{SCRATCH_PREFIX}*")]
    return [folder for folder in found if _is_left(folder.name.removeprefix(SCRATCH_PREFIX)) and _is_ours(folder)]


def _processes() -> list[int]:
    mark = f"{TOKEN}=".encode()
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):  # it has ended, or is not ours
            entries = [entry for entry in file.read_bytes().split(b"\0") if entry.startswith(mark)]
            if entries and _is_left(entries[0].removeprefix(mark).decode("utf-8", "replace")):
                found.append(int(file.parent.name))
    return found


def _is_left(name: str) -> bool:
    """Whether a name begins with an owner who is gone."""
    return is_gone(name.rpartition(".")[0])


def _is_ours(folder: Path) -> bool:
    """Not what somebody else put there for us to follow."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    return not stat.S_ISLNK(status.st_mode) and status.st_uid == os.geteuid()
