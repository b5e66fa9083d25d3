"""The barest conversation between two programs in Python: pipes that block, and `msgpack` on both sides."""

import os
import subprocess
import sys
from typing import Any

import msgpack

PONG = """
import os, sys, msgpack
acts = msgpack.unpackb(open(sys.argv[1], "rb").read())
unpacker = msgpack.Unpacker(max_buffer_size=2**31 - 1)
while True:
    for act in acts:
        message = None
        while message is None:
            data = os.read(0, 65536)
            if not data:
                sys.exit()
            unpacker.feed(data)
            for message in unpacker:
                pass
        os.write(1, msgpack.packb(act))
"""


class Pong:
    """The barest bot there can be, and the barest way to speak to it: what the arena says and hears in a match."""

    def __init__(self, messages: list[tuple[Any, Any]]) -> None:
        self._unpacker = msgpack.Unpacker()
        self.asks = [ask for ask, _ in messages]
        self._acts = [act for _, act in messages]

    def __enter__(self) -> "Pong":
        reading, writing = os.pipe()
        with os.fdopen(writing, "wb") as file:
            self._popen = subprocess.Popen(
                [sys.executable, "-P", "-c", PONG, f"/dev/fd/{reading}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                pass_fds=[reading],
                bufsize=0,
            )
            os.close(reading)
            file.write(msgpack.packb(self._acts))
        assert self._popen.stdin
        assert self._popen.stdout
        self._writing, self._reading = self._popen.stdin.fileno(), self._popen.stdout.fileno()
        self.pid = self._popen.pid
        return self

    def __exit__(self, *error: object) -> None:
        self._popen.communicate()

    def ask(self, ask: Any) -> Any:
        os.write(self._writing, msgpack.packb(ask))
        while True:
            self._unpacker.feed(os.read(self._reading, 16_384))
            for act in self._unpacker:
                return act
