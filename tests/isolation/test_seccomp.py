"""The filter of system calls, run by a small machine of our own: what it says to every call, on every processor."""

import errno
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.isolation.seccomp import program
from arena.isolation.syscalls import CLONE_NAMESPACES, DENIED, FCNTL_COMMANDS, MACHINES, TERMINAL_COMMANDS

ALLOW, KILL = "allow", "kill"
WORD = st.integers(0, 2**32 - 1)
AF_UNIX, AF_INET = 1, 2


def run(machine: str, number: int, *arguments: int, arch: int | None = None) -> str | int:
    """What the filter says: allow, kill, or the number of an error."""
    name = MACHINES[machine].arch if arch is None else arch
    data = struct.pack("=IIQ6Q", number, name, 0, *(*arguments, *[0] * (6 - len(arguments))))
    code = list(struct.iter_unpack("=HBBI", program(machine)))
    at = loaded = 0
    while True:
        operation, if_true, if_false, value = code[at]
        at += 1
        match operation:
            case 0x20:
                loaded = struct.unpack_from("=I", data, value)[0]
            case 0x15:
                at += if_true if loaded == value else if_false
            case 0x35:
                at += if_true if loaded >= value else if_false
            case 0x45:
                at += if_true if loaded & value else if_false
            case 0x06:
                return ALLOW if value == 0x7FFF0000 else KILL if value == 0x80000000 else int(value) & 0xFFFF
            case _:
                raise AssertionError(operation)


def expected(machine: str, number: int, first: int, second: int) -> str | int:
    """The same, said in another way."""
    names = {number: name for name, number in MACHINES[machine].numbers.items()}
    if machine == "x86_64" and number >= 0x40000000:
        return errno.ENOSYS
    match names.get(number):
        case "clone3":
            return errno.ENOSYS
        case "clone":
            return errno.EPERM if first & CLONE_NAMESPACES else ALLOW
        case "socket":
            return ALLOW if first % 2**32 == AF_UNIX else errno.EPERM
        case "fcntl":
            return errno.EPERM if second % 2**32 in FCNTL_COMMANDS else ALLOW
        case "ioctl":
            return errno.EPERM if second % 2**32 in TERMINAL_COMMANDS else ALLOW
        case name:
            return errno.EPERM if name in DENIED else ALLOW


@pytest.mark.parametrize("machine", MACHINES)
@given(data=st.data())
def test_the_filter_says_what_the_lists_say(machine: str, data: st.DataObject) -> None:
    listed = st.sampled_from(sorted(MACHINES[machine].numbers.values()))
    number = data.draw(st.one_of(listed, st.integers(0, 600), WORD))
    interesting = st.sampled_from([AF_UNIX, AF_INET, *FCNTL_COMMANDS, *TERMINAL_COMMANDS, CLONE_NAMESPACES, 0x10000000])
    first, second = data.draw(st.tuples(st.one_of(interesting, WORD), st.one_of(interesting, WORD)))
    assert run(machine, number, first, second) == expected(machine, number, first, second)


@pytest.mark.parametrize("machine", MACHINES)
def test_every_call_that_is_listed_is_denied_whatever_its_arguments(machine: str) -> None:
    numbers = MACHINES[machine].numbers
    denied = {name for name in DENIED if name in numbers and run(machine, numbers[name]) == errno.EPERM}
    missing = set(DENIED) - denied
    assert missing <= {"iopl", "ioperm"}  # which only one kind of processor has


@pytest.mark.parametrize("machine", MACHINES)
@given(arch=WORD, number=WORD)
def test_calls_by_the_numbers_of_another_processor_end_the_program(machine: str, arch: int, number: int) -> None:
    if arch != MACHINES[machine].arch:
        assert run(machine, number, arch=arch) == KILL


@given(family=st.integers(0, 2**64 - 1))
def test_the_upper_half_of_an_argument_hides_nothing(family: int) -> None:
    """The kernel takes the lower half of it."""
    allowed = run("x86_64", MACHINES["x86_64"].numbers["socket"], family) == ALLOW
    assert allowed == (family % 2**32 == AF_UNIX)


def test_a_thread_may_be_started() -> None:
    threads = 0x003D0F00
    assert run("x86_64", MACHINES["x86_64"].numbers["clone"], threads) == ALLOW
