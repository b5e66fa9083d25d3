"""Loses the last byte of each answer.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        self.cut = True
        return super().act(message)

    def write(self, data: bytes) -> None:
        super().write(data[:-1] if self.asked else data)


if __name__ == "__main__":
    Broken().run()
