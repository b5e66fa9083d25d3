"""Leaves a daemon with another program, another environment and deaf ears, and plays to the end."""

import os
import signal

from tests.rogues.escape import attack

ROWS = ("R8", "R9")
EXPECT = ()
LEVEL = "jail"


def leave() -> None:
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    os.closerange(0, 3)
    os.execve("/bin/sleep", ["sleep", "60"], {})


if __name__ == "__main__":
    attack(leave)
