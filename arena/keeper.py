"""A trusted Python bot, loaded once and forked for every start.

    arena ---- three pipes, a token ... ----> keeper ----fork----> one between ----fork----> the bot
      ^                                                            ends at once                |
      '------------------------------------ its pid -------------------------------------------'

As the one between has ended, the arena adopts the bot: it is the arena's child like any bot, waited for by the arena
and dying with it, whatever becomes of the keeper. The arena's half is in `arena.keepers`. All that is imported here is
part of every bot, so it is little.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import signal
import socket
import sys
from pathlib import Path

import msgpack

from arena.entry import load
from arena.sdk import run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

READY = b"ready"
LARGEST = 16_384  # bytes of a request
TOKEN = "ARENA_TOKEN"  # as in `arena.isolation.leftovers`, which is too much to load here

_PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None)


def main(control: socket.socket, entry: str, folder: Path | None) -> None:
    """Load, say so, and fork at every request. In a fork, this is the bot's own way."""
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if folder:
        sys.path.insert(0, str(folder))
    bot = load(entry, folder)
    if _threads():
        raise SystemExit("this bot starts threads while it is loaded, which a fork would lose")
    gc.freeze()  # what is never collected is never copied
    control.send(READY)
    while True:
        data, fds, *_ = socket.recv_fds(control, LARGEST, 3)
        if not data:
            return  # the arena has gone
        try:
            if forked():
                break
        except OSError as error:
            control.send(f"cannot fork: {error}".encode())
        for fd in fds:
            os.close(fd)
    request = msgpack.unpackb(data)
    settle(request, fds)
    control.send(b"%d" % os.getpid())
    control.close()
    os.chdir(request["folder"])
    run(bot, name=request["name"], version=request["version"], author=request["author"])
    if not _threads():
        _leave()


def _threads() -> bool:
    """Whether there are others than this one."""
    return len(os.listdir("/proc/self/task")) > 1


def _leave() -> None:
    """End, but do not take the interpreter apart: that would take longer than the start."""
    atexit._run_exitfuncs()
    sys.stderr.flush()
    os._exit(0)


def forked() -> bool:
    """Whether this is the fork, which by then has been adopted."""
    wait, adopted = os.pipe()
    try:
        between = os.fork()
        if between == 0:
            _leave_another()
            os.close(adopted)
            adopted = -1
            os.read(wait, 1)  # ends when the keeper closes the other end
            return True
        _, status = os.waitpid(between, 0)
        if status:
            number = os.waitstatus_to_exitcode(status)
            raise OSError(number, os.strerror(abs(number)))
        return False
    finally:
        os.close(wait)
        if adopted >= 0:
            os.close(adopted)


def _leave_another() -> None:
    """Go on in another fork; the exit status of this one says whether there is one."""
    try:
        if os.fork():
            os._exit(0)
    except OSError as error:
        os._exit(error.errno or 1)


def settle(request: dict[str, Any], fds: list[int]) -> None:
    """Take over what every start has of its own."""
    os.setsid()
    for target, fd in enumerate(fds):
        os.dup2(fd, target)
        os.close(fd)
    _rename(request["environment"][TOKEN].encode())
    os.environ.update(request["environment"])
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != request["arena"]:
        os._exit(1)  # the arena has gone


def _rename(token: bytes) -> None:
    """Write the token over the keeper's, where the kernel shows it for this process and its forks: setting a variable
    changes only what programs started later see."""
    _libc.getenv.restype = ctypes.c_void_p
    ctypes.memmove(_libc.getenv(TOKEN.encode()), token, len(token))


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2], Path(sys.argv[3]) if sys.argv[3:] else None)
