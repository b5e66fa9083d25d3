"""Which step tells which mistake. One mistake is met by many steps, and its author shall read it once."""

from arena.conformance_flaw import Flaw
from arena.conformance_steps import NEEDS


class Told:
    """Who has told which mistake, so that each is told once, by the step that is about it."""

    def __init__(self, steps: list[str]) -> None:
        self.steps = steps
        self._culprits: dict[str, str] = {}  # of each step that did not pass, the one that tells why
        self._left: dict[str, Flaw] = {}  # what other steps have met and left to a later one
        self._crashes: dict[str, str] = {}  # by the last line of stderr, the step that told it

    def why_not(self, name: str) -> str | None:
        """The step whose failure leaves nothing to try here."""
        if name in self._left:
            return None
        return next((self._culprits[need] for need in reversed(NEEDS[name]) if need in self._culprits), None)

    def left_to(self, name: str) -> Flaw | None:
        return self._left.get(name)

    def hand(self, name: str, flaw: Flaw) -> str:
        """Which step tells this flaw, that this one has met."""
        teller = self._teller(name, flaw)
        self._culprits[name] = teller
        if teller != name and teller not in self._culprits:
            self._left.setdefault(teller, flaw)
        if flaw.ended and flaw.log.strip():
            self._crashes.setdefault(flaw.log.splitlines()[-1], teller)
        return teller

    def _teller(self, name: str, flaw: Flaw) -> str:
        if flaw.ended and flaw.log.strip() and flaw.log.splitlines()[-1] in self._crashes:
            return self._crashes[flaw.log.splitlines()[-1]]
        to_come = self.steps[self.steps.index(name) :]
        return next((step for step in flaw.about if step in self._culprits or step in to_come), name)
