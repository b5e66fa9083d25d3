"""The program that builds a bot, where the bot itself would run: its folder can be read, and nothing of what is made is
believed to be anything but bytes.

It runs the command that it is given, and then writes all files that this has made to stdout, as one message.
"""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from arena.languages import OUT


class Made(Struct, frozen=True, array_like=True):
    """A file that a build has made."""

    path: str  # within {out}
    executable: bool
    content: bytes


def main(command: list[str]) -> int:
    out = Path(os.environ["TMPDIR"], "out")
    out.mkdir()
    words = [word.replace(OUT, str(out)) for word in command]
    try:
        status = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode
    except OSError as error:
        print(f"{words[0]}: {error.strerror}", file=sys.stderr)
        return 1
    if status == 0:
        sys.stdout.buffer.write(msgspec.msgpack.encode(made(out)))
    return abs(status)


def made(out: Path) -> list[Made]:
    files = [file for file in sorted(out.rglob("*")) if file.is_file()]
    return [Made(str(file.relative_to(out)), os.access(file, os.X_OK), file.read_bytes()) for file in files]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
