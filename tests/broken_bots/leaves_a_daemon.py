"""Starts a helper of its own session, without its environment.

EXPECT: children
"""

import subprocess
from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def hello(self, message: dict[str, Any]) -> None:
        null = subprocess.DEVNULL
        subprocess.Popen(["/bin/sleep", "60"], stdin=null, stdout=null, start_new_session=True, env={})
        super().hello(message)


if __name__ == "__main__":
    Broken().run()
