"""Is made for one match.

EXPECT: again
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def start(self, message: dict[str, Any]) -> None:
        super().start(message)
        if self.matches == 2:
            raise RuntimeError("I have played already")


if __name__ == "__main__":
    Broken().run()
