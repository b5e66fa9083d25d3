"""How the command `arena` ends, for scripts to read: every number means one thing (see docs/command-line.md)."""

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes."""

    DONE = 0
    NO = 1  # done, and the answer is no
    BAD_INPUT = 2
    UNDECIDED = 3
    BUG = 70  # as sysexits.h has it: never to be mistaken for an answer
    INTERRUPTED = 130  # 128 + SIGINT, as shells count
    PIPE_CLOSED = 141  # 128 + SIGPIPE
    TERMINATED = 143  # 128 + SIGTERM
