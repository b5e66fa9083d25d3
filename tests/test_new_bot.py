"""`arena new-bot`: what it writes works as it is, and it never writes over anything."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from arena import cli, commands_bot
from arena.errors import UserError
from arena.manifest import find
from arena.new_bot import FILES


def listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_written_bot_passes_its_own_tests_and_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "whiskers"
    assert commands_bot.new_bot([str(folder)]) == 0
    assert f"arena check {folder}" in capsys.readouterr().out
    assert listing(tmp_path) == ["whiskers"]
    assert listing(folder) == sorted(FILES)
    done = subprocess.run(  # its own test runs `arena check --quick` on it, among others
        [sys.executable, "-W", "error", "-m", "unittest", "-v"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ran 3 tests" in done.stderr
    assert "whiskers: " in done.stdout


def test_the_name_is_that_of_the_folder_or_the_one_given(tmp_path: Path) -> None:
    commands_bot.new_bot([str(tmp_path / "one")])
    commands_bot.new_bot([str(tmp_path / "two"), "--name", 'Dr. "Cat" 😺 \\ {x}'])
    assert find(str(tmp_path / "one")).name == "one"
    assert find(str(tmp_path / "two")).name == 'Dr. "Cat" 😺 \\ {x}'
    assert "{x}" in (tmp_path / "two/README.md").read_text("utf-8")
    compile((tmp_path / "two/bot.py").read_text("utf-8"), "bot.py", "exec")


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    assert commands_bot.new_bot([str(tmp_path)]) == 0
    assert listing(tmp_path) == sorted(FILES)
    assert tomllib.loads((tmp_path / "bot.toml").read_text("utf-8"))["name"] == tmp_path.name


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("mine")
    with pytest.raises(UserError, match="not empty"):
        commands_bot.new_bot([str(tmp_path)])
    assert listing(tmp_path) == ["bot.py"]
    assert (tmp_path / "bot.py").read_text() == "mine"


def test_a_file_or_a_link_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("file", "link"):
        with pytest.raises(UserError, match="is there already"):
            commands_bot.new_bot([str(tmp_path / name)])
    assert listing(tmp_path) == ["file", "link"]


def test_a_folder_in_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not a folder; make it first"):
        commands_bot.new_bot([str(tmp_path / "no" / "bot")])
    assert listing(tmp_path) == []


@pytest.mark.parametrize("name", ["", " ", "a" * 65, "a\nb", "\x1b[31m"])
def test_a_name_that_cannot_be_shown_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be the name of a bot"):
        commands_bot.new_bot([str(tmp_path / "bot"), "--name", name])
    assert listing(tmp_path) == []


def test_a_failure_in_the_middle_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "rename", full)
    with pytest.raises(UserError, match="nothing was made"):
        commands_bot.new_bot([str(tmp_path / "bot")])
    assert listing(tmp_path) == []


def test_the_command_ends_in_2_with_a_clear_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(cli.VERBS, "new-bot", ("arena.commands_bot:new_bot", "for this test"))
    (tmp_path / "x").touch()
    assert cli.main(["new-bot", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"arena: {tmp_path} is there already")


def test_a_bot_that_is_called_as_a_house_bot_is_named_by_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new-bot", "random"]) == 0
    assert "  arena check ./random\n" in capsys.readouterr().out
