"""Starts programs that belong to root and would run as root."""

import os
import subprocess

from arena.isolation.probes import calls
from tests.rogues.escape import BAIT, attack, stopped
from tests.rogues.rogue import insist

ROWS = ("E9",)
EXPECT = ()
LEVEL = "limits"


def start() -> None:
    stopped(calls.new_privileges)
    if os.getuid():  # else there is nothing to win
        told = subprocess.run([BAIT["set-user-id"], "-u"], capture_output=True, text=True, check=False).stdout
        insist(told.strip() != "0", "a program that ran as root")
        stopped(calls.other_user)


if __name__ == "__main__":
    attack(start)
