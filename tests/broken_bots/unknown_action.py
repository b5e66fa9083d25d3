"""Makes up an action.

EXPECT: legal
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        return {"do": "win"}


if __name__ == "__main__":
    Broken().run()
