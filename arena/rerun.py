"""A failure, once more: the bot of a capsule is sent exactly what it was sent then, and its answers are compared."""

import os
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import trio
from msgspec import Struct

from arena.bot_process import READ, RUNNING, ending
from arena.botfile import FILE
from arena.building import launch
from arena.capsule import Capsule
from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.manifest import Manifest, read_folder
from arena.process import Process
from protocol import Fault, limits
from protocol.codec import Decoder
from protocol.text import printable
from protocol.words import FROM_BOT, Act, BudgetLeft

SHOWN = 200  # characters of a message
BYTES = 32  # of what is no message


class _Asked(Struct, tag_field="type", tag="ask"):
    """What of an `ask` tells how much time there was."""

    budget: BudgetLeft


class Part(NamedTuple):
    """What one side said before the other spoke again, and the time that there was for each `ask` in it."""

    by: str
    data: bytes
    asked: list[BudgetLeft]


class Finding(Struct, frozen=True):
    """What came of one part of the rerun."""

    same: bool
    sentence: str


def manifest_of(capsule: Capsule) -> Manifest:
    """The bot that failed."""
    command = capsule.command
    if "-m" in command and command[-1].startswith("bots."):  # a house bot runs on whatever Python runs us
        command = (sys.executable, *command[1:])
    folder = Path(capsule.folder) if capsule.folder else None
    if folder and not folder.is_dir():
        raise UserError(f"the bot's folder {folder} is not there; name the bot with --bot")
    bot = Manifest(name=capsule.bot, command=command, folder=folder, isolation=Isolation(capsule.isolation))
    if folder and (folder / FILE).is_file():  # it says what else is needed to start it
        told = read_folder(folder)
        return msgspec.structs.replace(bot, build=told.build, contents=told.contents, runtime=told.runtime)
    return bot


async def rerun(capsule: Capsule, manifest: Manifest, seconds: float) -> list[Finding]:
    """Send it all again; what was answered otherwise, and how it ended."""
    try:
        process = launch(manifest)
    except OSError as error:
        raise UserError(f"cannot start {manifest.command[0]}: {error.strerror}") from error
    findings = []
    try:
        parts = list(_parts(capsule))
        last = max((number for number, part in enumerate(parts, 1) if part.asked), default=0)
        last = last if _lost_by_time(capsule) else 0
        for number, part in enumerate(parts, 1):
            if number == last:
                findings.append(await _in_time(number, part, process, seconds))
                break
            if part.by == "arena":
                await _write(process, part.data, seconds)
            else:
                findings.append(_compared(number, part.data, await _read(process, len(part.data), seconds)))
        if not last and parts and parts[-1].by == "arena":
            findings.append(_compared(len(parts) + 1, b"", await _read(process, 1, seconds)))
        with trio.move_on_after(0.0 if capsule.exit == RUNNING else seconds):
            await process.gone()
        findings.append(_ended(capsule.exit, ending(process.status)))
        log = process.last_words()
    finally:
        await process.close()
    if log:
        findings.append(Finding(same=True, sentence="its stderr:\n" + printable_lines(log)))
    return findings


def printable_lines(text: str) -> str:
    """A log as it can be shown: its lines, and nothing that a terminal would obey."""
    return "\n".join("    " + printable(line) for line in text.splitlines())


def _parts(capsule: Capsule) -> Iterator[Part]:
    """Who said what in turn; how it was cut into pieces on the wire does not matter."""
    for by, some in groupby(capsule.lines, key=lambda line: line.by):
        lines = list(some)
        asked = [left for line in lines if (left := _time_left(line.message))]
        yield Part(by, b"".join(bytes.fromhex(line.hex) for line in lines), asked)


def _time_left(message: Any) -> BudgetLeft | None:
    try:
        return msgspec.convert(message, _Asked).budget
    except msgspec.ValidationError:
        return None


def _lost_by_time(capsule: Capsule) -> bool:
    """Whether its seat was taken because it did not answer in time; else it was told at the end that it was over."""
    lost = not any(isinstance(line.message, dict) and line.message.get("type") == "over" for line in capsule.lines)
    return lost and bool(capsule.faults) and capsule.faults[-1].startswith((f"{Fault.LATE}:", f"{Fault.SILENT}:"))


async def _write(process: Process, data: bytes, seconds: float) -> None:
    with trio.move_on_after(seconds):
        while data:
            try:
                data = data[os.write(process.stdin, data) :]
            except BlockingIOError:
                await trio.lowlevel.wait_writable(process.stdin)
            except BrokenPipeError:
                return


async def _read(process: Process, length: int, seconds: float) -> bytes:
    said = b""
    with trio.move_on_after(seconds):
        while len(said) < length:
            await trio.lowlevel.wait_readable(process.stdout)
            chunk = os.read(process.stdout, READ)
            if not chunk:
                break
            said += chunk
    return said


async def _in_time(number: int, part: Part, process: Process, seconds: float) -> Finding:
    """Whether it answers all that it was asked at last in the time that there was: then it was late with that."""
    owed, allowed = len(part.asked), sum(left.decision for left in part.asked) + part.asked[0].bank
    start, said, decoder = trio.current_time(), 0, Decoder(FROM_BOT, limits.FROM_BOT)
    await _write(process, part.data, seconds)
    while said < owed and (left := start + allowed - trio.current_time()) > 0:
        chunk = await _read(process, 1, left)
        if not chunk:
            break
        decoder.feed(chunk)
        said += sum(isinstance(heard, Act) for heard in decoder)
    told = f"{said} of {owed} answers in the {allowed:g} s that it had"
    if said < owed:
        return Finding(same=True, sentence=f"part {number}: as then, late: {told}")
    return Finding(same=False, sentence=f"part {number}: now {told}\n    then it was late")


def _compared(number: int, then: bytes, now: bytes) -> Finding:
    if then == now:
        return Finding(same=True, sentence=f"part {number}: as then: {shown(now)}")
    return Finding(same=False, sentence=f"part {number}: now {shown(now)}\n    then {shown(then)}")


def _ended(then: str, now: str) -> Finding:
    told = f"the end: {now}" + (", as then" if then == now else f"; then {then}")
    return Finding(same=then == now, sentence=printable(told))


def shown(data: bytes) -> str:
    """What somebody said: the message, or bytes that are none, and their text if it is one."""
    if not data:
        return "nothing"
    try:
        text = str(msgspec.msgpack.decode(data))
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        text = f"{len(data)} bytes: {data[:BYTES].hex(' ')}{' ...' * (len(data) > BYTES)}"
        if data.isascii():
            text += f' "{data.decode()}"'
    return printable(text[:SHOWN])
