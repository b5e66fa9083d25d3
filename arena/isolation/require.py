"""Who wants a level gets it, or a sentence about what is missing: before the first bot is started, and never less."""

import os
import platform
import shlex
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from arena.botfile import FILE
from arena.building import build_all
from arena.errors import UserError
from arena.isolation import sights
from arena.isolation.leftovers import sweep
from arena.isolation.levels import Isolation
from arena.isolation.limits import need_tools
from arena.isolation.syscalls import MACHINES
from arena.isolation.trials import holes
from arena.manifest import Manifest
from arena.player import ArenaFailure

OLDEST_BWRAP = (0, 8)  # the first that can forbid further user namespaces
INSTALL = "install bubblewrap 0.8 or newer (Debian, Ubuntu: apt-get install bubblewrap), or choose 'limits'"
DOCTOR = "`arena doctor` tells more"
_LOOKED_AT = 10_000  # files of a bot, at most


def require(manifests: Iterable[Manifest]) -> None:
    """Refuse what this machine cannot give to these bots, clear away what a killed arena left, and build those that
    must be built."""
    manifests = list(manifests)
    sweep()
    for level in sorted({manifest.isolation for manifest in manifests}):
        require_level(level)
    for manifest in manifests:
        if manifest.isolation is Isolation.JAIL and manifest.folder:
            _require_folder(manifest.name, manifest.folder)
    build_all(manifests)


@cache
def require_level(level: Isolation) -> None:
    """Refuse a level that this machine cannot give, or a jail that does not hold."""
    require_parts(level)
    try:
        found = holes(level) if level is Isolation.JAIL else []
    except ArenaFailure as failure:
        raise UserError(f"isolation 'jail' cannot be used on this machine: {failure}\n{DOCTOR}") from failure
    if found:
        raise UserError("isolation 'jail' does not hold on this machine:\n" + "\n".join(found) + f"\n{DOCTOR}")


def require_parts(level: Isolation) -> None:
    """Refuse a level for which something is not installed."""
    if level is not Isolation.NONE:
        need_tools(level)
    if level is not Isolation.JAIL:
        return
    version = bwrap_version()
    if version is None:
        raise UserError(f"isolation 'jail' needs bwrap, which is not there: {INSTALL}")
    if version < OLDEST_BWRAP:
        raise UserError(f"isolation 'jail' needs a newer bwrap than {'.'.join(map(str, version))}: {INSTALL}")
    if platform.machine() not in MACHINES:
        known = " and ".join(MACHINES)
        raise UserError(f"isolation 'jail' knows the system calls of {known}, not of {platform.machine()}")


def bwrap_version() -> tuple[int, ...] | None:
    """The version of bubblewrap; None if it is not there."""
    if shutil.which("bwrap") is None:
        return None
    told = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in told.split()[-1].split(".") if part.isdecimal()) if told else ()


def _require_folder(name: str, folder: Path) -> None:
    """A jailed bot sees its folder whole, so that must be its own; and it must be able to read it."""
    if not (folder / FILE).is_file():
        raise UserError(
            f"{name}: a bot in a jail sees the whole folder in which it is started, and {folder} is not its own: "
            f"put the bot into a folder with a {FILE} (`arena new-bot DIR` writes one)"
        )
    private = [Path.home(), Path(tempfile.gettempdir()), *sights.python()]
    seen = next((place for place in private if sights.covers([folder.resolve()], place.resolve())), None)
    if seen:
        raise UserError(f"{name}: a bot in a jail sees its whole folder, and in {folder} lies {seen}: move the bot")
    closed = next(_closed(folder), None) if os.geteuid() == 0 else None
    if closed:
        raise UserError(
            f"{name}: we are root, so the bot runs as another user, who cannot read {closed}: "
            f"chmod -R o+rX {shlex.quote(str(folder))}"
        )


def _closed(folder: Path) -> Iterator[Path]:
    """What in a folder is not for everybody to read."""
    looked_at = 0
    for place, folders, files in os.walk(folder):
        for path in [Path(place), *(Path(place, name) for name in [*folders, *files])]:
            looked_at += 1
            mode = path.lstat().st_mode
            needed = stat.S_IROTH | (stat.S_IXOTH if stat.S_ISDIR(mode) else 0)
            if not stat.S_ISLNK(mode) and mode & needed != needed:
                yield path
        if looked_at > _LOOKED_AT:
            return
