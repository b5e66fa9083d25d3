"""Answers with the turn that it has read last, whichever it answers.

EXPECT: late
"""

import os

import msgpack

from tests.broken_bots.honest import Honest


class Broken(Honest):
    def run(self) -> None:
        unpacker = msgpack.Unpacker(max_buffer_size=1 << 21)
        while data := os.read(0, 1 << 20):
            unpacker.feed(data)
            messages = list(unpacker)
            for message in messages:
                if message["type"] == "bye":
                    return
                if message["type"] == "ask":
                    message["turn"] = messages[-1]["turn"]
                getattr(self, message["type"], self.unknown)(message)


if __name__ == "__main__":
    Broken().run()
