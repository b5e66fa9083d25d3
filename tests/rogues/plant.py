"""Poisons whatever starts after it, in its own home and beside the libraries; and looks whether somebody did before."""

import os
import site
import sys
from contextlib import suppress
from pathlib import Path

from tests.rogues.escape import BAIT, attack
from tests.rogues.rogue import insist

ROWS = ("E13", "I8")
EXPECT = ()
LEVEL = "jail"

POISON = ("LD_PRELOAD", "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "NODE_OPTIONS")
LINE = "import sys; sys.planted = True\n"


def plant() -> None:
    insist(not [name for name in POISON if name in os.environ], "a poisoned environment")
    insist(BAIT["variable"] not in os.environ, "the environment of the arena")
    insist(not hasattr(sys, "planted"), "what an earlier one planted is run")
    home, user = Path.home(), Path(site.getusersitepackages())
    for file in (user / "a.pth", user / "usercustomize.py", home / ".bashrc", Path("/dev/shm/planted.py")):
        insist(not file.exists(), f"what an earlier one planted: {file}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(LINE)
    for folder in map(Path, (*site.getsitepackages(), os.getcwd(), "/var/tmp")):
        for name in ("a.pth", "sitecustomize.py"):
            insist(not try_to_write(folder / name), f"planted in {folder}")


def try_to_write(file: Path) -> bool:
    with suppress(OSError):
        file.write_text(LINE)
        file.unlink()
        return True
    return False


if __name__ == "__main__":
    attack(plant)
