"""Opens the folder of a rival's bot."""

import os
from pathlib import Path

from arena.isolation.probes import reach
from tests.rogues.escape import BAIT, attack, refused, stopped

ROWS = ("I3",)
EXPECT = ()
LEVEL = "jail"


def read() -> None:
    stopped(reach.rival_file)
    rival = Path(BAIT["rival folder"])
    refused("the list of a rival's files", os.listdir, rival)
    refused("a rival's program", (rival / "bot.py").read_bytes)
    refused("the same by another way", os.listdir, f"/proc/self/root{rival}")
    refused("the same by a third way", os.listdir, f"/proc/1/root{rival}")


if __name__ == "__main__":
    attack(read)
