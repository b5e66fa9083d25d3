"""Does not want to end.

EXPECT: sigterm
"""

import signal

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super().run()


if __name__ == "__main__":
    Broken().run()
