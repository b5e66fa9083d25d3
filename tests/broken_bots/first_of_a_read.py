"""Reads well, but looks only at the first message of each read.

EXPECT: pieces
"""

import os

import msgpack

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        unpacker = msgpack.Unpacker()
        while data := os.read(0, 65536):
            unpacker.feed(data)
            message = next(unpacker, {"type": "unknown"})
            if message["type"] == "bye":
                return
            getattr(self, message["type"])(message)


if __name__ == "__main__":
    Broken().run()
