"""Keeps its answers in a buffer.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def ask(self, message: dict[str, Any]) -> None:
        self.kept = self.act(message)


if __name__ == "__main__":
    Broken().run()
