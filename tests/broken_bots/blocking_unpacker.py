"""The trap: this reads until a whole buffer is full.

EXPECT: ready
"""

import os
import sys

import msgpack

for message in msgpack.Unpacker(sys.stdin.buffer):
    if message["type"] == "hello":
        os.write(1, msgpack.packb({"type": "ready", "protocol": 1, "name": "broken", "version": "1"}))
