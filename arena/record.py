"""A played match, whole: enough to replay it without its bots and without its seed, and to notice any change.

A record is a row of frames, so that damage is found where it is:

    header,  lost | luck | decision ... in the order of play,  result,  clock

Everything up to the result depends on nothing but the fixture and what the bots decided: it is the same on every
machine and with any number of workers. What the clock said stands last and apart. Each frame begins with its length and
a checksum that goes on from the frame before, so that none can be changed, lost or moved unseen.
"""

import zlib
from collections.abc import Iterable, Iterator
from typing import Any, Self, TypeAlias

import msgspec
from msgspec import Struct

from arena.clock import Times, Use
from arena.fixture import Fixture
from protocol.text import printable

FORMAT = 1
MAGIC = b"ARENA-RECORD\n"
LARGEST = 16 << 20  # bytes: a hundred times what a long match takes
_NUMBER = 4  # bytes of a length and of a checksum


class Header(Struct, frozen=True, tag="header", array_like=True):
    """What is played, by which rules."""

    format: int
    arena: str
    rules: int
    fixture: Fixture


class Lost(Struct, frozen=True, tag="lost", array_like=True):
    """A seat that was lost before its bot was asked anything."""

    seat: int
    fault: str
    detail: str


class Luck(Struct, frozen=True, gc=False, tag="luck", array_like=True):
    """What luck brought."""

    outcome: Any


class Choice(Struct, frozen=True, gc=False, array_like=True, omit_defaults=True):
    """What was done for one seat: the bot's action, or the default action and why."""

    seat: int
    action: Any
    fault: str | None = None
    detail: str = ""
    note: str | None = None
    value: float | None = None


class Decision(Struct, frozen=True, gc=False, tag="decision", array_like=True):
    """What the seats did that owed an action, all at once."""

    choices: tuple[Choice, ...]


class Result(Struct, frozen=True, tag="result", array_like=True):
    """How it ended."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    ended: tuple[str, ...]  # by seat: `played`, or the fault that cost the seat


class Clock(Struct, frozen=True, tag="clock", array_like=True):
    """What each choice took, in the order of the choices: wall, CPU, wait and lag in microseconds. And what each bot
    has used, by seat."""

    times: tuple[tuple[int, int, int, int], ...]
    uses: tuple[Use, ...] = ()

    @classmethod
    def of(cls, times: Iterable[Times], uses: Iterable[Use] = ()) -> Self:
        return cls(tuple((us(t.wall), us(t.cpu), us(t.wait), us(t.lag)) for t in times), tuple(uses))


Step: TypeAlias = Lost | Luck | Decision
Frame: TypeAlias = Header | Lost | Luck | Decision | Result | Clock


class Record(Struct, frozen=True):
    """A match that was played."""

    header: Header
    steps: tuple[Step, ...]
    result: Result
    clock: Clock

    @property
    def fixture(self) -> Fixture:
        return self.header.fixture

    def choices(self) -> Iterator[Choice]:
        """What was done for the seats, in order."""
        for step in self.steps:
            if isinstance(step, Decision):
                yield from step.choices

    def faults(self) -> Iterator[Lost | Choice]:
        """Everything that went wrong, in order."""
        for step in self.steps:
            yield from faults_of(step)

    def faults_by_seat(self) -> tuple[tuple[str, ...], ...]:
        """The kinds of all that went wrong, in order, seat by seat."""
        kinds: list[list[str]] = [[] for _ in self.fixture.bots]
        for wrong in self.faults():
            kinds[wrong.seat].append(str(wrong.fault))
        return tuple(map(tuple, kinds))


def faults_of(step: Step | None) -> Iterator[Lost | Choice]:
    """What went wrong in a step."""
    if isinstance(step, Lost):
        yield step
    elif isinstance(step, Decision):
        yield from (choice for choice in step.choices if choice.fault)


class Damaged(Exception):
    """Bytes that are not a record, or not any more. The message says where."""


def us(seconds: float) -> int:
    """Whole microseconds."""
    return round(seconds * 1e6)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Frame).decode


def dump(record: Record) -> bytes:
    """A record as the bytes of a file."""
    return _frames([record.header, *record.steps, record.result, record.clock])


def core(record: Record) -> bytes:
    """The part of a record that is the same wherever and whenever the match is played."""
    return _frames([record.header, *record.steps, record.result])


def clock_in(frame: bytes) -> Clock:
    """The clock, out of the last frame of a record alone; raises `Damaged`."""
    try:
        clock = _decode(frame[2 * _NUMBER :])
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise Damaged(f"its clock cannot be read: {printable(str(error))}") from error
    if not isinstance(clock, Clock):
        raise Damaged("its last frame is not the clock")
    return clock


def load(data: bytes) -> Record:
    """The record in these bytes; raises `Damaged`, naming the match and the place."""
    header: Header | None = None
    steps: list[Step] = []
    result: Result | None = None
    clock: Clock | None = None
    for number, (place, frame) in enumerate(_read(data)):
        if isinstance(frame, Header) and number == 0:
            header = _known(frame)
        elif header and isinstance(frame, Lost | Luck | Decision) and result is None:
            steps.append(frame)
        elif header and isinstance(frame, Result) and result is None:
            result = frame
        elif result and isinstance(frame, Clock) and clock is None:
            clock = frame
        else:
            raise Damaged(f"{_named(header)}frame {number} at byte {place} does not belong there")
    if header is None or result is None or clock is None:
        raise Damaged(f"{_named(header)}the record ends after {len(steps)} steps, before its end")
    return Record(header, tuple(steps), result, clock)


def _frames(frames: Iterable[Frame]) -> bytes:
    parts, checksum = [MAGIC], zlib.crc32(MAGIC)
    for frame in frames:
        payload = _encode(frame)
        length = len(payload).to_bytes(_NUMBER, "big")
        checksum = zlib.crc32(payload, zlib.crc32(length, checksum))
        parts += [length, checksum.to_bytes(_NUMBER, "big"), payload]
    return b"".join(parts)


def _read(data: bytes) -> Iterator[tuple[int, Frame]]:
    """The frames with the places where they begin."""
    if not data.startswith(MAGIC):
        raise Damaged("byte 0: this is not a record of the arena, or its first bytes are damaged")
    place, number, checksum, named = len(MAGIC), 0, zlib.crc32(MAGIC), ""
    while place < len(data):
        begin = place + 2 * _NUMBER
        length = data[place : place + _NUMBER]
        payload = data[begin : begin + int.from_bytes(length, "big")]
        checksum = zlib.crc32(payload, zlib.crc32(length, checksum))
        if checksum.to_bytes(_NUMBER, "big") != data[place + _NUMBER : begin]:
            what = "the header" if number == 0 else f"step {number}"
            raise Damaged(f"{named}{what}, at byte {place}, is damaged")
        try:
            frame = _decode(payload)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            what = printable(f"is not one of ours: {error}")
            raise Damaged(f"{named}frame {number} at byte {place} {what}") from error
        if isinstance(frame, Header):
            named = _named(frame)
        yield place, frame
        place, number = begin + len(payload), number + 1


def _known(header: Header) -> Header:
    if header.format != FORMAT:
        raise Damaged(f"{_named(header)}format {header.format} is not known here, only {FORMAT}: use a newer arena")
    return header


def _named(header: Header | None) -> str:
    return f"match {printable(header.fixture.match)}: " if header else ""
