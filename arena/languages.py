"""What each language needs: how a bot in it is built and started, and what the jail must show for that.

The limits count what a program reserves, not only what it uses, so the virtual machines of Java and Node are told how
much they may have; the rest of a bot's gigabyte is for their own threads, code and classes.
"""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from arena.isolation.sights import ALWAYS, covers
from arena.place import search_path

OUT = "{out}"  # in a command: the folder that the build fills

_JVM = ("-Xmx512m", "-XX:ReservedCodeCacheSize=64m", "-XX:MaxMetaspaceSize=128m", "-XX:CompressedClassSpaceSize=64m")
# A collector without threads of its own, no file for other programs to look at, and the compiler that is done quickly:
# the other one goes on for hundreds of milliseconds while others are to move, which is a fault.
_JAVA = (*_JVM, "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1")

PACKAGES = {  # what Debian calls that which has the program
    "c++": "g++",
    "cc": "gcc libc6-dev",
    "cmake": "cmake",
    "g++": "g++",
    "gcc": "gcc libc6-dev",
    "go": "golang-go",
    "java": "default-jre-headless",
    "javac": "default-jdk-headless",
    "make": "make",
    "node": "nodejs",
    "rustc": "rustc",
}


class Language(Struct, frozen=True):
    """What holds for a bot of a language where its manifest says nothing."""

    source: str  # its file, if it is only one
    command: Callable[[Sequence[str]], tuple[str, ...]]  # made from its files
    build: Callable[[Sequence[str]], tuple[str, ...]] | None = None
    runtime: Callable[[], tuple[Path, ...]] = tuple  # what is to be seen beyond /usr and our own Python


def found(program: str) -> str:
    """How to call a program in a jail as well: by its name if it is one of the system's, and by its file if it was
    installed elsewhere, perhaps behind a link."""
    path = shutil.which(program, path=search_path())
    return program if path is None or covers(ALWAYS, Path(path)) else str(Path(path).resolve())


def missing(program: str) -> str:
    """Why a program cannot be started, as a part of a sentence; nothing if it can."""
    if "/" in program or shutil.which(program, path=search_path()):
        return ""
    package = PACKAGES.get(Path(program).name)
    return f"needs {program}, which is not there" + (f" (Debian: apt-get install {package})" if package else "")


def _node() -> tuple[Path, ...]:
    """Node is a single file."""
    path = Path(found("node"))
    return (path,) if path.is_absolute() else ()


def _jdk() -> tuple[Path, ...]:
    """Where Java is installed, by any of its names. Debian keeps the settings in /etc, behind links."""
    path = shutil.which("java", path=search_path())
    if path is None:
        return ()
    homes = [Path(path).parent.parent, Path(path).resolve().parent.parent]
    homes = [home for home in homes if (home / "lib" / "modules").is_file()]
    return *homes, *Path("/etc").glob("java-*-openjdk")


LANGUAGES = {
    "c": Language(
        "bot.c",
        lambda source: (f"{OUT}/bot",),
        lambda source: ("cc", "-O2", "-o", f"{OUT}/bot", *source, "-lm"),
    ),
    "c++": Language(
        "bot.cpp",
        lambda source: (f"{OUT}/bot",),
        lambda source: ("c++", "-O2", "-o", f"{OUT}/bot", *source),
    ),
    "java": Language(
        "Bot.java",
        lambda source: (found("java"), *_JAVA, "-cp", OUT, Path(source[0]).stem),
        lambda source: (found("javac"), *(f"-J{flag}" for flag in _JAVA), "-encoding", "UTF-8", "-d", OUT, *source),
        _jdk,
    ),
    "node": Language("bot.js", lambda source: (found("node"), "--max-old-space-size=512", source[0]), runtime=_node),
    "python": Language("bot.py", lambda source: ("python3", source[0])),
}
