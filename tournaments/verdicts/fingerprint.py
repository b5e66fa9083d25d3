"""What a bot is made of, as a short text: a bot that was changed is another one, whatever it is called."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from arena.contents import digest_of, files
from arena.errors import UserError
from arena.manifest import Manifest, house_bots


def fingerprint(bot: str, manifest: Manifest) -> str:
    """A digest over a bot's command and files: its folder; for a house bot its file and what the house bots share; and
    for a command, the files that it names."""
    try:
        return digest_of(_files(bot, manifest), manifest.name, manifest.version, *manifest.command[1:])
    except OSError as error:
        where = f"{error.filename}, which belongs to the bot {bot!r},"
        raise UserError(f"{where} cannot be read: {error.strerror}") from error


def _files(bot: str, manifest: Manifest) -> Iterator[tuple[str, Path]]:
    house = bot if bot in house_bots() else bot.split()[0]  # which may have arguments of its own
    if Path(bot).is_dir() and bot not in house_bots():
        yield from _followed(Path(bot))
    elif house in house_bots():
        yield from ((name, file) for name, file in _followed(_house()) if name == f"{house}.py" or _shared(name))
    else:
        places = [(manifest.folder or Path()) / word for word in manifest.command]
        yield from ((str(number), place) for number, place in enumerate(places) if place.is_file())


def _followed(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a folder. Links are followed: what counts is what the bot would read."""
    return ((name, file.resolve()) for name, file in files(folder) if file.is_file())


def _shared(name: str) -> bool:
    """Whether a file of the house bots is not one of them."""
    return name.startswith("_") or not name.endswith(".py")


def _house() -> Path:
    spec = find_spec("bots")
    assert spec is not None, "house bots are there"
    assert spec.origin is not None, "they are a package with a file"
    return Path(spec.origin).parent
