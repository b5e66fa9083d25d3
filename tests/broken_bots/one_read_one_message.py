"""Takes each read for one whole message.

EXPECT: pieces
"""

import os

import msgpack

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        while data := os.read(0, 1 << 20):
            message = msgpack.unpackb(data)
            if message["type"] == "bye":
                return
            getattr(self, message["type"])(message)


if __name__ == "__main__":
    Broken().run()
