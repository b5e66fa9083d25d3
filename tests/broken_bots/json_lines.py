"""Speaks JSON, a line for each message.

EXPECT: ready
"""

import json
import os

os.read(0, 65536)
os.write(1, json.dumps({"type": "ready", "protocol": 1, "name": "broken", "version": "1"}).encode() + b"\n")
os.read(0, 65536)
