"""Raises its limits."""

import resource

from tests.rogues.escape import attack, refused

ROWS = ("E11",)
EXPECT = ()
LEVEL = "limits"
LEVEL_OF_ROOT = "jail"  # root may raise what it likes

LIMITS = ("DATA", "AS", "CPU", "FSIZE", "NOFILE", "CORE", "MEMLOCK", "RTPRIO")


def climb() -> None:
    for name in LIMITS:
        limit = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(limit)
        refused(f"more of {name}", resource.setrlimit, limit, (hard + 1, hard + 1))


if __name__ == "__main__":
    attack(climb)
