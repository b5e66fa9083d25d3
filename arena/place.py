"""Where a program is to run, before there is a program: its scratch folder, its log, its pipes and its environment."""

import os
import re
import secrets
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path

from arena.isolation.leftovers import TOKEN, remove_folder, scratch_prefix
from arena.isolation.owner import owner

LOG_SHOWN = 4096  # bytes of a log's head and of its tail
CUT = re.compile(r"\.\.\. \d+ bytes left out \.\.\.")  # stands between them


class Place:
    """Where a program is to run: a scratch folder with its log, a token, and both ends of its pipes."""

    def __init__(self) -> None:
        self.token = f"{owner()}.{secrets.token_hex(8)}"
        self.scratch = Path(tempfile.mkdtemp(prefix=scratch_prefix()))
        self.home = self.scratch / "home"
        self.log = self.scratch / "stderr"
        self.stdin = self.stdout = self.log_fd = -1  # our ends

    @contextmanager
    def furnished(self) -> Iterator[tuple[int, int, int]]:
        """The program's ends, for as long as it takes to start it: stdin, stdout, stderr. If it cannot be started,
        nothing is left of the place."""
        with ExitStack() as theirs, ExitStack() as ours:
            ours.callback(remove_folder, self.scratch)
            self.home.mkdir()
            stdin, self.stdin = _fifo(self.scratch / "stdin")
            theirs.callback(os.close, stdin)
            ours.callback(os.close, self.stdin)
            os.set_blocking(stdin, True)
            os.set_blocking(self.stdin, False)
            self.stdout, stdout = _fifo(self.scratch / "stdout")
            theirs.callback(os.close, stdout)
            ours.callback(os.close, self.stdout)
            stderr = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            theirs.callback(os.close, stderr)
            self.log_fd = os.open(self.log, os.O_RDONLY | os.O_CLOEXEC)
            ours.callback(os.close, self.log_fd)
            yield stdin, stdout, stderr
            ours.pop_all()


def environment(home: Path, token: str) -> Mapping[str, str]:
    """The environment of a bot: nothing of ours but where programs are found."""
    return {
        "PATH": search_path(),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONUNBUFFERED": "1",
        "OMP_NUM_THREADS": "1",
        TOKEN: token,
    }


def search_path() -> str:
    """Where a bot's program is looked for: first beside the Python that runs us, which has the SDK."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def read_log(fd: int) -> str:
    """A log's head and tail. By its descriptor, because the bot may have put anything in the place of the file."""
    size = os.fstat(fd).st_size
    head = os.pread(fd, LOG_SHOWN, 0)
    tail = os.pread(fd, LOG_SHOWN, max(LOG_SHOWN, size - LOG_SHOWN))
    left_out = size - len(head) - len(tail)
    cut = f"\n... {left_out} bytes left out ...\n" if left_out > 0 else ""
    return head.decode("utf-8", "replace") + cut + tail.decode("utf-8", "replace")


def _fifo(path: Path) -> tuple[int, int]:
    """Both ends of a FIFO that nobody else can open: the kernel keeps the time of its last write, unlike a pipe's. The
    end to read from does not block, or it could not be opened first."""
    os.mkfifo(path, 0o600)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        writing = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    except OSError:
        os.close(reading)
        raise
    path.unlink()
    return reading, writing
