"""A user of its own for every jailed bot, where we are root and can give it one.

The number says whose it is: nobody else has it as long as this arena's process lives, on the whole machine and without
a file to lock. The range is one that no distribution gives to anybody.
"""

import os

from arena.player import ArenaFailure

FIRST = 0x7000_0000
SEATS = 64  # at once, for each process of an arena; process numbers have 22 bits

_taken: set[int] = set()


def take() -> int | None:
    """A user that nobody else has; None if we are an ordinary user, who is no other."""
    if os.geteuid() != 0:
        return None
    first = FIRST + os.getpid() * SEATS
    free = next((user for user in range(first, first + SEATS) if user not in _taken), None)
    if free is None:
        raise ArenaFailure(f"more than {SEATS} jailed bots at once in one process")
    _taken.add(free)
    return free


def give_back(user: int | None) -> None:
    _taken.discard(user or 0)


def become(user: int) -> list[str]:
    """The command in front of the bot's that makes it this user, without any privilege."""
    identity = [f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return ["setpriv", *identity, "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--"]
