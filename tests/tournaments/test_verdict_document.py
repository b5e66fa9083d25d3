"""docs/verdicts.md says what the code does, and its commands work."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import main
from tournaments.verdicts.commands import GROUPS, LIMIT, regress_parser

DOCUMENT = (Path(__file__).parents[2] / "docs/verdicts.md").read_text("utf-8")
QUICK = ["--groups", "2", "--field", "random", "--seats", "2", "--variants", "base", "--in-process", "--workers", "1"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", DOCUMENT, re.DOTALL)


def commands() -> list[list[str]]:
    """The commands of all examples, and of the workflow; two groups are enough to see that they are understood."""
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    (workflow,) = blocks("yaml")
    lines += re.findall(r"run: (arena .*)", workflow)
    return [shlex.split(line)[1:] for line in lines]


@pytest.fixture(autouse=True)
def _two_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    assert main(["new-bot", "new"]) == 0
    assert main(["new-bot", "old"]) == 0
    capsys.readouterr()


def test_every_command_is_understood(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(commands()) >= 8
    for argv in commands():
        if argv[0] != "diverge":
            Path("change.db").unlink(missing_ok=True)
        expected = (3,) if argv[0] == "regress" else (0,)
        assert main([*argv, *([] if argv[0] == "diverge" else [*QUICK, "--quiet"])]) in expected, argv
    capsys.readouterr()
    assert Path("verdict.xml").exists()


def test_the_test_of_the_document_passes() -> None:
    (text,) = blocks("python")
    Path("test_bot.py").write_text(
        text.replace("margin=3, groups=2000", "margin=40, groups=12").replace("greedy,bold", "bold")
    )
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tournaments.pytest_plugin"]
    done = subprocess.run([*command, "test_bot.py"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def test_every_option_is_in_a_table() -> None:
    options = set(re.findall(r"--[a-z-]+", regress_parser().format_help())) - {"--help"}
    tables = "\n".join(line for line in DOCUMENT.splitlines() if line.startswith("|"))
    assert options <= set(re.findall(r"--[a-z-]+", tables))
    assert f"| {GROUPS} (`regress`: {LIMIT}) |" in tables
