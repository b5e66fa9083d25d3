"""Prints when a match begins, a moment later.

EXPECT: stdout
"""

import threading
from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def start(self, message: dict[str, Any]) -> None:
        super().start(message)
        threading.Timer(0.02, print, ["a new match"], {"flush": True}).start()


if __name__ == "__main__":
    Broken().run()
