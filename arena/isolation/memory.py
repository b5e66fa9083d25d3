"""The memory of a whole jail, for machines that give us no control group: looked at now and then.

A bot that takes gigabytes within a moment is noticed late, which is why `arena doctor` says which way a machine has.
"""

import os
from pathlib import Path

from arena.isolation.kin import descendants

SAMPLE = 0.25  # seconds
_PAGE = os.sysconf("SC_PAGE_SIZE")


def used(first: int) -> int:
    """Bytes used by the first process of a jail and all others in it, none of whom can leave its tree.

    Forked processes share pages. That is counted properly only where the quick count is too much.
    """
    return sum(_resident(pid) for pid in {first} | descendants(first))


def used_properly(first: int) -> int:
    """The same with shared pages shared out."""
    return sum(_proportional(pid) for pid in {first} | descendants(first))


def is_above(first: int, limit: int) -> bool:
    return used(first) > limit and used_properly(first) > limit


def go_first(pid: int) -> None:
    """If the whole machine runs out of memory, this process and what it starts are to end before all others."""
    Path("/proc", str(pid), "oom_score_adj").write_text("1000")


def _resident(pid: int) -> int:
    try:
        return int(Path("/proc", str(pid), "statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _proportional(pid: int) -> int:
    try:
        lines = Path("/proc", str(pid), "smaps_rollup").read_text().splitlines()
    except OSError:
        return _resident(pid)
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
