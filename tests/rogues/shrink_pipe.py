"""Makes its stdin and stdout as small as they can be, and plays well."""

import fcntl

from tests.rogues.rogue import STDIN, STDOUT, play, ready

ROWS = ("T5",)
EXPECT = ()


def greet() -> None:
    fcntl.fcntl(STDIN, fcntl.F_SETPIPE_SZ, 4096)
    fcntl.fcntl(STDOUT, fcntl.F_SETPIPE_SZ, 4096)
    ready()


if __name__ == "__main__":
    play(greet=greet)
