"""Puts a link to somebody else's file in the place of its log, or takes the log away."""

import os
import sys
from pathlib import Path

from tests.rogues.rogue import Message, play

ROWS = ("E8",)
EXPECT = ()


def lay(_: Message) -> None:
    log = Path(os.environ["HOME"]).parent / "stderr"
    log.unlink()
    if len(sys.argv) > 1:
        log.symlink_to(sys.argv[1])


if __name__ == "__main__":
    play(begin=lay)
