"""Does not expect to choose missions.

EXPECT: variants
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        phases = {"board": 0, "travel": 0, "regain": 0, "land": 0, "parachute": 0}
        return message["legal"][phases[message["view"]["phase"]]]


if __name__ == "__main__":
    Broken().run()
