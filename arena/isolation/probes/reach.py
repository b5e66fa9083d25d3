"""Probes that reach for something outside: the network, other processes, other files, what the arena left open."""

import ctypes
import os
import socket
from errno import ENOENT, ESRCH
from pathlib import Path

from arena.isolation.owner import started
from arena.isolation.probes import Bait
from arena.isolation.probes.calls import call, checked

_PTRACE_SEIZE, _PTRACE_DETACH = 0x4206, 17


def tcp(bait: Bait) -> str:
    with socket.create_connection(("127.0.0.1", bait["tcp"]), timeout=2):
        return "connected to a port of this machine"


def udp(bait: Bait) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("127.0.0.1", bait["udp"]))
        return "sent a packet"


def unix_socket(bait: Bait) -> str:
    folder, name = os.path.split(bait["unix"])
    place = os.open(folder, os.O_PATH)
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect(f"/proc/self/fd/{place}/{name}")  # the whole path may be too long
        return "connected by a path"


def abstract_socket(bait: Bait) -> str:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.connect("\0" + bait["abstract"])
        return "connected by a name"


def netlink(bait: Bait) -> str:
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0):
        return "opened a door to the kernel's network settings"


def vsock(bait: Bait) -> str:
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM):
        return "opened a socket to the host of this machine"


def signal_arena(bait: Bait) -> str:
    return _signal(bait["arena"])


def signal_rival(bait: Bait) -> str:
    return _signal(bait["rival"])


def _signal(process: list[int]) -> str:
    pid, start = process
    os.kill(pid, 0)
    if started(pid) != start:
        raise OSError(ESRCH, "another process has that number here")
    return "could have killed it"


def see_processes(bait: Bait) -> str:
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if bait["mark"].encode() in file.read_bytes():
                return "saw the command of another process"
        except OSError:
            continue
    raise OSError(ENOENT, "sees only itself")


def arena_environment(bait: Bait) -> str:
    return _read(f"/proc/{_there(bait['arena'])}/environ")


def rival_memory(bait: Bait) -> str:
    os.close(os.open(f"/proc/{_there(bait['rival'])}/mem", os.O_RDONLY))
    return "could read its memory"


def trace_rival(bait: Bait) -> str:
    pid = _there(bait["rival"])
    checked(call("ptrace", _PTRACE_SEIZE, pid, 0, 0))
    call("ptrace", _PTRACE_DETACH, pid, 0, 0)
    return "took control of it"


def copy_rival_memory(bait: Bait) -> str:
    place = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(place), 0)
    checked(
        call("process_vm_readv", _there(bait["rival"]), ctypes.addressof(vector), 1, ctypes.addressof(vector), 1, 0)
    )
    return "could copy its memory"


def take_rival_file(bait: Bait) -> str:
    rival = os.pidfd_open(_there(bait["rival"]))
    os.close(checked(call("pidfd_getfd", rival, 0, 0)))
    return "took one of its open files"


def arena_file(bait: Bait) -> str:
    return _read(bait["secret"])


def rival_file(bait: Bait) -> str:
    return _read(bait["code"])


def write_outside(bait: Bait) -> str:
    return _write(bait["folder"])


def write_own_folder(bait: Bait) -> str:
    return _write(bait["own"])


def write_system(bait: Bait) -> str:
    if os.access("/usr", os.W_OK):
        return "could write into /usr"
    raise OSError("read-only")


def inherited_files(bait: Bait) -> str:
    mine = set(map(int, os.listdir("/proc/self/fd")))
    for fd in sorted(mine - {0, 1, 2}):
        try:
            target = os.readlink(f"/proc/self/fd/{fd}")
        except OSError:
            continue  # it was that of the folder itself
        if fd != bait["told"]:
            return f"has {target} open"
    raise OSError("none but its own three")


def environment(bait: Bait) -> str:
    if bait["variable"] in os.environ:
        return "sees the arena's environment"
    raise OSError("nothing of the arena's")


def _there(process: list[int]) -> int:
    pid, start = process
    if started(pid) != start:
        raise OSError(ESRCH, "does not see it")
    return pid


def _read(path: str) -> str:
    with open(path, "rb") as file:
        file.read(1)
    return "read it"


def _write(folder: str) -> str:
    file = Path(folder, f"arena-probe-{os.getpid()}")
    file.write_text("x")
    file.unlink()
    return f"wrote into {folder}"
