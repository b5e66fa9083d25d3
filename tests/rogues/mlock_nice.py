"""Wants memory that is never swapped and to go before everybody else."""

import os

from arena.isolation.probes import appetite
from tests.rogues.escape import attack, refused, stopped

ROWS = ("R17",)
EXPECT = ()
LEVEL = "limits"
LEVEL_OF_ROOT = "jail"  # root's rights are taken away only there


def grab() -> None:
    stopped(appetite.locked_memory, appetite.realtime)
    refused("a better priority", os.nice, -20)
    refused("its own turn", os.sched_setscheduler, 0, os.SCHED_RR, os.sched_param(1))


if __name__ == "__main__":
    attack(grab)
