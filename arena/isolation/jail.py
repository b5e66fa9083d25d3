"""The command that builds a jail around a bot: bubblewrap, with namespaces of its own for everything.

Choices that are not obvious: no `--new-session`, because killing the group must reach the jail while it is being built
(we have made a session already); limits are set inside, where processes are counted for this jail alone; root builds
the jail as root, so that it can show what only root can reach, and becomes the bot's user inside.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from arena.isolation import sights, users
from arena.isolation.limits import LIMITS, Limits, fence_inside

# The bot is started when a line comes on its stdin. It never comes from an arena that was killed meanwhile.
_GATE = ("sh", "-c", 'read -r _ && exec "$@"', "sh")
_SHARED_MEMORY = 1 << 20  # bytes of /dev/shm


class Jail(Struct, frozen=True):
    """A jail for one bot."""

    folder: Path | None = None  # the bot's own; without one it is started in the scratch folder
    runtime: tuple[Path, ...] = ()  # what its language needs beyond /usr and our own Python
    limits: Limits = LIMITS
    user: int | None = None  # whom to become inside; None to stay who we are

    @property
    def places(self) -> list[Path]:
        """All that it can see beyond the system."""
        folder = (self.folder,) if self.folder else ()
        return sights.outermost([*sights.python(), *self.runtime, *folder])

    def environment(self, outside: Mapping[str, str]) -> dict[str, str]:
        """The environment of a bot, as it is true in the jail."""
        path = sights.search_path(outside["PATH"], self.places)
        return {**outside, "PATH": path, "HOME": sights.SCRATCH, "TMPDIR": sights.SCRATCH}

    def sees(self, program: str, outside: Mapping[str, str]) -> bool:
        """Whether this program is there to be started in an environment, inside as well as outside."""
        path = self.environment(outside)["PATH"]
        found = Path(shutil.which(program, path=path) or "") if "/" not in program else self._started_in() / program
        return found.is_file() and sights.covers([*sights.ALWAYS, *self.places], found.resolve())

    def command(self, argv: Sequence[str], fds: tuple[int, int]) -> list[str]:
        """bwrap and all that stands between it and the bot. It reports on the first descriptor, and reads the filter of
        system calls from the second."""
        report, calls = fds
        return [
            *(
                shutil.which("bwrap") or "bwrap",
                "--die-with-parent",
                "--unshare-ipc",
                "--unshare-pid",
                "--unshare-net",
                "--unshare-uts",
            ),
            *("--unshare-cgroup-try", "--hostname", "bot", "--cap-drop", "ALL", *self._user()),
            *sights.system(),
            *("--proc", "/proc", "--dev", "/dev"),
            *("--size", str(_SHARED_MEMORY), "--perms", "1777", "--tmpfs", "/dev/shm"),
            *("--size", str(self.limits.scratch), "--perms", "1777", "--tmpfs", sights.SCRATCH),
            *sights.shown(self.places),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", str(self._started_in())),
            *("--info-fd", str(report), "--seccomp", str(calls), "--"),
            *(users.become(self.user) if self.user else ()),
            *fence_inside(self.limits),
            *_GATE,
            *argv,
        ]

    def _started_in(self) -> Path:
        return self.folder or Path(sights.SCRATCH)

    def _user(self) -> list[str]:
        if self.user is None:
            return ["--unshare-user", "--disable-userns"]
        return [word for name in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{name}")]
