"""A failure, once more: the bot of a capsule is sent exactly what it was sent then, and its answers are compared."""

import os
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

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
from protocol.text import printable

SHOWN = 200  # characters of a message


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
        for number, (by, data) in enumerate(parts, 1):
            if by == "arena":
                await _write(process, data, seconds)
            else:
                said = await _read(process, len(data), seconds)
                findings.append(_compared(number, data, said))
        if parts and parts[-1][0] == "arena":
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


def _parts(capsule: Capsule) -> Iterator[tuple[str, bytes]]:
    """Who said what in turn; how it was cut into pieces on the wire does not matter."""
    for by, lines in groupby(capsule.lines, key=lambda line: line.by):
        yield by, b"".join(bytes.fromhex(line.hex) for line in lines)


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


def _compared(number: int, then: bytes, now: bytes) -> Finding:
    if then == now:
        return Finding(same=True, sentence=f"part {number}: as then: {_shown(now)}")
    return Finding(same=False, sentence=f"part {number}: now {_shown(now)}\n    then {_shown(then)}")


def _ended(then: str, now: str) -> Finding:
    return Finding(same=then == now, sentence=f"the end: {now}" + (", as then" if then == now else f"; then {then}"))


def _shown(data: bytes) -> str:
    if not data:
        return "nothing"
    try:
        text = str(msgspec.msgpack.decode(data))
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        text = f"{len(data)} bytes: {data[:32].hex(' ')}"
    return printable(text[:SHOWN])
