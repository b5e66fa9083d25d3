"""For rogues that attack something besides the protocol: one attempt in the middle of the match, honest play around it.

What there is to be attacked lies in a file beside them: the arena, a rival that runs, files, doors, all made for it. A
rogue that gets through says how and ends itself, which is a fault that nobody expects of it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.isolation.probes.calls import call, checked
from tests.rogues.rogue import Message, honest, insist, play

if TYPE_CHECKING:
    from collections.abc import Callable

    from arena.isolation.probes import Probe

BAIT: dict[str, Any] = json.loads(Path("bait.json").read_text("utf-8"))
MIB = 1 << 20
PIECE = b"x" * MIB


def attack(attempt: Callable[[], None]) -> None:
    """Play honestly but for one attempt, after the first decision."""
    attempts = [attempt]

    def answer(ask: Message) -> None:
        if attempts:
            attempts.pop()()
        honest(ask)

    play(answer)


def refused(what: str, attempt: Callable[..., object], *arguments: object) -> None:
    """This must not be possible."""
    try:
        attempt(*arguments)
    except (OSError, MemoryError, ValueError):  # a limit that cannot be raised is a ValueError
        return
    insist(False, what)


def stopped(*probes: Probe) -> None:
    """None of the doctor's probes may get through."""
    for probe in probes:
        refused(probe.__name__, probe, BAIT)


def called(name: str, *arguments: int) -> int:
    """A system call by its name; OSError if it is refused."""
    return checked(call(name, *arguments))


def fill(folder: str, most: int) -> int:
    """Write files of up to 8 MiB until it is refused, at most so many bytes; how many it were. They are left there."""
    written = 0
    try:
        for number in range(1 + most // (8 * MIB)):
            with open(os.path.join(folder, f"fill-{number}"), "wb", buffering=0) as file:
                for _ in range(8):
                    written += file.write(PIECE)
    except OSError:
        pass
    return written
