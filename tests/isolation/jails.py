"""Jails for tests: whether there can be any here, and how to be an ordinary user who builds one."""

import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest
import trio

from arena.botfile import FILE
from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.isolation.require import require_parts
from arena.manifest import Manifest, house_bots
from arena.player import ArenaFailure
from arena.process import Process

ROOT = Path(__file__).parents[2]
NOBODY = 65534


@cache
def why_not() -> str:
    """Why no jail can be built here; nothing if one can. Whether it holds is for the tests to see."""
    try:
        require_parts(Isolation.JAIL)
        trio.run(_build)
    except (UserError, ArenaFailure) as error:
        return str(error)
    return ""


async def _build() -> None:
    await Process(["/bin/sleep", "60"], isolation=Isolation.JAIL).close()  # longer than it takes to watch it


needs_jail = pytest.mark.skipif(bool(why_not()), reason=f"no jail can be built here: {why_not()}")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")


def jailed(name: str) -> Manifest:
    """A house bot in a jail."""
    return msgspec.structs.replace(house_bots()[name], isolation=Isolation.JAIL)


def bot_in(folder: Path, text: str) -> Manifest:
    """A bot of this text in a folder of its own, jailed."""
    folder.mkdir()
    (folder / "bot.py").write_text(text)
    (folder / FILE).write_text('command = ["python3", "bot.py"]\n')
    return Manifest(name=folder.name, command=("python3", "bot.py"), folder=folder, isolation=Isolation.JAIL)


def as_nobody(command: Sequence[str], home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as an ordinary user in a new home. He sees it, the Python that runs us, and us, wherever we lie."""
    home.mkdir()
    os.chown(home, NOBODY, NOBODY)
    identity = f"--reuid={NOBODY} --regid={NOBODY} --clear-groups --inh-caps=-all --bounding-set=-all"
    become = f"exec setpriv {identity} -- {shlex.join(command)}"
    places = _uncovered([Path(sys.base_prefix), ROOT, home])
    words = ["set -e", *places, f"cd {shlex.quote(str(home))}", become]
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", "\n".join(words)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def _uncovered(places: Sequence[Path]) -> list[str]:
    """Commands that let everybody walk to these places, in a mount namespace of our own: not through folders that are
    root's alone, which are covered by empty ones with nothing but the places in them."""
    hidden = {place: above for place in places if (above := _closed(place))}
    aside = {place: f"/mnt/{number}" for number, place in enumerate(hidden)}
    lines = ["mount -t tmpfs none /mnt"]
    lines += [f"mkdir {there} && mount --bind {shlex.quote(str(place))} {there}" for place, there in aside.items()]
    lines += [f"mount -t tmpfs -o mode=755 none {shlex.quote(str(above))}" for above in sorted(set(hidden.values()))]
    for place, there in aside.items():
        here = shlex.quote(str(place))
        lines += [f"mkdir -p {here}", f"mount --bind {there} {here}", f"umount {there}"]
    return [*lines, "umount /mnt"]


def _closed(place: Path) -> Path | None:
    """The first folder on the way to a place through which not everybody may walk."""
    return next((above for above in reversed(place.parents) if not above.stat().st_mode & 0o001), None)


def bearers(mark: str) -> list[int]:
    """Processes that have this in their command: a jail's builder, its first process and its bot all do."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in file.read_bytes():
                found.append(int(file.parent.name))
        except OSError:
            continue
    return found
