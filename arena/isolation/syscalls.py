"""The calls that a jailed bot may not make, and their numbers on the processors that we know.

What they have in common: they reach another jail through something shared (locks on a file that both can read, watches
of it, keyrings), they reach other processes, they open a namespace, or they are rare and have had errors.
"""

from typing import NamedTuple

DENIED = (
    # Signals to another jail.
    *("flock", "keyctl", "add_key", "request_key", "inotify_add_watch", "fanotify_init", "cachestat"),
    # Memory that nobody counts.
    *("shmget", "msgget", "semget", "memfd_secret"),
    # Other processes.
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp"),
    # Namespaces and mounts.
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig"),
    *("fsmount", "fspick", "mount_setattr", "open_tree_attr", "name_to_handle_at", "open_by_handle_at"),
    # Parts of the kernel that no bot needs.
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open", "userfaultfd"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot", "syslog", "acct"),
    *("swapon", "swapoff", "quotactl", "quotactl_fd", "sethostname", "setdomainname", "vhangup", "iopl", "ioperm"),
    *("settimeofday", "clock_settime", "adjtimex", "clock_adjtime"),
)

# CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET; NEWTIME only `unshare` knows.
CLONE_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
# F_GETLK, F_SETLK, F_SETLKW, the same for open file descriptions, F_SETLEASE, F_NOTIFY.
FCNTL_COMMANDS = (5, 6, 7, 36, 37, 38, 1024, 1026)
TERMINAL_COMMANDS = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: writing into somebody's terminal
X32 = 0x40000000  # numbers from here on are a second way to make the same calls


class Machine(NamedTuple):
    """A kind of processor: how the kernel names it, and its numbers of the calls above."""

    arch: int
    has_x32: bool
    numbers: dict[str, int]


# From 424 on, all processors have the same numbers.
_COMMON = (
    {"io_uring_setup": 425, "io_uring_enter": 426, "io_uring_register": 427, "open_tree": 428, "move_mount": 429}
    | {"fsopen": 430, "fsconfig": 431, "fsmount": 432, "fspick": 433, "clone3": 435, "pidfd_getfd": 438}
    | {"process_madvise": 440, "mount_setattr": 442, "quotactl_fd": 443, "memfd_secret": 447, "cachestat": 451}
    | {"open_tree_attr": 467}
)

MACHINES = {
    "x86_64": Machine(
        0xC000003E,
        True,
        _COMMON
        | {"ioctl": 16, "shmget": 29, "socket": 41, "clone": 56, "semget": 64, "msgget": 68, "fcntl": 72, "flock": 73}
        | {"ptrace": 101, "syslog": 103, "vhangup": 153, "pivot_root": 155, "adjtimex": 159, "chroot": 161, "acct": 163}
        | {"settimeofday": 164, "mount": 165, "umount2": 166, "swapon": 167, "swapoff": 168, "reboot": 169}
        | {"sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173, "init_module": 175}
        | {"delete_module": 176, "quotactl": 179, "clock_settime": 227, "kexec_load": 246, "add_key": 248}
        | {"request_key": 249, "keyctl": 250, "inotify_add_watch": 254, "unshare": 272, "perf_event_open": 298}
        | {"fanotify_init": 300, "name_to_handle_at": 303, "open_by_handle_at": 304, "clock_adjtime": 305, "setns": 308}
        | {"process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "finit_module": 313}
        | {"kexec_file_load": 320, "bpf": 321, "userfaultfd": 323},
    ),
    "aarch64": Machine(
        0xC00000B7,
        False,
        _COMMON
        | {"fcntl": 25, "inotify_add_watch": 27, "ioctl": 29, "flock": 32, "umount2": 39, "mount": 40, "pivot_root": 41}
        | {"chroot": 51, "vhangup": 58, "quotactl": 60, "acct": 89, "unshare": 97, "kexec_load": 104}
        | {"init_module": 105, "delete_module": 106, "clock_settime": 112, "syslog": 116, "ptrace": 117, "reboot": 142}
        | {"sethostname": 161, "setdomainname": 162, "settimeofday": 170, "adjtimex": 171, "msgget": 186, "semget": 190}
        | {"shmget": 194, "socket": 198, "add_key": 217, "request_key": 218, "keyctl": 219, "clone": 220}
        | {"swapon": 224, "swapoff": 225, "perf_event_open": 241, "fanotify_init": 262, "name_to_handle_at": 264}
        | {"open_by_handle_at": 265, "clock_adjtime": 266, "setns": 268, "process_vm_readv": 270}
        | {"process_vm_writev": 271, "kcmp": 272, "finit_module": 273, "bpf": 280, "userfaultfd": 282}
        | {"kexec_file_load": 294},
    ),
}
