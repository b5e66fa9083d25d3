"""What a probe can reach for: a listener, files of the arena and of a rival, a rival that runs, shared memory. All of
it is made for the probe, holds nothing, and is gone afterwards."""

import os
import random
import secrets
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arena.isolation.leftovers import SHARED, scratch_prefix
from arena.isolation.owner import started
from arena.isolation.probes import Bait

MARK = "ARENA_PROBE_BAIT"  # a variable of our own environment, which no bot must see


@contextmanager
def laid_out() -> Iterator[Bait]:
    """The bait, as long as it lies there."""
    mark = secrets.token_hex(8)
    with ExitStack() as stack:
        prefix = scratch_prefix()
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix)))
        own = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=prefix)))
        own.chmod(0o755)
        for name in ("secret", "code"):
            (folder / name).write_text("x")
        tcp = _listener(stack, socket.AF_INET, ("127.0.0.1", 0))
        udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind(("127.0.0.1", 0))
        place = os.open(folder, os.O_PATH | os.O_CLOEXEC)
        stack.callback(os.close, place)
        _listener(stack, socket.AF_UNIX, f"/proc/self/fd/{place}/socket")  # its whole path may be too long
        _listener(stack, socket.AF_UNIX, f"\0arena-{mark}")
        seconds = f"60.{random.SystemRandom().randrange(10**9):09}"  # which is also how it can be told
        rival = stack.enter_context(subprocess.Popen(["sleep", seconds], stdin=subprocess.DEVNULL))
        stack.callback(rival.kill)
        os.environ[MARK] = mark
        stack.callback(os.environ.pop, MARK)
        yield {
            "tcp": tcp.getsockname()[1],
            "udp": udp.getsockname()[1],
            "unix": str(folder / "socket"),
            "abstract": f"arena-{mark}",
            "arena": [os.getpid(), started(os.getpid())],
            "rival": [rival.pid, started(rival.pid)],
            "mark": seconds,
            "folder": str(folder),
            "secret": str(folder / "secret"),
            "code": str(folder / "code"),
            "own": str(own),
            "variable": MARK,
            "shared": _shared_file(stack, f"{prefix}{mark}"),
            "note": f"arena-note-{mark}",
        }


def _listener(stack: ExitStack, family: int, address: tuple[str, int] | str) -> socket.socket:
    listener = stack.enter_context(socket.socket(family))
    listener.bind(address)
    listener.listen()
    return listener


def _shared_file(stack: ExitStack, name: str) -> str:
    file = SHARED / name
    file.write_text("x")
    stack.callback(file.unlink)
    return str(file)
