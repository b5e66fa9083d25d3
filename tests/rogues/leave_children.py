"""Starts children that stay, in its group and out of it, and plays well."""

import os
import signal
import time

from tests.rogues.rogue import Message, play

ROWS = ("R8", "R9")
EXPECT = ()


def child(leaves: bool) -> None:
    if os.fork():
        return
    if leaves:
        os.setsid()
        if os.fork():
            os._exit(0)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
    for fd in (0, 1, 2):
        os.close(fd)
    time.sleep(60)
    os._exit(0)


def begin(_: Message) -> None:
    child(leaves=False)
    child(leaves=True)


if __name__ == "__main__":
    play(begin=begin)
