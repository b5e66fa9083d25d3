"""Building bots: once, bounded, the same for everybody, and with a clear word when it fails."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from arena import building
from arena.builder import Made
from arena.building import build_all, keep, launch
from arena.cli import main
from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.isolation.limits import MIB, Limits
from arena.manifest import Manifest, builds, read_folder
from arena.player import ArenaFailure
from tests.isolation.jails import needs_jail

LEVELS = [Isolation.NONE, Isolation.LIMITS, pytest.param(Isolation.JAIL, marks=needs_jail)]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    folder.mkdir()
    return folder


def bot(folder: Path, script: str, isolation: Isolation = Isolation.LIMITS) -> Manifest:
    """A bot that a shell script builds."""
    (folder / "build.sh").write_text(script)
    (folder / "bot.toml").write_text('command = ["{out}/bot"]\nbuild = ["sh", "build.sh", "{out}"]\n')
    return replace(read_folder(folder), isolation=isolation)


def failure(manifest: Manifest) -> str:
    with pytest.raises(UserError) as told:
        build_all([manifest])
    assert not manifest.out.exists()
    assert list(builds().glob(".*")) == []
    return str(told.value)


@pytest.mark.parametrize("isolation", LEVELS)
def test_what_was_made_is_there_for_everybody_to_read(folder: Path, isolation: Isolation) -> None:
    script = "umask 077; mkdir $1/x; echo some text >$1/x/data; echo program >$1/bot; chmod +x $1/bot; echo chatter"
    manifest = bot(folder, script, isolation)
    ours = os.umask(0o077)
    try:
        build_all([manifest])
    finally:
        os.umask(ours)
    assert sorted(str(file.relative_to(manifest.out)) for file in manifest.out.rglob("*")) == ["bot", "x", "x/data"]
    assert (manifest.out / "x/data").read_text() == "some text\n"
    modes = [(manifest.out / name).stat().st_mode & 0o7777 for name in ("", "x", "x/data", "bot")]
    assert modes == [0o755, 0o755, 0o644, 0o755]


def test_nothing_is_built_twice_and_every_change_is_built_anew(folder: Path) -> None:
    made = []
    for script in ("date +%N >$1/bot", "date +%N >$1/bot", "date +%N%N >$1/bot"):
        manifest = bot(folder, script)
        build_all([manifest, manifest])
        made.append(Path(manifest.argv[0]).read_text())
    assert made[0] == made[1] != made[2]
    assert len(list(builds().iterdir())) == 2


@needs_jail
def test_what_runs_in_a_jail_was_built_in_one(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    script = f"cat {tmp_path}/secret >$1/seen; touch written; echo x >$1/bot"
    outside, inside = bot(folder, script), bot(folder, script, Isolation.JAIL)
    build_all([outside])
    (folder / "written").unlink()
    build_all([inside])
    assert (outside.out / "seen").read_text() == "secret"
    assert (inside.out / "seen").read_text() == ""
    assert not (folder / "written").exists()


def test_several_arenas_may_build_the_same_bot_at_the_same_time(folder: Path, tmp_path: Path) -> None:
    all_here = f"touch {tmp_path}/met.$$; until [ $(ls {tmp_path} | grep -c met) = 3 ]; do sleep 0.05; done"
    manifest = bot(folder, f"{all_here}; echo $$ >$1/bot")
    code = f"""if True:
        import pathlib
        from arena.building import build_all
        from arena.manifest import read_folder
        manifest = read_folder(pathlib.Path({str(folder)!r}))
        build_all([manifest])
        print(pathlib.Path(manifest.argv[0]).read_text())
    """
    arenas = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    said = [arena.communicate(timeout=90)[0].strip() for arena in arenas]
    assert said == [Path(manifest.argv[0]).read_text().strip()] * 3
    assert list(builds().iterdir()) == [manifest.out]


@pytest.mark.parametrize("isolation", LEVELS)
def test_a_build_that_fails_says_what_the_compiler_said(folder: Path, isolation: Isolation) -> None:
    said = failure(bot(folder, "echo 'bot.c:7: \033[1merror' >&2; exit 3", isolation))
    assert "bot cannot be built: its exit status is 3" in said
    assert "$ sh build.sh {out}" in said
    assert "bot.c:7: \\x1b[1merror" in said


@pytest.mark.parametrize(("errors", "told"), [(31, ""), (100, "... 70 lines left out ..."), (2000, "... more than ")])
def test_a_build_that_fails_shows_the_first_errors_and_the_last(folder: Path, errors: int, told: str) -> None:
    script = f"for i in $(seq {errors}); do echo bot.c:$i: error >&2; done; exit 1"
    _, _, first, *others = failure(bot(folder, script)).splitlines()
    assert first.strip() == "bot.c:1: error"
    assert others[-1].strip() == f"bot.c:{errors}: error"
    assert len(others) == 30
    assert told in others[19]


def test_a_build_that_makes_nothing_or_something_else_is_a_failure(folder: Path) -> None:
    assert "what it made cannot be used: it is nothing" in failure(bot(folder, "true"))
    assert "there is no {out}/bot" in failure(bot(folder, "echo x >$1/bto"))


@pytest.mark.parametrize("isolation", LEVELS)
def test_a_build_that_takes_too_long_is_ended_with_all_that_it_started(
    folder: Path, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "PATIENCE", 1.0)
    begun = time.monotonic()
    assert "it takes longer than 1 s" in failure(bot(folder, "sleep 61.5 & sleep 61.5", isolation))
    assert time.monotonic() - begun < 30
    running = [file.read_bytes() for file in Path("/proc").glob("[0-9]*/cmdline") if file.exists()]
    assert not [command for command in running if b"61.5" in command]


def test_a_daemon_of_a_build_does_not_hold_it_up(folder: Path) -> None:
    begun = time.monotonic()
    build_all([bot(folder, "echo x >$1/bot; setsid sleep 62.5 &")])
    assert time.monotonic() - begun < 30


def test_a_build_that_makes_too_much_is_a_failure(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "LARGEST", MIB)
    assert "it makes more than 1 MiB" in failure(bot(folder, "head -c 3000000 /dev/zero >$1/bot"))
    monkeypatch.setattr(building, "MOST", 3)
    assert "4 files are more than 3" in failure(bot(folder, "touch $1/a $1/b $1/c $1/bot"))


@needs_jail
def test_a_build_cannot_fill_the_disk_or_the_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "LIMITS", Limits(memory=256 * MIB, scratch=4 * MIB))
    script = "for i in 1 2 3 4; do head -c 2000000 /dev/zero >$1/$i || exit 7; done"
    assert "its exit status is 7" in failure(bot(folder, script, Isolation.JAIL))
    script = f"{sys.executable} -c 'bytes(10**9)' || exit 8"
    assert "its exit status is 8" in failure(bot(folder, script, Isolation.JAIL))


@settings(max_examples=50)
@given(st.text(st.sampled_from("a./\\"), max_size=8))
def test_no_file_is_written_outside_of_where_it_belongs(path: str) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", folder)
        manifest = Manifest(name="x", command=("x",), build=("make",), contents="0")
        try:
            keep(manifest, [Made(path, executable=False, content=b"x")])
        except (ValueError, UserError):
            assert not manifest.out.exists()
        written = [file for file in Path(folder).rglob("*") if file.is_file()]
        assert all(manifest.out in file.parents for file in written)


def test_a_compiler_that_is_not_there_is_named_with_its_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    (folder / "bot.toml").write_text('language = "c++"')
    (folder / "bot.cpp").write_text("")
    assert "bot: it needs c++, which is not there (Debian: apt-get install g++)" in failure(read_folder(folder))
    (folder / "bot.toml").write_text('command = ["node", "bot.js"]')
    with pytest.raises(UserError, match=r"it needs node, which is not there \(Debian: apt-get install nodejs\)"):
        build_all([read_folder(folder)])


@pytest.mark.parametrize("verb", [["check"], ["play", "random"]])
def test_a_bot_that_cannot_be_built_ends_a_command_before_anything_is_played(
    verb: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot(folder, "echo no such header >&2; exit 1")
    assert main([*verb, str(folder)]) == 2
    said = capsys.readouterr()
    assert "no such header" in said.err
    assert said.out == ""


def test_a_bot_that_cannot_be_built_ends_a_tournament_before_it_starts(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot(folder, "echo no such header >&2; exit 1")
    cup = tmp_path / "cup.toml"
    assert main(["new-tournament", str(cup)]) == 0
    cup.write_text(cup.read_text() + f'\n[[entrant]]\nname = "built"\nbot = "{folder}"\n')
    assert main(["tournament", str(cup)]) == 2
    assert "no such header" in capsys.readouterr().err
    assert list(tmp_path.glob("*.db")) == []


def test_a_build_that_has_gone_is_the_arenas_fault(folder: Path) -> None:
    with pytest.raises(ArenaFailure, match="to be built before it is started"):
        launch(bot(folder, "echo x >$1/bot"))
