"""Speaks a protocol of the future.

EXPECT: ready
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def greeting(self) -> dict[str, Any]:
        return super().greeting() | {"protocol": 2}


if __name__ == "__main__":
    Broken().run()
