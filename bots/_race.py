"""Which of several actions is best, when every look at one of them is a matter of luck.

All are looked at in the same worlds, with the same luck, so that a difference is compared and not two accidents. Who
has fallen clearly behind is looked at no more.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import TypeAlias

Look: TypeAlias = Callable[[int, int], float | None]  # what an action brings in a world; None if there was no time

FIRST = 8  # worlds before anybody is given up
BEHIND = 3.0  # standard errors


class Race:
    """The looks at some actions, the favourite first; or only at those that are still running."""

    def __init__(self, liking: Sequence[float], look: Look, running: Sequence[int] | None = None) -> None:
        self._liking = liking
        self._look = look
        self._seen: list[list[float]] = [[] for _ in liking]
        self.running = list(range(len(liking))) if running is None else list(running)
        self.worlds = 0

    @property
    def looks(self) -> int:
        return sum(map(len, self._seen))

    def run(self, more: Callable[[], bool], worlds: float = inf) -> None:
        """Look, world by world, as long as there is more time and something to decide; but not into more worlds than
        that. One that could not be looked at to the end does not count."""
        while len(self.running) > 1 and self.worlds < worlds:
            seen = []
            for action in self.running:
                value = self._look(action, self.worlds) if more() else None
                if value is None:
                    return
                seen.append(value + self._liking[action])
            for action, value in zip(self.running, seen, strict=True):
                self._seen[action].append(value)
            self.worlds += 1
            if self.worlds >= FIRST and self.worlds.bit_count() == 1:  # ever more seldom
                self._give_up()

    def best(self) -> int:
        """The action that has done best; the favourite, as long as it is not beaten."""
        return max(self.running, key=lambda action: (self.value(action), -action))

    def value(self, action: int) -> float:
        """On average."""
        seen = self._seen[action]
        return sum(seen) / len(seen) if seen else float("-inf")

    def _give_up(self) -> None:
        best = self.best()
        self.running = [action for action in self.running if action == best or not self._behind(action, best)]

    def _behind(self, action: int, best: int) -> bool:
        losses = [b - a for a, b in zip(self._seen[action], self._seen[best], strict=True)]
        loss = sum(losses) / len(losses)
        error = sqrt(sum([(each - loss) ** 2 for each in losses]) / (len(losses) - 1) / len(losses))
        return loss > BEHIND * error
