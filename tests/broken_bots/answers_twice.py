"""Answers every ask twice.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def ask(self, message: dict[str, Any]) -> None:
        super().ask(message)
        super().ask(message)


if __name__ == "__main__":
    Broken().run()
