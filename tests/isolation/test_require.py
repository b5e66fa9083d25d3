"""A level that cannot be given is refused, with what to do about it."""

import json
import os
import sys
from pathlib import Path

import msgspec
import pytest

from arena import cli
from arena.errors import UserError
from arena.isolation import require as module
from arena.isolation import sights, trials
from arena.isolation.levels import Isolation
from arena.isolation.require import require, require_level, require_parts
from arena.isolation.trials import Finding
from arena.manifest import find
from tests.isolation.jails import bot_in, jailed, needs_jail, needs_root


@pytest.fixture(autouse=True)
def _forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered from test to test, and jails hold."""
    monkeypatch.setattr(module, "require_level", require_level.__wrapped__)
    monkeypatch.setattr(module, "holes", lambda level: [])


def tools(folder: Path, *names: str) -> str:
    """A search path on which there are only these."""
    folder.mkdir()
    for name in names:
        place = folder / name
        place.write_text("#!/bin/sh\necho bubblewrap ${VERSION:-0.8.0}\n")
        place.chmod(0o755)
    return str(folder)


@pytest.mark.parametrize("level", [Isolation.LIMITS, Isolation.JAIL])
def test_missing_tools_are_named(level: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path / "bin", "setpriv", "bwrap"))
    with pytest.raises(UserError, match=rf"'{level}' needs prlimit \(Debian: util-linux\)"):
        require_parts(level)


def test_a_missing_bwrap_is_refused_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path / "bin", "setpriv", "prlimit"))
    with pytest.raises(UserError, match="apt-get install bubblewrap"):
        require_parts(Isolation.JAIL)


def test_a_bwrap_that_is_too_old_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path / "bin", "setpriv", "prlimit", "bwrap") + os.pathsep + "/bin")
    monkeypatch.setenv("VERSION", "0.6.1")
    with pytest.raises(UserError, match=r"newer bwrap than 0\.6\.1"):
        require_parts(Isolation.JAIL)


def test_a_processor_whose_calls_we_do_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "bwrap_version", lambda: (0, 8, 0))
    monkeypatch.setattr("platform.machine", lambda: "sparc")
    with pytest.raises(UserError, match="x86_64 and aarch64, not of sparc"):
        require_parts(Isolation.JAIL)


def test_a_bwrap_that_builds_no_jail_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", tools(tmp_path / "bin", "setpriv", "prlimit", "bwrap") + os.pathsep + os.environ["PATH"])
    monkeypatch.setattr(module, "holes", trials.holes)
    with pytest.raises(UserError, match="cannot be used on this machine"):
        require([jailed("random")])


def test_a_jail_with_a_hole_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "bwrap_version", lambda: (0, 8, 0))
    monkeypatch.setattr(module, "holes", lambda level: ["tcp: connected"])
    with pytest.raises(UserError, match="does not hold on this machine:\ntcp: connected\n`arena doctor`"):
        require([jailed("random")])


@needs_jail
def test_a_command_in_a_folder_that_is_not_its_own_gets_no_jail(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    manifest = msgspec.structs.replace(find("python3 bot.py"), isolation=Isolation.JAIL)
    with pytest.raises(UserError, match=r"put the bot into a folder with a bot\.toml"):
        require([manifest])


@needs_jail
def test_a_folder_that_holds_the_arena_is_no_folder_of_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = bot_in(tmp_path / "bot", "")
    monkeypatch.setenv("HOME", str(tmp_path / "bot/home"))
    with pytest.raises(UserError, match="move the bot"):
        require([manifest])


@needs_jail
@needs_root
@pytest.mark.parametrize("closed", ["", "bot.py"])
def test_files_that_the_bots_user_cannot_read_are_named(tmp_path: Path, closed: str) -> None:
    manifest = bot_in(tmp_path / "bot", "")
    (tmp_path / "bot" / closed).chmod(0o700)
    with pytest.raises(UserError, match=r"chmod -R o\+rX"):
        require([manifest])
    (tmp_path / "bot" / closed).chmod(0o755)
    require([manifest])


def test_a_probe_of_which_nothing_is_heard_is_not_called_stopped() -> None:
    silent = {"tcp": Finding(True, "nothing"), "udp": Finding(False, "no network")}
    assert trials.broken(Isolation.JAIL, silent) == ["tcp: nothing"]
    assert trials.broken(Isolation.LIMITS, silent) == []


def test_each_level_promises_all_that_the_one_below_does() -> None:
    none, limits, jail = map(trials.promised, Isolation)
    assert none < limits < jail


def test_what_lies_in_another_shown_place_is_not_shown_twice(tmp_path: Path) -> None:
    inner = tmp_path / "a/b"
    inner.mkdir(parents=True)
    assert sights.outermost([inner, tmp_path / "a", Path("/usr/bin"), tmp_path / "none"]) == [tmp_path / "a"]


def test_the_search_path_of_a_jail_has_nothing_that_it_cannot_see(tmp_path: Path) -> None:
    path = os.pathsep.join(["/usr/bin", "/bin", str(tmp_path / "bin"), "/home/me/bin", "", "/usrlocal"])
    assert sights.search_path(path, [tmp_path]) == f"/usr/bin:/bin:{tmp_path / 'bin'}"


def test_a_python_bot_sees_the_sdk_and_the_python_that_runs_us() -> None:
    seen = sights.python()
    import arena.sdk

    for file in (arena.sdk.__file__, sys.executable, os.path.realpath(sys.executable)):
        assert sights.covers([Path("/usr"), *seen], Path(file))
    assert not sights.covers(seen, Path(__file__))


@needs_jail
@pytest.mark.parametrize("levels", [["jail"], pytest.param(list(Isolation), marks=pytest.mark.proof)])
def test_the_doctor_finds_every_promise_kept(
    levels: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena.commands_doctor.Isolation", [Isolation(level) for level in levels])
    assert cli.main(["doctor", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    jail = told["levels"]["jail"]
    assert (jail["usable"], jail["wrong"]) == (True, [])
    assert sorted(jail["probes"]) == jail["promised"]
    assert "bubblewrap" in {fact["name"] for fact in told["facts"]}
    if "none" in levels:  # what a jail stops would get through without one
        assert {"tcp", "signal arena", "arena file", "flock"} <= got_through(told["levels"]["none"]["probes"])


def got_through(probes: dict[str, dict[str, object]]) -> set[str]:
    return {name for name, finding in probes.items() if finding["got_through"]}


def test_the_doctor_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena.commands_doctor.try_level", _quick)
    monkeypatch.setenv("PATH", tools(tmp_path / "bin", "setpriv", "prlimit"))
    assert cli.main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert "WRONG: cannot be used here: isolation 'jail' needs bwrap, which is not there" in out
    assert "bubblewrap          not there" in out


async def _quick(level: Isolation, slowly: bool) -> dict[str, Finding]:
    return {probe: Finding(False, "") for probes in trials.GROUPS.values() for probe in probes}
