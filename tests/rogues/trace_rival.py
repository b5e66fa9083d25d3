"""Wants to read and to steer others: their memory, their open files, their environment."""

import ctypes
import os

from arena.isolation.probes import reach
from tests.rogues.escape import attack, called, refused, stopped

ROWS = ("E6",)
EXPECT = ()
LEVEL = "jail"

PTRACE_ATTACH = 16


def trace() -> None:
    stopped(reach.arena_environment, reach.rival_memory, reach.copy_rival_memory, reach.trace_rival)
    stopped(reach.take_rival_file)
    refused("control of its parent", called, "ptrace", PTRACE_ATTACH, os.getppid(), 0, 0)
    refused("a file of its parent", called, "pidfd_getfd", os.pidfd_open(os.getppid()), 0, 0)
    refused("the call itself", own_memory)


def own_memory() -> None:
    """Even of itself: so the call is refused, and not only what it asks for."""
    place = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(place), 8)
    called("process_vm_readv", os.getpid(), ctypes.addressof(vector), 1, ctypes.addressof(vector), 1, 0)


if __name__ == "__main__":
    attack(trace)
