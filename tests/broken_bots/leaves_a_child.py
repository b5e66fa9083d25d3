"""Starts a helper and forgets it.

EXPECT: children
"""

import subprocess
from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def hello(self, message: dict[str, Any]) -> None:
        subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        super().hello(message)


if __name__ == "__main__":
    Broken().run()
