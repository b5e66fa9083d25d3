"""Who started whom."""

import os
from pathlib import Path


def children(pid: int) -> list[int]:
    """Those that a process has started, or adopted, and not yet buried."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return found  # it has ended
    for thread in threads:
        try:
            found += map(int, Path("/proc", str(pid), "task", thread, "children").read_text().split())
        except OSError:
            continue  # that thread has ended, and another has its children
    return found


def descendants(pid: int) -> set[int]:
    """All that a process has started, and what those have started."""
    found: set[int] = set()
    for child in children(pid):
        found |= {child} | descendants(child)
    return found
