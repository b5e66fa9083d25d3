"""Rewrites its own file, the house bots and the SDK."""

import os
from pathlib import Path

import arena.sdk
import bots
from tests.rogues import escape
from tests.rogues.escape import attack, refused

ROWS = ("E12",)
EXPECT = ()
LEVEL = "jail"


def rewrite() -> None:
    for module in (escape, arena.sdk, bots, os):
        file = Path(module.__file__ or "")
        refused(f"opened {file}", file.open, "ab")
        refused(f"touched {file}", file.touch)
        refused(f"changed the mode of {file}", file.chmod, 0o777)
        refused(f"wrote beside {file}", file.with_name("planted.py").touch)
        refused(f"renamed {file}", file.rename, file.with_suffix(".old"))


if __name__ == "__main__":
    attack(rewrite)
