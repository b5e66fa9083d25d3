"""What a jailed bot can see of the file system: the system's programs, its runtime and its own folder, all read-only,
and every one at the place where it is outside, because programs remember where they were installed."""

import os
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

SCRATCH = "/tmp"  # in the jail: empty at the start, in memory, gone at the end
SYSTEM = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")  # links into /usr, or folders of their own
ALWAYS = tuple(map(Path, ("/usr", *SYSTEM)))
SETTINGS = ("/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime")
PACKAGES = ("arena", "protocol", "bots")  # what a Python bot and the house bots import: source, and nothing of a match


def system() -> list[str]:
    """The part of a jail that is the same for all bots."""
    words = ["--ro-bind", "/usr", "/usr"]
    for place in map(Path, SYSTEM):
        if place.is_symlink():
            words += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            words += ["--ro-bind", str(place), str(place)]
    words += ["--perms", "0755", "--dir", "/etc"]  # made by root, and to be entered by the bot's user
    for setting in SETTINGS:
        words += ["--ro-bind-try", setting, setting]
    return words


def shown(places: Iterable[Path]) -> list[str]:
    """Folders and files to be seen, each at its own place. The folders above are made first, or they would have the
    permissions that they have outside, and stand in the way of another user."""
    words: list[str] = []
    made = {Path("/"), Path(SCRATCH)}
    for place in places:
        for above in reversed(place.parents):
            if above not in made:
                made.add(above)
                words += ["--perms", "0755", "--dir", str(above)]
        made.add(place)
        words += ["--ro-bind", str(place), str(place)]
    return words


@cache
def python() -> tuple[Path, ...]:
    """What the Python that runs us needs, with the SDK and the house bots."""
    prefixes = [Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parents[1]]
    libraries = [Path(entry) for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))]
    specs = [find_spec(name) for name in PACKAGES]
    packages = [Path(spec.origin).parent for spec in specs if spec and spec.origin]
    return tuple(outermost([*prefixes, *libraries, *packages]))


def outermost(places: Iterable[Path]) -> list[Path]:
    """Those that exist and do not lie in another one, or in /usr, which everybody sees."""
    known = [Path("/usr")]
    for place in sorted({Path(os.path.abspath(place)) for place in places if place.exists()}):
        if not covers(known, place):
            known.append(place)
    return known[1:]


def covers(places: Sequence[Path], path: Path) -> bool:
    """Whether one of these places is, or holds, this path."""
    return any(place == path or place in path.parents for place in places)


def search_path(everywhere: str, places: Sequence[Path]) -> str:
    """Of all folders where programs are looked for, those that can be seen in the jail."""
    entries = everywhere.split(os.pathsep)
    return os.pathsep.join(entry for entry in entries if entry and covers([*ALWAYS, *places], Path(entry)))
