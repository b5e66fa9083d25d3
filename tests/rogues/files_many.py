"""Makes twenty thousand empty files, and leaves them."""

import os

from tests.rogues.escape import attack

ROWS = ("R13",)
EXPECT = ()
LEVEL = "jail"


def write() -> None:
    try:
        for number in range(20_000):
            os.close(os.open(os.path.join(os.environ["TMPDIR"], str(number)), os.O_CREAT | os.O_WRONLY))
    except OSError:
        return  # refused, which is as good as thrown away at the end


if __name__ == "__main__":
    attack(write)
