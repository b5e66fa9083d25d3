"""Every level put to the test: the probes run as a bot at that level, and what they got through is held against what
the level promises."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

import trio
from msgspec import Struct

from arena.isolation import bait
from arena.isolation.levels import Isolation
from arena.isolation.limits import LIMITS, MIB, Limits
from arena.isolation.probes import Bait
from arena.isolation.probes.__main__ import NOTES
from arena.isolation.probes.table import INSIDE, OUTSIDE, SLOW, name
from arena.process import Process

PATIENCE = 60.0  # seconds for all probes of a level
SMALL = Limits(memory=128 * MIB, scratch=16 * MIB)
_MANY = {"many": 4, "each": 64}  # together more than a small jail may have
_COMMAND = (sys.executable, "-P", "-m", "arena.isolation.probes")

_INSIDE = [name(probe) for probes in INSIDE.values() for probe in probes]
GROUPS = {group: [name(probe) for probe in probes] for group, probes in INSIDE.items()}
GROUPS["appetite"] += [SLOW]
GROUPS["remains"] = list(OUTSIDE)


class Finding(Struct, frozen=True):
    """What came of one probe at one level."""

    got_through: bool
    how: str


def promised(level: Isolation) -> set[str]:
    """The probes that a level stops, whatever the machine. Root's own rights only a jail takes away."""
    match level:
        case Isolation.NONE:
            return {"environment", "inherited files", "daemon"}
        case Isolation.LIMITS:
            always = {"new privileges", "memory", "open files", "file size", "core dump"}
            ordinary = set() if os.geteuid() == 0 else {"raise limits", "realtime", "locked memory", "capabilities"}
            return promised(Isolation.NONE) | always | ordinary
        case Isolation.JAIL:
            return {probe for probes in GROUPS.values() for probe in probes}


def holes(level: Isolation, *, slowly: bool = False) -> list[str]:
    """What gets through although the level promises to stop it, a sentence each."""
    return broken(level, trio.run(try_level, level, slowly))


def broken(level: Isolation, findings: dict[str, Finding]) -> list[str]:
    kept = promised(level)
    return [f"{probe}: {found.how}" for probe, found in findings.items() if probe in kept and found.got_through]


async def try_level(level: Isolation, slowly: bool) -> dict[str, Finding]:
    """All probes at a level; the slow ones too, if there is time."""
    with bait.laid_out() as laid:
        findings = await _try_all(level, laid)
        return findings | (await _try_many(level, laid) if slowly else {})


async def _try_all(level: Isolation, laid: Bait) -> dict[str, Finding]:
    told, why = await _told(level, "all", laid, LIMITS)
    silent = Finding(True, f"the probe said nothing of it. {why}".strip())  # what we do not know is not stopped
    findings = {probe: told.get(probe, silent) for probe in _INSIDE}
    if not told:
        return {**findings, **dict.fromkeys(OUTSIDE, silent)}
    notes = [Path(folder, laid["note"]) for folder in NOTES]
    left = [note for note in notes if note.exists()]
    for note in left:
        note.unlink()
    found = [f"left {', '.join(str(note.parent) for note in left)}"] if left else []
    daemons = _bearers(laid["note"])
    return {
        **findings,
        "daemon": Finding(bool(daemons), f"{len(daemons)} left" if daemons else "gone"),
        "note": Finding(bool(found), "".join(found) or "gone"),
    }


async def _try_many(level: Isolation, laid: Bait) -> dict[str, Finding]:
    told, _ = await _told(level, "many", laid | _MANY, SMALL)
    return {SLOW: told.get(SLOW, Finding(False, "all were ended"))}


async def _told(level: Isolation, what: str, laid: Bait, limits: Limits) -> tuple[dict[str, Finding], str]:
    """What the probes at a level said, and their stderr."""
    folder = Path(laid["own"])
    said = b""
    process = Process([*_COMMAND, what, laid["note"]], folder=folder, isolation=level, limits=limits)
    try:
        os.write(process.stdin, json.dumps(laid).encode() + b"\n")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(process.gone)  # which also looks after its memory
            with trio.move_on_after(PATIENCE):
                said = await _read(process)
            nursery.cancel_scope.cancel()
        why = process.last_words()
    finally:
        await process.close()
    lines = [json.loads(line) for line in said.splitlines()]
    return {probe: Finding(got_through, how) for probe, got_through, how in lines}, why


async def _read(process: Process) -> bytes:
    """All that it says."""
    said = b""
    while True:
        await trio.lowlevel.wait_readable(process.stdout)
        chunk = os.read(process.stdout, 65_536)
        if not chunk:
            return said
        said += chunk


def _bearers(mark: str) -> list[int]:
    """Processes that have this in their command."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if mark.encode() in file.read_bytes():
                found.append(int(file.parent.name))
    return found
