"""What a bot may use, and the command in front of its own that sets it.

Code between fork and exec would copy a large arena's page tables, and limits set afterwards would race the bot.
"""

import shutil

from msgspec import Struct

from arena.errors import UserError

MIB = 1 << 20


class Limits(Struct, frozen=True):
    """What a bot may use. Memory is that of one process; a jail as a whole may have as much and its scratch folder."""

    memory: int = 1024 * MIB
    addresses: int = 8192 * MIB  # Java, Node and Go reserve far more than they use
    cpu: int = 600  # seconds
    file: int = 16 * MIB
    files: int = 128
    processes: int = 64  # in a jail; elsewhere it would count everything that the user runs
    scratch: int = 64 * MIB  # in a jail

    @property
    def jail_memory(self) -> int:
        return self.memory + self.scratch


LIMITS = Limits()


def fence(limits: Limits = LIMITS) -> list[str]:
    """The command in front of the bot's at the level `limits`: its limits, no new privileges, death with the arena."""
    need_tools("limits")
    return ["setpriv", "--no-new-privs", "--pdeathsig", "KILL", "--", *prlimit(limits), "--"]


def fence_inside(limits: Limits) -> list[str]:
    """The same inside a jail, where processes can be counted too."""
    return [*prlimit(limits), f"--nproc={limits.processes}", "--msgqueue=0", "--sigpending=256", "--"]


def need_tools(level: str) -> None:
    missing = [tool for tool in ("setpriv", "prlimit") if shutil.which(tool) is None]
    if missing:
        raise UserError(f"isolation '{level}' needs {' and '.join(missing)} (Debian: util-linux), or choose 'none'")


def prlimit(limits: Limits) -> list[str]:
    return [
        *("prlimit", f"--data={limits.memory}", f"--as={limits.addresses}", f"--cpu={limits.cpu}:{limits.cpu + 1}"),
        *(f"--fsize={limits.file}", f"--nofile={limits.files}", "--core=0", "--memlock=65536", "--rtprio=0"),
    ]
