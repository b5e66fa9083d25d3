"""Probes that call the kernel for what no bot needs, or for what two jails could speak through."""

import ctypes
import fcntl
import os
import platform

from arena.isolation.probes import Bait
from arena.isolation.syscalls import MACHINES

_libc = ctypes.CDLL(None, use_errno=True)
_NEW_USER, _NEW_MOUNTS = 0x10000000, 0x00020000
_USER_KEYRING = -4
_SHARED = "/usr/bin/env"  # a file that all jails can read


def call(name: str, *arguments: int) -> int:
    """A system call by its name; negative for an error."""
    number = MACHINES[platform.machine()].numbers[name]
    result: int = _libc.syscall(number, *map(ctypes.c_long, arguments))
    return result


def checked(result: int) -> int:
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result


def new_privileges(bait: Bait) -> str:
    return _unless("NoNewPrivs", "1", "set-user-id programs would give it their rights")


def capabilities(bait: Bait) -> str:
    return _unless("CapEff", "0" * 16, "has rights of root")


def _unless(field: str, harmless: str, how: str) -> str:
    with open("/proc/self/status", encoding="ascii", errors="replace") as file:
        value = next(line.split()[1] for line in file if line.startswith(f"{field}:"))
    if value == harmless:
        raise OSError("has none")
    return how


def other_user(bait: Bait) -> str:
    os.setresuid(54321, 54321, 54321)
    return "became another user"


def user_namespace(bait: Bait) -> str:
    checked(call("unshare", _NEW_USER))
    return "is root in a namespace of its own"


def mount_namespace(bait: Bait) -> str:
    checked(call("unshare", _NEW_MOUNTS))
    return "could mount"


def io_uring(bait: Bait) -> str:
    parameters = ctypes.create_string_buffer(120)
    os.close(checked(call("io_uring_setup", 1, ctypes.addressof(parameters))))
    return "has a ring"


def bpf(bait: Bait) -> str:
    kind, key, value, entries = 2, 4, 4, 1  # an array
    attributes = (ctypes.c_uint32 * 16)(kind, key, value, entries)
    os.close(checked(call("bpf", 0, ctypes.addressof(attributes), 64)))
    return "loaded something into the kernel"


def perf(bait: Bait) -> str:
    attributes = (ctypes.c_uint32 * 32)(1, 128)  # the software clock, of itself
    os.close(checked(call("perf_event_open", ctypes.addressof(attributes), 0, -1, -1, 0)))
    return "measures the processor"


def userfaultfd(bait: Bait) -> str:
    os.close(checked(call("userfaultfd", 1)))  # for its own pages only, which an ordinary user may
    return "handles page faults"


def keyring(bait: Bait) -> str:
    name, data = ctypes.create_string_buffer(b"arena-probe"), ctypes.create_string_buffer(b"x")
    kind = ctypes.create_string_buffer(b"user")
    key = checked(call("add_key", *map(ctypes.addressof, (kind, name, data)), 1, _USER_KEYRING))
    call("keyctl", 9, key, _USER_KEYRING)  # unlink it
    return "left a note in the kernel"


def file_handle(bait: Bait) -> str:
    handle = (ctypes.c_uint32 * 34)(128)
    mount = ctypes.c_int()
    path = ctypes.create_string_buffer(b"/usr")
    places = ctypes.addressof(path), ctypes.addressof(handle), ctypes.addressof(mount)
    checked(call("name_to_handle_at", -100, *places, 0))
    return "has a name for a file that no path bounds"


def flock(bait: Bait) -> str:
    with open(_SHARED, "rb") as file:
        fcntl.flock(file, fcntl.LOCK_SH)
    return "locked a file that others can lock"


def record_lock(bait: Bait) -> str:
    with open(_SHARED, "rb") as file:
        fcntl.lockf(file, fcntl.LOCK_SH)
    return "locked a part of a file that others can lock"


def watch_file(bait: Bait) -> str:
    watcher = checked(_libc.inotify_init1(0))
    path = ctypes.create_string_buffer(_SHARED.encode())
    checked(call("inotify_add_watch", watcher, ctypes.addressof(path), 0x20))
    return "sees who opens a file"


def shared_segment(bait: Bait) -> str:
    segment = checked(call("shmget", 0, 4096, 0o1600))  # a new one, which a rival could be told of
    _libc.shmctl(segment, 0, None)  # and no more
    return "made a piece of shared memory"


def shared_file(bait: Bait) -> str:
    os.close(os.open(bait["shared"], os.O_RDONLY))
    return "found a file in shared memory"
