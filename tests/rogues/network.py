"""Knocks at every door: TCP, a question for a name, UDP, sockets by path and by name, the kernel's own."""

import socket

from arena.isolation.probes import reach
from tests.rogues.escape import BAIT, attack, refused, stopped

ROWS = ("E1", "E2")
EXPECT = ()
LEVEL = "jail"


def knock() -> None:
    stopped(reach.tcp, reach.udp, reach.unix_socket, reach.abstract_socket, reach.netlink, reach.vsock)
    refused("an answer to a name", socket.getaddrinfo, "arena.invalid", 80)
    refused("a door of its own", socket.create_server, ("127.0.0.1", 0))
    refused("a connection by the other protocol", six)


def six() -> None:
    with socket.socket(socket.AF_INET6) as caller:
        caller.connect(("::ffff:127.0.0.1", BAIT["tcp"]))


if __name__ == "__main__":
    attack(knock)
