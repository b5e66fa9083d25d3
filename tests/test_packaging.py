"""What a user gets: the wheel, the targets of make, and documents whose links lead somewhere."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from arena import __version__

ROOT = Path(__file__).parents[1]
PACKAGES = ("arena", "bots", "protocol", "tournaments", "results")
needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every file of the wheel, by name."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-P", "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=60,
    )
    (file,) = folder.glob("*.whl")
    with ZipFile(file) as archive:
        return {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}


def test_the_wheel_holds_every_file_of_the_five_packages_and_nothing_else(wheel: dict[str, str]) -> None:
    ours = {
        file.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert {f"{package}/__init__.py" for package in PACKAGES} <= ours
    assert {name for name in wheel if ".dist-info/" not in name} == ours


def test_the_wheel_brings_the_command_and_the_version(wheel: dict[str, str]) -> None:
    info = f"mlem_arena-{__version__}.dist-info"
    assert "arena = arena.cli:main" in wheel[f"{info}/entry_points.txt"]
    assert f"\nVersion: {__version__}\n" in wheel[f"{info}/METADATA"]


def make(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run make as a user would, even when make runs these tests."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(
        ["make", *arguments], cwd=cwd, env=environment, capture_output=True, text=True, timeout=60, check=False
    )


@needs_make
def test_make_alone_lists_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert phony is not None
    assert re.findall(r"^make (\S+) +\S", make(cwd=ROOT).stdout, re.MULTILINE) == phony[1].split()


@needs_make
def test_make_says_which_python_will_not_do(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    done = make(".venv", "PYTHON=/no/python", cwd=tmp_path)
    assert done.returncode != 0
    assert "The arena needs Python 3.11 or newer" in done.stderr
    assert "/no/python" in done.stderr
    assert not (tmp_path / ".venv").exists()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
