"""Crashes at a message that it does not know.

EXPECT: unknown
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def unknown(self, message: dict[str, Any]) -> None:
        raise ValueError(message["type"])


if __name__ == "__main__":
    Broken().run()
