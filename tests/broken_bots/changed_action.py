"""Sends back only a part of some actions.

EXPECT: legal
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        action = super().choose(message)
        return {"do": "leave"} if action["do"] == "leave" else action


if __name__ == "__main__":
    Broken().run()
