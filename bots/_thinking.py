"""How long to think about a decision: by the clock, or by the number of looks.

The clock counts the bot's own CPU time, so that a busy machine does not make it weaker, and wall time, so that it is
never late. Where looks are counted, nothing else is: the same seed then gives the same decisions on every machine.
"""

import argparse
import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from msgspec import Struct

SHARE = 0.5  # of the time for a decision that is used at most
BANK = 0.01  # ... and of the bank
SAVED = 8.0  # decisions whose time can be saved

More: TypeAlias = Callable[[], bool]  # whether there is time for another step


class Thinking(Struct, frozen=True):
    """What a decision may cost."""

    seconds: float = 0.05
    looks: int | None = None  # instead of seconds

    def allowed(self, budget: dict[str, Any]) -> float:
        """Seconds that can be used of what the arena gives; without end where looks are counted."""
        return SHARE * budget["decision"] + BANK * budget["bank"] if self.looks is None else float("inf")

    def affords(self, seconds: float, budget: dict[str, Any]) -> bool:
        """Whether a step that cannot be broken off, and may take twice as long as it did, is in time."""
        return self.looks is not None or 2 * seconds < budget["decision"] + budget["bank"] / 2

    def given(self, budget: dict[str, Any], saved: float) -> float:
        """Seconds for this decision, with what was saved before."""
        return min(self.seconds + saved, self.allowed(budget)) if self.looks is None else float("inf")

    def begin(self, budget: dict[str, Any], saved: float = 0.0) -> More:
        """A decision begins: true until its time is up."""
        if self.looks is not None:
            return lambda: True
        wall, cpu = time.monotonic, time.process_time
        late, enough = wall() + self.allowed(budget), cpu() + self.given(budget, saved)
        return lambda: cpu() < enough and wall() < late

    def save(self, saved: float, used: float) -> float:
        """What is saved after a decision that used so many seconds."""
        return min(max(saved + self.seconds - used, 0.0), SAVED * self.seconds)

    def looking(self, more: More) -> More:
        """The same for looks: true until there is no more time, or there were enough of them."""
        if self.looks is None:
            return more
        left = iter(range(self.looks))
        return lambda: next(left, None) is not None


@contextmanager
def undisturbed() -> Iterator[None]:
    """Nobody looks for garbage meanwhile: among much that is remembered, that takes a tenth of a second at once."""
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if wanted:
            gc.enable()


def from_arguments(arguments: Sequence[str]) -> Thinking:
    """What the bot's command asks for."""
    parser = argparse.ArgumentParser("search", description="The house bot that searches.", allow_abbrev=False)
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--think", type=float, default=50.0, metavar="MS", help="milliseconds a decision (default 50)")
    either.add_argument("--work", type=int, metavar="N", help="looks a decision, whatever time they take")
    chosen = parser.parse_args(arguments)
    if chosen.think < 0 or (chosen.work is not None and chosen.work < 0):
        parser.error("--think and --work cannot be negative")
    return Thinking(chosen.think / 1000, chosen.work)
