"""Bytes that were nearly right: what fuzzing feeds to the arena. It loads nothing, because a bot uses it, too."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random

# Headers of everything that msgpack has, with lengths that are not there: texts, binaries, arrays, maps, extensions.
HEADERS = [bytes([kind]) + tail for kind in range(0x80, 0x100) for tail in (b"", b"\xff" * 4, b"\x7f\xff\xff\xff")]


def mutated(data: bytes, random: Random) -> bytes:
    """The same with one to four mistakes in it."""
    for _ in range(random.randint(1, 4)):
        at, size = random.randrange(len(data) + 1), random.randint(1, 8)
        match random.randrange(8):
            case 0:
                data = data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]  # another byte
            case 1:
                data = data[:at] + data[at + size :]  # some are missing
            case 2:
                data = data[:at] + random.randbytes(size) + data[at:]  # some more
            case 3:
                data = data[:at] + random.choice(HEADERS) + data[at:]
            case 4:
                data = data[:at]  # cut short
            case 5:
                data = data + data  # said twice
            case 6:
                data = data[:at] + data[at : at + size] * random.randint(2, 2000) + data[at + size :]
            case 7:
                data = b"\x91" * random.randint(1, 2000) + data  # deep inside
    return data
