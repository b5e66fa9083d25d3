"""Sends the place of the action in the list.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        return 0


if __name__ == "__main__":
    Broken().run()
