"""Sends its version as a number.

EXPECT: ready
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def greeting(self) -> dict[str, Any]:
        return super().greeting() | {"version": 1.0}


if __name__ == "__main__":
    Broken().run()
