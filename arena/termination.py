"""SIGTERM ends the arena as Ctrl-C does: everything is closed, nothing is left behind, and it says how to go on."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[list[int]]:
    """Heed SIGTERM for a while; the list has something in it once it came."""
    came: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        came.append(number)
        interrupt = signal.getsignal(signal.SIGINT)  # that of trio, while it runs: it knows where it is safe
        if callable(interrupt):
            interrupt(signal.SIGINT, frame)

    if signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:  # somebody knows better
        yield came
        return
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # We were started in the background by a script. Ctrl-C is still not for us, but there must be a handler.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, end)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
