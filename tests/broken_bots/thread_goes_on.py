"""A thread of it does not notice that all is over.

EXPECT: eof
"""

import threading
import time

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        threading.Thread(target=time.sleep, args=(60,)).start()
        super().run()


if __name__ == "__main__":
    Broken().run()
