"""Wants to be root in a world of its own: namespaces, mounts, another root."""

import ctypes
import os

from arena.isolation.probes import calls
from tests.rogues.escape import attack, called, refused, stopped

ROWS = ("E10",)
EXPECT = ()
LEVEL = "jail"

NAMESPACES = {"user": 0x10000000, "mounts": 0x00020000, "processes": 0x20000000, "network": 0x40000000}
SIGCHLD = 17


def enter() -> None:
    stopped(calls.user_namespace, calls.mount_namespace, calls.capabilities, calls.other_user)
    for name, flag in NAMESPACES.items():
        refused(f"a clone with its own {name}", clone, flag)
    refused("a mount", mount)
    refused("another root", os.chroot, "/tmp")
    refused("entered a namespace", called, "setns", os.open("/proc/self/ns/mnt", os.O_RDONLY), 0)


def clone(flag: int) -> None:
    if called("clone", flag | SIGCHLD, 0, 0, 0, 0) == 0:
        os._exit(0)


def mount() -> None:
    kind, place = ctypes.create_string_buffer(b"tmpfs"), ctypes.create_string_buffer(b"/tmp")
    called("mount", ctypes.addressof(kind), ctypes.addressof(place), ctypes.addressof(kind), 0, 0)


if __name__ == "__main__":
    attack(enter)
