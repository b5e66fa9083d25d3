"""Prints a line before it has said anything.

EXPECT: ready
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def hello(self, message: dict[str, Any]) -> None:
        print("Broken Bot 1.0", flush=True)
        super().hello(message)


if __name__ == "__main__":
    Broken().run()
