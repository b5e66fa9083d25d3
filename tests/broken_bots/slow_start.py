"""Loads for a long time before it reads.

EXPECT: ready
"""

import time

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        time.sleep(60)
        super().run()


if __name__ == "__main__":
    Broken().run()
