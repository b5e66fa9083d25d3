"""What `docs/isolation.md` says is what the code does."""

import re
from pathlib import Path

from arena.isolation.levels import Isolation
from arena.isolation.limits import LIMITS, MIB
from arena.isolation.trials import GROUPS
from tests.isolation.jails import ROOT

TEXT = Path(ROOT, "docs/isolation.md").read_text("utf-8")


def test_every_level_is_described() -> None:
    assert [line.split("`")[1] for line in TEXT.splitlines() if re.match(r"\| `\w+` \|", line)] == list(Isolation)


def test_every_probe_is_listed() -> None:
    rows = {
        group: re.findall(r"`(.*?)`", row) for group, row in re.findall(r"^\| (\w+) \| (`.*) \|$", TEXT, re.MULTILINE)
    }
    assert rows == GROUPS


def test_the_limits_are_the_true_ones() -> None:
    told = dict(re.findall(r"^\| ([a-z ]+) \| (\d+)[ MiBs]* \|$", TEXT, re.MULTILINE))
    assert {name: int(number) for name, number in told.items()} == {
        "memory of one process": LIMITS.memory // MIB,
        "memory of all its processes and its files together": LIMITS.jail_memory // MIB,
        "processes": LIMITS.processes,
        "open files": LIMITS.files,
        "size of one file": LIMITS.file // MIB,
        "scratch folder": LIMITS.scratch // MIB,
        "processor time": LIMITS.cpu,
    }
