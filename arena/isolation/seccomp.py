"""Which calls to the kernel a jailed bot may make, as a program for the kernel's own little machine (classic BPF).

Everything is allowed but what `syscalls` lists: a list of what is allowed would break with every new language runtime.
The program is one column of tests, each with its verdict behind it, so every jump goes over one or two instructions:

    arch?  number -> [flags, family or command in the first or second argument ->] verdict ... allow
"""

import errno
import struct
from collections.abc import Iterator
from functools import cache

from arena.isolation.syscalls import (
    CLONE_NAMESPACES,
    DENIED,
    FCNTL_COMMANDS,
    MACHINES,
    TERMINAL_COMMANDS,
    X32,
    Machine,
)

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCH, _ARGUMENT = 0, 4, (16, 24)  # where they lie in what the kernel shows; of arguments, the lower half
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_AF_UNIX = 1


@cache
def program(machine: str) -> bytes:
    """The filter for this kind of processor, as `bwrap --seccomp` reads it."""
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in _instructions(MACHINES[machine]))


def _instructions(machine: Machine) -> Iterator[tuple[int, int, int, int]]:
    number = machine.numbers
    yield _LOAD, 0, 0, _ARCH
    yield _EQUAL, 1, 0, machine.arch
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, _NUMBER
    if machine.has_x32:
        yield from _verdict(_AT_LEAST, X32, errno.ENOSYS)
    yield from _verdict(_EQUAL, number["clone3"], errno.ENOSYS)  # its flags lie in memory; libraries try clone then
    for name in DENIED:
        if name in number:
            yield from _verdict(_EQUAL, number[name], errno.EPERM)
    yield from _argument(number["clone"], 0, [(_ANY_BIT, CLONE_NAMESPACES)], errno.EPERM)
    yield from _argument(number["fcntl"], 1, [(_EQUAL, command) for command in FCNTL_COMMANDS], errno.EPERM)
    yield from _argument(number["ioctl"], 1, [(_EQUAL, command) for command in TERMINAL_COMMANDS], errno.EPERM)
    yield _EQUAL, 0, 3, number["socket"]
    yield _LOAD, 0, 0, _ARGUMENT[0]
    yield _EQUAL, 1, 0, _AF_UNIX
    yield _RETURN, 0, 0, _ERROR | errno.EPERM
    yield _RETURN, 0, 0, _ALLOW


def _verdict(test: int, value: int, error: int) -> Iterator[tuple[int, int, int, int]]:
    """If the test holds for what is loaded, that is the answer."""
    yield test, 0, 1, value
    yield _RETURN, 0, 0, _ERROR | error


def _argument(number: int, index: int, tests: list[tuple[int, int]], error: int) -> Iterator[tuple[int, int, int, int]]:
    """For one call, tests of one of its arguments; whoever passes them all may make it."""
    yield _EQUAL, 0, 2 * len(tests) + 2, number
    yield _LOAD, 0, 0, _ARGUMENT[index]
    for test, value in tests:
        yield from _verdict(test, value, error)
    yield _RETURN, 0, 0, _ALLOW
