"""Has four colours.

EXPECT: variants
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def start(self, message: dict[str, Any]) -> None:
        super().start(message)
        self.colours = ["red", "green", "blue", "white"][: self.seats][self.seats - 1]


if __name__ == "__main__":
    Broken().run()
