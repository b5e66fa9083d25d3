"""Whispers through locks and watches on files that all bots can read."""

import fcntl

from arena.isolation.probes import calls
from tests.rogues.escape import attack, refused, stopped

ROWS = ("I6",)
EXPECT = ()
LEVEL = "jail"


def whisper() -> None:
    stopped(calls.flock, calls.record_lock, calls.watch_file)
    with open("/usr/bin/env", "rb") as shared:
        refused("a lease", fcntl.fcntl, shared, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        refused("a notice", fcntl.fcntl, shared, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
        refused("the locks of others", fcntl.fcntl, shared, fcntl.F_GETLK, b"\0" * 32)


if __name__ == "__main__":
    attack(whisper)
