"""Prints what it thinks, to stdout.

EXPECT: match
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        print("thinking about turn", message["turn"], flush=True)
        return super().choose(message)


if __name__ == "__main__":
    Broken().run()
