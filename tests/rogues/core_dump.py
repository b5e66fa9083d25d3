"""Crashes with much memory, in a folder where a core file could be left."""

import os
import resource

from tests.rogues.escape import MIB, attack
from tests.rogues.rogue import insist

ROWS = ("R15",)
EXPECT = ()
LEVEL = "limits"
DECISION = 20.0  # a child that fills so much memory, for which a bot gets no credit


def crash() -> None:
    os.chdir(os.environ["TMPDIR"])
    pid = os.fork()
    if pid == 0:
        held = bytearray(256 * MIB)
        resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)
        os.abort() if held else None
    _, status = os.waitpid(pid, 0)
    insist(not os.WCOREDUMP(status), "the kernel says that there is a core file")
    insist(not [name for name in os.listdir() if name.startswith("core")], "a core file")


if __name__ == "__main__":
    attack(crash)
