"""Probes that take too much of something. All are bounded, and give it back."""

import ctypes
import mmap
import os
import resource
import tempfile
import time
from pathlib import Path
from signal import SIGKILL

from arena.isolation.probes import Bait

FORKS = 100
PATIENT = 30  # seconds after which whoever was forgotten ends by himself
MIB = 1 << 20
_PIECE = b"x" * MIB


def forks(bait: Bait) -> str:
    born: list[int] = []
    try:
        while len(born) < FORKS:
            pid = os.fork()
            if pid == 0:
                time.sleep(PATIENT)
                os._exit(0)
            born.append(pid)
    finally:
        for pid in born:
            os.kill(pid, SIGKILL)
            os.waitpid(pid, 0)
    return f"{FORKS} processes at once"


def memory(bait: Bait) -> str:
    """Asked for and not touched: it costs the machine nothing."""
    with mmap.mmap(-1, 2048 * MIB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS):
        return "2 GiB in one process"


def open_files(bait: Bait) -> str:
    wanted = 256
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard if hard > 0 else wanted * 2, hard))
    for _ in range(wanted):
        os.dup(0)
    return f"{wanted} open files"


def file_size(bait: Bait) -> str:
    with tempfile.TemporaryFile() as file:
        file.writelines([_PIECE] * 20)
        file.flush()
    return "20 MiB in one file"


def disk(bait: Bait) -> str:
    written = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(12):
            with Path(folder, str(number)).open("wb") as file:
                file.writelines([_PIECE] * 8)
            written += 8
    return f"{written} MiB in files"


def core_dump(bait: Bait) -> str:
    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        raise OSError("no core file")
    return "could leave its memory as a file"


def raise_limits(bait: Bait) -> str:
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    if hard == resource.RLIM_INFINITY:
        return "has no limit"
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (hard + 60, hard + 60))
    except ValueError as error:  # how Python says it
        raise OSError(str(error)) from error
    return "raised a limit"


def realtime(bait: Bait) -> str:
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    return "goes before everybody else"


def locked_memory(bait: Bait) -> str:
    place = ctypes.create_string_buffer(16 * MIB)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mlock(ctypes.byref(place), ctypes.c_size_t(len(place))):
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "16 MiB that cannot be swapped"


def many(bait: Bait) -> str:
    """Several processes, each within its limit, together above that of the jail."""
    born = []
    for _ in range(bait["many"]):
        pid = os.fork()
        if pid == 0:
            taken = b"x" * (bait["each"] * MIB)
            time.sleep(0.8)
            os._exit(len(taken) == 0)
        born.append(pid)
    ended = [os.waitpid(pid, 0)[1] for pid in born]
    if any(ended):
        raise OSError("some were ended")
    return f"{bait['many'] * bait['each']} MiB in {bait['many']} processes"
