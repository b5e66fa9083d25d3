"""Looks for the files of the match and of the arena: records, seeds, settings, the log of others."""

import os
from pathlib import Path

from arena.isolation.probes import calls, reach
from tests.rogues.escape import BAIT, attack, refused, stopped
from tests.rogues.rogue import insist

ROWS = ("I1",)
EXPECT = ()
LEVEL = "jail"


def look() -> None:
    stopped(reach.arena_file, calls.shared_file)
    refused("the scratch folders of everybody", os.listdir, BAIT["scratch"])
    insist(not [name for name in os.listdir("/tmp") if name.startswith("arena-")], "folders of the arena")
    for file in ("/etc/shadow", "/etc/hostname", "/proc/1/root/etc/shadow", "/proc/kcore"):
        refused(f"read {file}", Path(file).read_bytes)


if __name__ == "__main__":
    attack(look)
