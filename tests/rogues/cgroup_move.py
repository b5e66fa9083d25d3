"""Leaves its control group for one without bounds."""

import os
from pathlib import Path

from tests.rogues.escape import attack, refused
from tests.rogues.rogue import insist

ROWS = ("E11",)
EXPECT = ()
LEVEL = "jail"

TREES = ("", "/memory", "/pids", "/unified")


def move() -> None:
    for tree in TREES:
        for file in ("cgroup.procs", "tasks"):
            path = Path(f"/sys/fs/cgroup{tree}/{file}")
            refused(f"wrote to {path}", path.write_text, str(os.getpid()))
    insist(" cgroup" not in Path("/proc/mounts").read_text("utf-8"), "a tree of control groups")


if __name__ == "__main__":
    attack(move)
