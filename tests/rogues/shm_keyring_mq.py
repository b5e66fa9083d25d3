"""Whispers through shared memory, queues and the kernel's keyrings."""

import ctypes
import os

from arena.isolation.probes import calls
from arena.isolation.probes.calls import checked
from tests.rogues.escape import BAIT, attack, refused, stopped

ROWS = ("I7",)
EXPECT = ()
LEVEL = "jail"


def whisper() -> None:
    stopped(calls.keyring, calls.shared_segment, calls.shared_file)
    libc = ctypes.CDLL(None, use_errno=True)
    refused("a queue of messages", lambda: checked(libc.mq_open(BAIT["queue"].encode(), os.O_RDONLY)))
    refused("an older queue of messages", lambda: checked(libc.msgget(BAIT["key"], 0o1600)))
    refused("a semaphore", lambda: checked(libc.semget(BAIT["key"], 1, 0o1600)))


if __name__ == "__main__":
    attack(whisper)
