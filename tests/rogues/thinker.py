"""Thinks and sleeps for as long as its arguments say, and plays well: `thinker spin 5 sleep 20`, in milliseconds.

Other words: `threads N` and `children N` spin beside it during each decision, `idle 1` gives itself the least priority,
`worker 1` thinks in a thread of its own while the first one waits, `backdate 1` forges the time of its last write,
`once N` does all this only in every Nth decision, `sip N` takes a long message in two parts, N milliseconds apart.
"""

import fcntl
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from tests.rogues.rogue import STDIN, Message, honest, play, ready

ROWS = ("T8", "T10", "R16")
EXPECT = ()

CHOSEN = {word: float(number) for word, number in zip(sys.argv[1::2], sys.argv[2::2], strict=True)}
WORKER = ThreadPoolExecutor(1)  # a thread that stays, as a runtime's own do
asked = 0


def chosen(word: str) -> float:
    return CHOSEN.get(word, 0.0)


def spin(milliseconds: float) -> None:
    """Use this much time of a core, whoever else wants it."""
    end = time.thread_time() + milliseconds / 1e3
    while time.thread_time() < end:
        pass


def spin_beside(done: threading.Event) -> None:
    while not done.is_set():
        pass


def answer(ask: Message) -> None:
    global asked
    asked += 1
    if chosen("once") and asked % int(chosen("once")):
        honest(ask)
        return
    done = threading.Event()
    for _ in range(int(chosen("threads"))):
        threading.Thread(target=spin_beside, args=(done,), daemon=True).start()
    children = [child() for _ in range(int(chosen("children")))]
    if chosen("idle"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if chosen("worker"):
        WORKER.submit(spin, chosen("spin")).result()
    else:
        spin(chosen("spin"))
    time.sleep(chosen("sleep") / 1e3)
    done.set()
    honest(ask)
    if chosen("backdate"):
        os.utime("/proc/self/fd/1", (1.0, 1.0))
    for pid in children:
        os.kill(pid, 9)
        os.waitpid(pid, 0)


def child() -> int:
    pid = os.fork()
    if pid == 0:
        end = time.monotonic() + 20
        while time.monotonic() < end:
            pass
        os._exit(0)
    return pid


def greet() -> None:
    if chosen("sip"):
        fcntl.fcntl(STDIN, fcntl.F_SETPIPE_SZ, 4096)
    ready()


if __name__ == "__main__":
    play(answer, greet=greet, decently=0, sip=chosen("sip") / 1e3)
