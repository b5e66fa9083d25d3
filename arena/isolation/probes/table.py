"""All probes, by what they are after."""

from collections.abc import Mapping

from arena.isolation.probes import Probe, appetite, calls, reach

INSIDE: Mapping[str, tuple[Probe, ...]] = {
    "network": (reach.tcp, reach.udp, reach.unix_socket, reach.abstract_socket, reach.netlink, reach.vsock),
    "processes": (
        reach.signal_arena,
        reach.signal_rival,
        reach.see_processes,
        reach.arena_environment,
        reach.rival_memory,
        reach.copy_rival_memory,
        reach.trace_rival,
        reach.take_rival_file,
    ),
    "files": (
        reach.arena_file,
        reach.rival_file,
        reach.write_outside,
        reach.write_own_folder,
        reach.write_system,
        reach.inherited_files,
        reach.environment,
    ),
    "rights": (
        calls.new_privileges,
        calls.capabilities,
        calls.other_user,
        calls.user_namespace,
        calls.mount_namespace,
        appetite.raise_limits,
    ),
    "kernel": (calls.io_uring, calls.bpf, calls.perf, calls.userfaultfd, calls.file_handle),
    "whispers": (
        calls.flock,
        calls.record_lock,
        calls.watch_file,
        calls.keyring,
        calls.shared_segment,
        calls.shared_file,
    ),
    "appetite": (
        appetite.forks,
        appetite.memory,
        appetite.open_files,
        appetite.file_size,
        appetite.disk,
        appetite.core_dump,
        appetite.realtime,
        appetite.locked_memory,
    ),
}

OUTSIDE = ("daemon", "note")  # judged from outside, after the bot has ended: what it left
SLOW = "memory of many"  # needs small limits of its own, and seconds


def name(probe: Probe) -> str:
    return probe.__name__.replace("_", " ")
