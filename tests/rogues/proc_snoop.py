"""Reads in /proc what others do."""

import os
from contextlib import suppress
from pathlib import Path

from arena.isolation.probes import reach
from tests.rogues.escape import BAIT, attack, stopped
from tests.rogues.rogue import insist

ROWS = ("I2",)
EXPECT = ()
LEVEL = "jail"

FILES = ("cmdline", "environ", "maps", "mountinfo", "cgroup")


def snoop() -> None:
    stopped(reach.see_processes, reach.arena_environment)
    seen = {int(name) for name in os.listdir("/proc") if name.isdecimal()}
    insist(seen <= {1, os.getpid()}, f"processes {sorted(seen)}")
    words = (BAIT["folder"], BAIT["rival folder"], BAIT["mark"], BAIT["variable"], "pytest-current-test")
    for pid in seen - {os.getpid()}:
        for name in FILES:
            with suppress(OSError):
                text = Path("/proc", str(pid), name).read_bytes()
                insist(not [word for word in words if word.encode() in text], f"/proc/{pid}/{name}")
    insist(os.uname().nodename == "bot", "the name of the machine")


if __name__ == "__main__":
    attack(snoop)
