"""Does not know the UFO.

EXPECT: variants
"""

from typing import Any

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def choose(self, message: dict[str, Any]) -> Any:
        assert not self.options["ufo"], "never heard of it"
        return super().choose(message)


if __name__ == "__main__":
    Broken().run()
