"""Its estimate is not a number.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        return super().act(message) | {"value": float("nan")}


if __name__ == "__main__":
    Broken().run()
