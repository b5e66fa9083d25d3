"""What is kept of a bot's failure: all that it was sent and said in the match, readable, and fit to be sent again.

A capsule holds no seed: the bot's author may have it while the contest runs.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from arena.bot_process import BotProcess
from arena.botfile import NUL
from arena.errors import UserError
from arena.files import read_bytes
from arena.isolation.levels import Isolation
from arena.manifest import Manifest
from arena.record import Choice, Lost, Luck, Record

FORMAT = 1
LARGEST = 64 << 20  # bytes


class Line(Struct, frozen=True):
    """Something that went over the wire: the exact bytes, and what they mean where they mean anything."""

    by: Literal["arena", "bot"]
    hex: Annotated[str, Meta(pattern="^([0-9a-f]{2})*$")]
    message: Any = None


class Version(Struct, frozen=True):
    """What every capsule begins with, whatever its format."""

    format: int


class Capsule(Struct, frozen=True):
    """One seat's failure."""

    format: int
    match: str
    game: str
    options: str
    seats: int
    seat: int
    bot: str
    command: tuple[str, ...]
    folder: str | None
    isolation: Isolation
    faults: tuple[str, ...]
    exit: str
    luck: tuple[Any, ...]  # what luck had brought
    stderr: str
    lines: tuple[Line, ...]


def write(folder: Path, record: Record, seat: int, bot: BotProcess, manifest: Manifest) -> Path:
    """Keep what there is of this seat's failure; the path of the capsule."""
    fixture = record.fixture
    capsule = Capsule(
        FORMAT,
        fixture.match,
        fixture.game,
        fixture.options,
        fixture.seats,
        seat,
        fixture.bots[seat],  # in a tournament an entrant's name: several may have the same program
        manifest.command,
        str(manifest.folder) if manifest.folder else None,
        manifest.isolation,
        tuple(f"{fault.fault}: {fault.detail}" for fault in _faults(record, seat)),
        bot.ended,
        tuple(step.outcome for step in record.steps if isinstance(step, Luck)),
        bot.process.last_words(),
        tuple(_lines(bot.transcript)),
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = _free(place(folder, fixture.match, seat), capsule)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(capsule), indent=1))
    return path


def read(path: Path) -> Capsule:
    """The capsule in a file."""
    data = read_bytes(path, LARGEST, "a capsule")
    try:
        version = msgspec.json.decode(data, type=Version).format
        if version != FORMAT:
            raise UserError(f"{path}: format {version} is not known here, only {FORMAT}: use a newer arena")
        capsule = msgspec.json.decode(data, type=Capsule)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(f"{path} is not a capsule: {error}") from error
    if not capsule.command or not all(word and NUL not in word for word in capsule.command):
        raise UserError(f"{path} is not a capsule: its command is {list(capsule.command)}, which cannot be started")
    return capsule


def _faults(record: Record, seat: int) -> Iterator[Lost | Choice]:
    return (fault for fault in record.faults() if fault.seat == seat)


def place(folder: Path, match: str, seat: int) -> Path:
    """Where the capsule of a seat is written."""
    name = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in match)
    return folder / f"{name}-seat{seat}.json"


def _free(path: Path, capsule: Capsule) -> Path:
    """This path, or one like it: what was kept of another program stays. Of the same one, the last failure is kept."""
    tries = chain([path], (path.with_stem(f"{path.stem}-{number}") for number in count(2)))
    return next(free for free in tries if not free.is_file() or _is_of_the_same(free, capsule))


def _is_of_the_same(path: Path, capsule: Capsule) -> bool:
    try:
        kept = read(path)
    except UserError:
        return False
    return (kept.command, kept.folder) == (capsule.command, capsule.folder)


def _lines(transcript: Sequence[tuple[str, bytes]]) -> Iterator[Line]:
    for direction, data in transcript:
        yield Line("arena" if direction == ">" else "bot", data.hex(), _meaning(data))


def _meaning(data: bytes) -> Any:
    """The message in these bytes, if they are one that can be shown as JSON."""
    try:
        message = msgspec.msgpack.decode(data)
        msgspec.json.encode(message)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None
    return message
