"""Forgets the type of its message.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        act = super().act(message)
        del act["type"]
        return act


if __name__ == "__main__":
    Broken().run()
