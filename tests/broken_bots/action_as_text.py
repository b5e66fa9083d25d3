"""Sends the action as a text.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        return message["legal"][0]["do"]


if __name__ == "__main__":
    Broken().run()
