"""Expects no list longer than those that a bot may send.

EXPECT: large
"""

import os

import msgpack

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        unpacker = msgpack.Unpacker(max_array_len=1024)
        while data := os.read(0, 4096):
            unpacker.feed(data)
            for message in unpacker:
                if message["type"] == "bye":
                    return
                getattr(self, message["type"], self.unknown)(message)


if __name__ == "__main__":
    Broken().run()
