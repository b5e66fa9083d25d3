"""Takes longer than it has, once.

EXPECT: time
"""

import time
from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        time.sleep(0.6 if self.asked == 3 else 0.0)
        return super().choose(message)


if __name__ == "__main__":
    Broken().run()
