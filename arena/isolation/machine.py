"""What this machine offers to keep bots apart, in a few facts that a person can check."""

import os
import platform
import shutil
import time
from pathlib import Path

from msgspec import Struct

from arena.isolation import cgroup
from arena.isolation.require import OLDEST_BWRAP, bwrap_version
from arena.isolation.syscalls import MACHINES


class Fact(Struct, frozen=True):
    """Something that matters, what was found, and what to do if that is not enough."""

    name: str
    found: str
    advice: str = ""


def facts() -> list[Fact]:
    """What was found, most needed first."""
    return [
        Fact("system", f"{platform.system()} {platform.release()} on {platform.machine()}"),
        _user(),
        _bwrap(),
        _user_namespaces(),
        _seccomp(),
        _control_groups(),
        _tools(),
        Fact("cores", f"{len(os.sched_getaffinity(0))} of {os.cpu_count()}"),
        _pidfd(),
        Fact("clock", f"{time.get_clock_info('monotonic').resolution * 1e9:g} ns; waiting for a core is {_waiting()}"),
    ]


def _user() -> Fact:
    if os.geteuid() == 0:
        return Fact("user", "root: a jailed bot gets a user of its own, but at the level limits a bot is root, too")
    return Fact("user", f"number {os.geteuid()}, no root: a jailed bot is the same user, in a namespace of its own")


def _bwrap() -> Fact:
    version = bwrap_version()
    wanted = ".".join(map(str, OLDEST_BWRAP))
    if version is None:
        return Fact("bubblewrap", "not there", "apt-get install bubblewrap, or what your distribution has for that")
    told = ".".join(map(str, version))
    return Fact("bubblewrap", told, "" if version >= OLDEST_BWRAP else f"the jail needs {wanted} or newer")


def _user_namespaces() -> Fact:
    if os.geteuid() == 0:
        return Fact("user namespaces", "not needed by root")
    most = _text("/proc/sys/user/max_user_namespaces") or "0"
    if most == "0":
        return Fact("user namespaces", "forbidden", "sysctl user.max_user_namespaces=10000")
    if _text("/proc/sys/kernel/unprivileged_userns_clone") == "0":
        return Fact("user namespaces", "for root only", "sysctl kernel.unprivileged_userns_clone=1")
    if _text("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        advice = "if the jail cannot be built: an AppArmor profile for bwrap, such as the one in apparmor-profiles"
        return Fact("user namespaces", f"at most {most}, as far as AppArmor allows", advice)
    return Fact("user namespaces", f"at most {most}")


def _seccomp() -> Fact:
    if platform.machine() not in MACHINES:
        return Fact("system call filter", f"not written for {platform.machine()}", "the jail cannot be used here")
    actions = _text("/proc/sys/kernel/seccomp/actions_avail")
    return Fact("system call filter", "the kernel has it" if "errno" in actions.split() else "the kernel has none")


def _control_groups() -> Fact:
    branch = cgroup.branch()
    if branch:
        return Fact("control groups", f"version {branch.version}, in {', '.join(map(str, branch.folders))}")
    advice = (
        "the memory of a jail is looked at four times a second instead; to bound it, run as root, "
        "or as a user with systemd: systemd-run --user --scope arena ..."
    )
    return Fact("control groups", "none that we may use", advice)


def _tools() -> Fact:
    missing = [tool for tool in ("setpriv", "prlimit") if shutil.which(tool) is None]
    return Fact("util-linux", f"without {' and '.join(missing)}" if missing else "setpriv and prlimit are there")


def _pidfd() -> Fact:
    try:
        os.close(os.pidfd_open(os.getpid()))
    except OSError as error:
        return Fact("pidfd", f"not there: {error.strerror}", "the arena needs Linux 5.3 or newer")
    return Fact("pidfd", "there")


def _waiting() -> str:
    return "counted" if _text("/proc/self/schedstat") else "not counted: this kernel has no schedstat"


def _text(path: str) -> str:
    try:
        return Path(path).read_text().strip()
    except OSError:
        return ""
