"""Makes its stdin as small as it can be and reads nothing."""

import fcntl
import time

from tests.rogues.rogue import STDIN, play, ready

ROWS = ("T4",)
EXPECT = ("late", "late", "silent")
PLACE = 0


def greet() -> None:
    fcntl.fcntl(STDIN, fcntl.F_SETPIPE_SZ, 4096)
    ready()
    time.sleep(3600)


if __name__ == "__main__":
    play(greet=greet)
