"""A bot that does everything right, in parts that the broken ones replace: each of them breaks one thing.

Every broken bot says in its last line of words which step of `arena check` must find it out.
"""

from __future__ import annotations

import os
import random
from typing import Any

import msgpack


class Honest:
    """Any legal action, by the seed."""

    name = "honest"

    def __init__(self) -> None:
        self.matches = 0
        self.asked = 0
        self.seats = 0
        self.options: dict[str, bool] = {}
        self.random = random.Random(0)

    def run(self) -> None:
        unpacker = msgpack.Unpacker(max_buffer_size=1 << 21)
        while data := os.read(0, 65536):
            unpacker.feed(data)
            for message in unpacker:
                if message["type"] == "bye":
                    self.bye()
                    return
                getattr(self, message["type"], self.unknown)(message)

    def write(self, data: bytes) -> None:
        os.write(1, data)

    def say(self, message: dict[Any, Any]) -> None:
        self.write(msgpack.packb(message))

    def hello(self, message: dict[str, Any]) -> None:
        self.say(self.greeting())

    def greeting(self) -> dict[str, Any]:
        return {"type": "ready", "protocol": 1, "name": self.name, "version": "1"}

    def start(self, message: dict[str, Any]) -> None:
        self.matches += 1
        self.seats, self.options = message["seats"], message["options"]
        self.random = random.Random(message["seed"])

    def ask(self, message: dict[str, Any]) -> None:
        self.asked += 1
        self.say(self.act(message))

    def act(self, message: dict[str, Any]) -> dict[Any, Any]:
        action = self.choose(message)
        return {"type": "act", "match": message["match"], "turn": message["turn"], "action": action}

    def choose(self, message: dict[str, Any]) -> Any:
        return self.random.choice(message["legal"])

    def over(self, message: dict[str, Any]) -> None:
        return

    def bye(self) -> None:
        return

    def unknown(self, message: dict[str, Any]) -> None:
        return


if __name__ == "__main__":
    Honest().run()
