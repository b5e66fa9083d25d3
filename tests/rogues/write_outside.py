"""Writes wherever it should not."""

import os
import sys
from pathlib import Path

from arena.isolation.probes import reach
from tests.rogues.escape import BAIT, attack, refused, stopped

ROWS = ("E7",)
EXPECT = ()
LEVEL = "jail"

PLACES = ("/", "/etc", "/usr/bin", "/var/tmp", "/home", "/root", "/dev", "/run", "/proc/sys/kernel", "/sys")


def write() -> None:
    stopped(reach.write_outside, reach.write_system)
    for place in (*PLACES, BAIT["folder"], BAIT["rival folder"], os.getcwd(), sys.prefix):
        refused(f"wrote into {place}", Path(place, "planted").write_text, "x")
    for file in ("/etc/passwd", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"):
        refused(f"opened {file}", os.open, file, os.O_WRONLY)


if __name__ == "__main__":
    attack(write)
