"""Where rogues of every level play: from a copy of their files, with bait for them and rivals at their own level."""

import ctypes
import json
import os
import secrets
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arena.isolation import bait
from arena.isolation.levels import Isolation
from arena.isolation.owner import started
from arena.manifest import Manifest
from protocol.words import Budget
from tests.evening import FOLDER, Seating
from tests.matches import RANDOM

BUDGET = Budget(start=5.0, decision=2.0, bank=0.0)


class Stage(Struct, frozen=True):
    """A folder of rogues, and what they can reach for."""

    folder: Path
    bait: dict[str, Any]

    def rogue(self, name: str, level: Isolation, *arguments: str) -> Manifest:
        command = (sys.executable, "-m", f"tests.rogues.{name}", *arguments)
        return Manifest(name=name, command=command, folder=self.folder, isolation=level)

    def line(self, seating: Seating) -> list[Manifest]:
        """Everybody at a table, all at the level of the rogue."""
        bots = [replace(RANDOM, isolation=seating.level)] * seating.seats
        bots[seating.seat] = self.rogue(seating.rogue.name, seating.level)
        return bots

    def content(self) -> dict[str, tuple[int, bytes]]:
        """Everything on the stage and in the bait, to see whether a rogue has changed it."""
        places = [self.folder, Path(self.bait["folder"]), Path(self.bait["rival folder"])]
        found = {str(path): path.lstat() for place in places for path in [place, *place.rglob("*")]}
        return {
            path: (status.st_mode, Path(path).read_bytes() if stat.S_ISREG(status.st_mode) else b"")
            for path, status in found.items()
            if "__pycache__" not in path
        }


@contextmanager
def staged(folder: Path, scratch: Path) -> Iterator[Stage]:
    """A stage in this folder; scratch folders are where a rogue would look for those of others."""
    with ExitStack() as stack:
        own, rival = folder / "own", folder / "rival"
        shutil.copytree(FOLDER, own / "tests/rogues", ignore=shutil.ignore_patterns("__pycache__"))
        rival.mkdir()
        (rival / "bot.py").write_text("from arena.sdk import run\n")
        shutil.copy("/usr/bin/id", own / "id")
        (own / "id").chmod(0o4755)
        for place in (folder, *folder.parents[:2]):
            place.chmod(0o755)  # in a jail of root's, a rogue is another user
        laid: dict[str, Any] = stack.enter_context(bait.laid_out())
        more = {"rival folder": str(rival), "scratch": str(scratch), "set-user-id": str(own / "id")}
        stage = Stage(own, {**laid, **more, **_rival(stack), "queue": _queue(stack), "key": secrets.randbelow(2**31)})
        (own / "bait.json").write_text(json.dumps(stage.bait))
        yield stage


def _rival(stack: ExitStack) -> dict[str, Any]:
    """One that lives longer than the doctor needs it; its mark is a word of its command."""
    mark = f"3600.{secrets.randbelow(10**9):09}"
    rival = stack.enter_context(subprocess.Popen(["sleep", mark], stdin=subprocess.DEVNULL))
    stack.callback(rival.kill)
    return {"rival": [rival.pid, started(rival.pid)], "mark": mark}


def _queue(stack: ExitStack) -> str:
    """The name of a queue of messages."""
    libc = ctypes.CDLL(None)
    name = f"/arena-{secrets.token_hex(8)}"
    queue = libc.mq_open(name.encode(), os.O_CREAT | os.O_RDWR, 0o600, None)
    stack.callback(os.close, queue)
    stack.callback(libc.mq_unlink, name.encode())
    return name
