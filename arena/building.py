"""Building the bots that must be built: once, before the first match, at the same level of isolation as the bot itself.

    the bot's folder -- builder, in the jail --> bytes of the files that were made -- we --> a folder of the cache

Nothing is built twice: a build is kept under a digest of all that it depends on. It is put there whole, by renaming, so
that several arenas may build the same bot at the same time.
"""

import os
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import msgspec
import trio

from arena.builder import Made
from arena.errors import UserError
from arena.isolation.limits import MIB, Limits
from arena.languages import OUT, PACKAGES, missing
from arena.manifest import Manifest, builds
from arena.place import CUT
from arena.player import ArenaFailure
from arena.process import Process
from protocol.text import printable

PATIENCE = 60.0  # seconds
LIMITS = Limits(memory=2048 * MIB, cpu=120, file=64 * MIB, files=256, scratch=256 * MIB)
LARGEST = 64 * MIB  # all that it makes together
MOST = 10_000  # files
FIRST, LAST = 20, 10  # lines of what it said: the first mistake often makes all others, and the end sums up
_READ = 65_536
_DECODER = msgspec.msgpack.Decoder(list[Made])


def build_all(manifests: Iterable[Manifest]) -> None:
    """Have a program of every bot that must be built, or say why there is none."""
    for manifest in manifests:
        known = [program for program in manifest.command[:1] if program in PACKAGES]
        lacking = [why for program in [*manifest.build[:1], *known] if (why := missing(program))]
        if lacking:
            raise UserError(f"{manifest.name}: it {lacking[0]}")
        if manifest.build and not manifest.out.is_dir():
            trio.run(_build, manifest)


def launch(manifest: Manifest) -> Process:
    """Start a bot's program. OSError if there is none."""
    if manifest.build and not manifest.out.is_dir():
        raise ArenaFailure(f"{manifest.name} is to be built before it is started, and {manifest.out} is not there")
    runtime = (*manifest.runtime, manifest.out) if manifest.build else manifest.runtime
    return Process(manifest.argv, folder=manifest.folder, isolation=manifest.isolation, runtime=runtime)


async def _build(manifest: Manifest) -> None:
    said, why, words = await _run(manifest)
    if why:
        raise _failed(manifest, why, words)
    try:
        keep(manifest, _DECODER.decode(said))
    except (msgspec.DecodeError, ValueError) as error:
        raise _failed(manifest, f"what it made cannot be used: {error}", words) from error


async def _run(manifest: Manifest) -> tuple[bytes, str, str]:
    """What the builder sent, what went wrong, and what the compiler had to say."""
    said = bytearray()
    try:
        process = Process(
            [sys.executable, "-P", "-m", "arena.builder", *manifest.build],
            folder=manifest.folder,
            isolation=manifest.isolation,
            limits=LIMITS,
            runtime=manifest.runtime,
        )
    except ArenaFailure as failure:
        raise UserError(f"{manifest.name} cannot be built: {failure}") from failure
    try:
        with trio.move_on_after(PATIENCE):
            await _listen(process, said)
        return bytes(said), _trouble(process, len(said)), process.last_words()
    finally:
        await process.close()


async def _listen(process: Process, said: bytearray) -> None:
    """All that the builder says until it has gone; what it started may live longer and hold its stdout open."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_hear_all, process, said)
        await process.gone()
        nursery.cancel_scope.cancel()
    _hear(process, said)


async def _hear_all(process: Process, said: bytearray) -> None:
    while _hear(process, said):
        await trio.lowlevel.wait_readable(process.stdout)


def _hear(process: Process, said: bytearray) -> bool:
    """Take what there is; whether there can be more."""
    while len(said) <= LARGEST:
        try:
            chunk = os.read(process.stdout, _READ)
        except BlockingIOError:
            return True
        if not chunk:
            return False
        said += chunk
    process.kill()
    return False


def _trouble(process: Process, size: int) -> str:
    """Why there is nothing to use; nothing if there is."""
    if size > LARGEST:
        return f"it makes more than {LARGEST // MIB} MiB"
    if process.ran_out_of_memory:
        return f"it uses more than {LIMITS.memory // MIB} MiB of memory"
    if process.status is None:
        return f"it takes longer than {PATIENCE:g} s"
    return f"its exit status is {process.status}" if process.status else ""


def _failed(manifest: Manifest, why: str, words: str) -> UserError:
    told = "".join(f"\n    {printable(line)}" for line in _shown(words.splitlines()))
    return UserError(f"{manifest.name} cannot be built: {why}\n    $ {' '.join(manifest.build)}{told}")


def _shown(lines: list[str]) -> list[str]:
    """How what it said begins and ends."""
    left_out = lines[FIRST:-LAST]
    if len(left_out) <= 1:
        return lines
    more = "more than " if any(CUT.fullmatch(line) for line in left_out) else ""
    return [*lines[:FIRST], f"... {more}{len(left_out)} lines left out ...", *lines[-LAST:]]


def keep(manifest: Manifest, files: list[Made]) -> None:
    """Write the files to where they are looked for; ValueError if they cannot be what a build makes."""
    program = manifest.command[0]
    made = {f"{OUT}/{file.path}" for file in files}
    if not made:
        raise ValueError("it is nothing")
    if len(files) > MOST:
        raise ValueError(f"{len(files)} files are more than {MOST}")
    if program.startswith(OUT) and program not in made:
        raise ValueError(f"there is no {program}")
    try:
        builds().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=builds(), prefix=".") as folder:
            out = Path(folder, "out")
            for file in files:
                _write(out, file)
            for place in (out, *out.rglob("*/")):
                place.chmod(0o755)
            os.rename(out, manifest.out)
    except OSError as error:
        if not manifest.out.is_dir():  # else somebody was faster
            raise UserError(f"{builds()}: what was built cannot be kept: {error.strerror}") from error


def _write(out: Path, file: Made) -> None:
    path = PurePosixPath(file.path)
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise ValueError(f"a file called {printable(file.path)!r}")
    place = out / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(file.content)
    place.chmod(0o755 if file.executable else 0o644)
