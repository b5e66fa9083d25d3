"""What a bot is made of, as a short text: a bot that was changed is another one, whatever it is called."""

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from hashlib import blake2b, file_digest
from importlib.util import find_spec
from pathlib import Path

from arena.errors import UserError
from arena.manifest import Manifest, house_bots

# What runs leave behind, or what no bot is made of.
BESIDE = (".*", "__pycache__", "*.pyc", "*.db", "*.db-*", "*.db.lock", "*.capsules")


def fingerprint(bot: str, manifest: Manifest) -> str:
    """A digest over a bot's command and files: its folder; for a house bot its file and what the house bots share; and
    for a command, the files that it names."""
    digest = blake2b("\0".join([manifest.name, manifest.version, *manifest.command[1:]]).encode(), digest_size=8)
    for name, file in sorted(_files(bot, manifest)):
        digest.update(f"\0{name}\0".encode())
        try:
            with file.open("rb") as content:
                digest.update(file_digest(content, "blake2b").digest())
        except OSError as error:
            raise UserError(f"{file}, which belongs to the bot {bot!r}, cannot be read: {error.strerror}") from error
    return digest.hexdigest()


def _files(bot: str, manifest: Manifest) -> Iterator[tuple[str, Path]]:
    if bot in house_bots():
        yield from ((name, file) for name, file in _within(_house()) if name == f"{bot}.py" or _shared(name))
    elif Path(bot).is_dir():
        yield from _within(Path(bot))
    else:
        places = [(manifest.folder or Path()) / word for word in manifest.command]
        yield from ((str(number), place) for number, place in enumerate(places) if place.is_file())


def _within(folder: Path) -> Iterator[tuple[str, Path]]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if _belongs(name)]
        files = [Path(place, name) for name in names if _belongs(name)]
        yield from ((str(file.relative_to(folder)), file) for file in files if file.is_file())


def _belongs(name: str) -> bool:
    return not any(fnmatch(name, pattern) for pattern in BESIDE)


def _shared(name: str) -> bool:
    """Whether a file of the house bots is not one of them."""
    return name.startswith("_") or not name.endswith(".py")


def _house() -> Path:
    spec = find_spec("bots")
    assert spec is not None, "house bots are there"
    assert spec.origin is not None, "they are a package with a file"
    return Path(spec.origin).parent
