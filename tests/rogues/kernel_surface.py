"""Calls the parts of the kernel that have had the most holes."""

from arena.isolation.probes import calls
from tests.rogues.escape import attack, called, refused, stopped

ROWS = ("E14",)
EXPECT = ()
LEVEL = "jail"

MORE = ("io_uring_enter", "io_uring_register", "kcmp", "fsopen", "open_tree", "init_module", "kexec_load", "swapon")


def call_all() -> None:
    stopped(calls.io_uring, calls.bpf, calls.perf, calls.userfaultfd, calls.file_handle)
    for name in MORE:
        refused(name, called, name, 0, 0, 0, 0, 0)


if __name__ == "__main__":
    attack(call_all)
