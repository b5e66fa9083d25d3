"""A record as a database keeps it: cut before its clock, and both parts compressed. Whoever plays matches packs their
records, so that the one hand that writes has nothing left to do but to write."""

import zlib

from msgspec import Struct

from arena.record import MAGIC


class Packed(Struct, frozen=True):
    """The two parts of a record, each with zlib."""

    core: bytes  # up to the result: the same wherever the match is played
    clock: bytes  # the rest, which is what the clock said


def packed(record: bytes) -> Packed:
    """The bytes of a record, to be stored."""
    core, clock = _split(record)
    return Packed(zlib.compress(core), zlib.compress(clock))


def _split(record: bytes) -> tuple[bytes, bytes]:
    """A record's bytes, cut before its last frame, which is the clock. Each frame begins with its length in four bytes
    and four of a checksum, which the audit looks at."""
    begin, end = 0, len(MAGIC)
    while end < len(record):
        begin, end = end, end + 8 + int.from_bytes(record[end : end + 4], "big")
    if not record.startswith(MAGIC) or not begin or end != len(record):
        raise ValueError("these bytes are not a record")
    return record[:begin], record[begin:]
