"""Sends texts as binary data.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        return {key.encode(): value for key, value in super().act(message).items()}


if __name__ == "__main__":
    Broken().run()
