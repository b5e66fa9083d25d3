"""Kills a rival by its number."""

import os
import signal

from tests.rogues.escape import BAIT, attack, refused

ROWS = ("E4",)
EXPECT = ()
LEVEL = "jail"


def kill() -> None:
    rival, _ = BAIT["rival"]
    refused("stopped a rival", os.kill, rival, signal.SIGSTOP)
    refused("killed a rival", os.kill, rival, signal.SIGKILL)
    refused("held a rival", os.pidfd_open, rival)


if __name__ == "__main__":
    attack(kill)
