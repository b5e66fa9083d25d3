"""The levels of isolation, from none to all that can be had."""

from enum import StrEnum


class Isolation(StrEnum):
    """How far a bot is kept from everything else."""

    NONE = "none"  # our own bots
    LIMITS = "limits"  # bounded memory, files and processor time; no new privileges; dies with the arena
    JAIL = "jail"  # sees nothing but itself: no network, no processes, no files but its own; for strangers' bots


STOPS = {
    Isolation.NONE: "nothing but what the arena itself judges: protocol, clock, crashes, processes left behind",
    Isolation.LIMITS: "one process that takes too much memory, files or processor time; set-user-id programs",
    Isolation.JAIL: "network, other processes, files outside, daemons, shared memory, locks, a full disk, the kernel's "
    "rare calls; more processes or memory than a bot may have",
}

DOES_NOT_STOP = {
    Isolation.NONE: "everything else",
    Isolation.LIMITS: "reading what you can read, the network, killing your processes, many processes, their memory",
    Isolation.JAIL: "errors in the kernel, signals by the load of the machine or by legal moves",
}
