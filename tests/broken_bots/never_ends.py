"""Waits for more when its input has ended.

EXPECT: eof
"""

import os
import time

import msgpack

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        unpacker = msgpack.Unpacker(max_buffer_size=1 << 21)
        while True:
            unpacker.feed(os.read(0, 65536))
            time.sleep(0.0001)
            for message in unpacker:
                if message["type"] == "bye":
                    return
                getattr(self, message["type"], self.unknown)(message)


if __name__ == "__main__":
    Broken().run()
