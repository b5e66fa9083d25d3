"""Attempts to get out, for `arena doctor` and for the test that a jail has to pass before it is used.

A probe is a function of the bait. It returns how it got through; if it is stopped it raises OSError, or dies. None of
them does harm where nothing stops it: signals have the number 0, connections go to a listener of the arena, everything
that fills something is bounded and gives it back.

Only the standard library is used, for a probe has to start wherever a bot can.
"""

import json
import os
import signal
from collections.abc import Callable
from typing import Any, TypeAlias

Bait: TypeAlias = dict[str, Any]  # what there is outside to be reached for; see `arena.isolation.bait`
Probe: TypeAlias = Callable[[Bait], str]

PATIENCE = 10  # seconds for one probe


def through(probe: Probe, bait: Bait) -> tuple[bool, str]:
    """Whether a probe gets through, and how, or what stopped it. It runs in a process of its own."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(ours)
        _attempt(probe, {**bait, "told": theirs}, theirs)
    os.close(theirs)
    with os.fdopen(ours, "rb") as told:
        verdict = told.read()
    _, status = os.waitpid(pid, 0)
    if verdict:
        got_through, how = json.loads(verdict)
        return got_through, how
    if os.WIFSIGNALED(status):
        return False, f"ended by {signal.Signals(os.WTERMSIG(status)).name}"
    return True, "the probe itself failed"  # what we do not know is not stopped


def _attempt(probe: Probe, bait: Bait, told: int) -> None:
    signal.alarm(PATIENCE)
    os.setsid()  # what a probe leaves open is closed with its group
    try:
        verdict = (True, probe(bait))
    except OSError as error:
        verdict = (False, error.strerror or str(error))
    except MemoryError:
        verdict = (False, "no memory")
    os.write(told, json.dumps(verdict).encode())
    os._exit(0)
