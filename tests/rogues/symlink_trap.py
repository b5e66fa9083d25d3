"""Leaves links to what is not its own, pipes, a socket, and folders that nobody may enter."""

import os
import socket
from pathlib import Path

from tests.rogues.escape import BAIT, attack

ROWS = ("E8",)
EXPECT = ()
LEVEL = "jail"


def lay() -> None:
    home = Path(os.environ["TMPDIR"])
    for name, target in (("secret", BAIT["secret"]), ("folder", BAIT["folder"]), ("self", "."), ("root", "/")):
        (home / name).symlink_to(target)
    os.mkfifo(home / "pipe")
    socket.socket(socket.AF_UNIX).bind(str(home / "socket"))
    os.chdir(home)
    for _ in range(1500):
        os.mkdir("deep")
        os.chdir("deep")
    closed = home / "closed"
    (closed / "inside").mkdir(parents=True)
    (closed / "inside").chmod(0)
    closed.chmod(0)


if __name__ == "__main__":
    attack(lay)
