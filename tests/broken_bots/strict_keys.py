"""Refuses keys that it does not know.

EXPECT: unknown
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def ask(self, message: dict[str, Any]) -> None:
        known = {"type", "match", "turn", "view", "legal", "events", "budget"}
        assert set(message) == known, set(message) - known
        super().ask(message)


if __name__ == "__main__":
    Broken().run()
