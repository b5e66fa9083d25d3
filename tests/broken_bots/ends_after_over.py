"""Takes `over` for `bye`.

EXPECT: again
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def over(self, message: dict[str, Any]) -> None:
        raise SystemExit


if __name__ == "__main__":
    Broken().run()
