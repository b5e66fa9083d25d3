"""Any legal action, each as likely as the other. The weakest player that is still a player."""

from __future__ import annotations

from random import Random

from arena.sdk import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class RandomBot:
    """Its dice come from the seed that the arena gives it, so that a match can be repeated."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.random = Random(start["seed"])

    def choose(self, ask: dict[str, Any]) -> Any:
        return self.random.choice(ask["legal"])


BOT = RandomBot

if __name__ == "__main__":
    run(BOT, name="random")
