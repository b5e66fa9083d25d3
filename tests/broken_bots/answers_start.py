"""Answers `start`, which is no question.

EXPECT: stdout
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def start(self, message: dict[str, Any]) -> None:
        super().start(message)
        self.say({"type": "act", "match": message["match"], "turn": 0, "action": {}})


if __name__ == "__main__":
    Broken().run()
