"""Sends its thoughts, all of them.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        return super().act(message) | {"note": "hm, " * 500}


if __name__ == "__main__":
    Broken().run()
