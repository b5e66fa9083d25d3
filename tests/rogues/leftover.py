"""Leaves a note in its home for its next match: it must never find one."""

import os
from contextlib import suppress
from pathlib import Path

from tests.rogues.rogue import Message, insist, play

ROWS = ("I8",)
EXPECT = ()


def look(_: Message) -> None:
    homes = [Path.home(), Path(os.environ["TMPDIR"]), Path.cwd()]
    insist(not any((home / "note").exists() for home in homes), "a note from an earlier match")
    for home in homes:
        with suppress(OSError):  # in a jail, its folder is not to be written to
            (home / "note").write_text("the rival boards the moon cat first", encoding="utf-8")


if __name__ == "__main__":
    play(begin=look)
