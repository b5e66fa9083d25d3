"""Takes the budget apart by its length.

EXPECT: unknown
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def ask(self, message: dict[str, Any]) -> None:
        decision, bank = message["budget"].values()
        self.left = decision + bank
        super().ask(message)


if __name__ == "__main__":
    Broken().run()
