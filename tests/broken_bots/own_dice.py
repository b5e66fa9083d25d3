"""Takes its luck from the clock.

EXPECT: repeat
"""

import time
from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def start(self, message: dict[str, Any]) -> None:
        super().start(message)
        self.random.seed(time.time_ns())


if __name__ == "__main__":
    Broken().run()
