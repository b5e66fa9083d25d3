"""Wants to put a cat aboard whenever it is asked.

EXPECT: legal
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        return {"do": "board", "cat": "moon"}


if __name__ == "__main__":
    Broken().run()
