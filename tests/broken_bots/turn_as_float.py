"""Sends the turn as a float.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        return super().act(message) | {"turn": float(message["turn"])}


if __name__ == "__main__":
    Broken().run()
