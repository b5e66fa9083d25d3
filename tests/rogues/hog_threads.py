"""Lets many threads think, so that each of them waits for a core."""

import hashlib
import threading

from tests.rogues.rogue import Message, play

ROWS = ("T10",)
EXPECT = ("late", "late", "silent")


def think() -> None:
    hashlib.pbkdf2_hmac("sha256", b"x", b"y", 100_000_000)


def answer(ask: Message) -> None:
    for _ in range(16):
        threading.Thread(target=think, daemon=True).start()
    think()


if __name__ == "__main__":
    play(answer)
