"""Says ready, and says it again.

EXPECT: ready
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def hello(self, message: dict[str, Any]) -> None:
        super().hello(message)
        super().hello(message)


if __name__ == "__main__":
    Broken().run()
