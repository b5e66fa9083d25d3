"""Has a bug where it cleans up.

EXPECT: bye
"""

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def bye(self) -> None:
        assert self.matches < 0, "a bug"


if __name__ == "__main__":
    Broken().run()
