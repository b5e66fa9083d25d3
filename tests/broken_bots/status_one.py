"""Ends with exit status 1.

EXPECT: bye
"""

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def bye(self) -> None:
        raise SystemExit(1)


if __name__ == "__main__":
    Broken().run()
