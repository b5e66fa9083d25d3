"""Whose something is: the name of the process that made it, which also tells whether that process is still there.

Numbers of processes are used again, so the time of the start is part of the name; and they mean something only in their
own namespace, so that is part of it, too.
"""

import os
from functools import cache
from pathlib import Path

_STARTED = 19  # field of /proc/.../stat, counted from the one after the name


def owner() -> str:
    """This process."""
    return _name(os.getpid())


@cache
def _name(pid: int) -> str:
    return f"{_namespace()}.{pid}.{started(pid)}"


def is_gone(name: str) -> bool:
    """Whether a process of that name ran here and does not any more. Who cannot be known is not called gone."""
    namespace, _, process = name.partition(".")
    pid, _, start = process.partition(".")
    if namespace != _namespace() or not pid.isdecimal() or not start.isdecimal():
        return False
    return started(int(pid)) != int(start)


def started(pid: int) -> int | None:
    """When a process was started, in ticks since the machine was; None if there is none, or only its corpse."""
    try:
        fields = Path("/proc", str(pid), "stat").read_bytes().rpartition(b") ")[2].split()
    except OSError:
        return None
    return None if fields[0] in (b"Z", b"X") else int(fields[_STARTED])


def _namespace() -> str:
    return str(Path("/proc/self/ns/pid").stat().st_ino)
