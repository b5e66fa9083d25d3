"""Keeps the name of its first match.

EXPECT: again
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        self.first = getattr(self, "first", message["match"])
        return super().act(message) | {"match": self.first}


if __name__ == "__main__":
    Broken().run()
