"""The command `arena`: finding the verb, and ending well however the verb ends."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena import __version__, cli
from arena.errors import UserError

ROOT = Path(__file__).parents[1]


def complain(argv: list[str]) -> int:
    raise UserError(f"no file {argv[0]}\ntry another")


def complain_from_a_nursery(argv: list[str]) -> int:
    raise ExceptionGroup("outer", [ExceptionGroup("inner", [UserError("one"), UserError("two")])])


def be_interrupted(argv: list[str]) -> int:
    raise KeyboardInterrupt


def be_interrupted_in_a_nursery(argv: list[str]) -> int:
    raise BaseExceptionGroup("nursery", [KeyboardInterrupt()])


def fail(argv: list[str]) -> int:
    raise ZeroDivisionError


def fail_beside_a_complaint(argv: list[str]) -> int:
    raise ExceptionGroup("nursery", [UserError("one"), ZeroDivisionError()])


def lose_the_pipe_to_a_bot(argv: list[str]) -> int:
    raise BrokenPipeError


def echo(argv: list[str]) -> int:
    print(*argv)
    return 7


@pytest.fixture(autouse=True)
def verbs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions above, as verbs beside the real ones."""
    for verb in (
        complain,
        complain_from_a_nursery,
        be_interrupted,
        be_interrupted_in_a_nursery,
        fail,
        fail_beside_a_complaint,
        lose_the_pipe_to_a_bot,
        echo,
    ):
        monkeypatch.setitem(cli.VERBS, verb.__name__, (f"{__name__}:{verb.__name__}", "for the tests"))


def python(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=inherited | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_verb_gets_the_arguments_after_it_and_its_exit_code_is_returned(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["echo", "a", "--b"]) == 7
    assert capsys.readouterr().out == "a --b\n"


@pytest.mark.parametrize("argv", [[], ["-h"], ["--help"], ["help"]])
def test_help_lists_every_verb(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(argv) == 0
    out = capsys.readouterr().out
    assert all(re.search(rf"^  {verb} ", out, re.MULTILINE) for verb in cli.VERBS)


def test_the_help_of_the_verbs_stands_in_one_column(capsys: pytest.CaptureFixture[str]) -> None:
    cli.main(["--help"])
    lines = [line for line in capsys.readouterr().out.splitlines() if re.match("  [a-z]", line)]
    assert len({re.match("  [a-z_-]+ +", line).end() for line in lines}) == 1  # type: ignore[union-attr]  # it matches


def test_help_with_a_verb_asks_the_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["help", "echo", "part"]) == 7
    assert capsys.readouterr().out == "part --help\n"


@pytest.mark.parametrize("flag", ["-V", "--version"])
def test_the_version_is_that_of_the_package(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([flag]) == 0
    assert capsys.readouterr().out == f"arena {__version__}\n"


@pytest.mark.parametrize("argv", [["gmaes"], ["help", "gmaes"]])
def test_an_unknown_verb_is_answered_with_the_nearest_one_and_the_list(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("arena: there is no verb 'gmaes'. Did you mean 'games'?\n")
    assert "\n  board " in err


def test_a_verb_like_no_other_gets_no_guess(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--xyzzy"]) == 2
    assert "Did you mean" not in capsys.readouterr().err


def test_a_user_error_is_printed_whole_and_ends_in_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["complain", "a.toml"]) == 2
    assert capsys.readouterr() == ("", "arena: no file a.toml\ntry another\n")


def test_user_errors_are_taken_out_of_the_groups_that_nurseries_make(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["complain_from_a_nursery"]) == 2
    assert capsys.readouterr() == ("", "arena: one\narena: two\n")


@pytest.mark.parametrize("verb", ["be_interrupted", "be_interrupted_in_a_nursery"])
def test_an_interrupt_ends_quietly_in_130(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([verb]) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("verb", "error"),
    [
        ("fail", "ZeroDivisionError"),
        ("fail_beside_a_complaint", "ExceptionGroup: nursery"),
        ("lose_the_pipe_to_a_bot", "BrokenPipeError"),
    ],
)
def test_a_bug_keeps_its_traceback_and_is_never_an_answer(
    verb: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([verb]) == 70
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert error in said
    assert said.splitlines()[-1].startswith("arena: this is a bug of the arena; please report it")


def test_a_reader_who_leaves_early_causes_no_noise() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as stdout:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "arena", "--help"],
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("shell", "message"),
    [
        ("> /dev/full", "arena: standard output cannot be written: No space left on device\n"),
        ("--help > /dev/full", "arena: standard output cannot be written: No space left on device\n"),
        (">&-", "arena: standard output is closed\n"),
    ],
)
def test_output_that_cannot_be_written_is_an_error_and_no_answer(shell: str, message: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.quote(sys.executable)} -P -m arena games {shell}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, message)


def test_nothing_is_lost_where_python_is_told_to_buffer_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "arena", "play", "random", "random", "--record", "/dev/full"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "arena: /dev/full cannot be written: No space left on device\n")


@pytest.mark.parametrize("shell", ["2> /dev/full", "2>&-"])
def test_messages_that_cannot_be_written_change_nothing(shell: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"exec {shlex.quote(sys.executable)} -P -m arena gmaes {shell}"], timeout=60, check=False
    )
    assert done.returncode == 2


@pytest.mark.parametrize(("encoding", "said"), [("ascii", r"K\xf6nig \u2603"), ("latin-1", r"König \u2603")])
def test_a_terminal_that_does_not_know_a_character_gets_it_as_an_escape(encoding: str, said: str) -> None:
    code = "import tests.test_cli as t; from arena import cli; cli.VERBS['echo'] = ('tests.test_cli:echo', '')"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; cli.main(['echo', 'König \u2603'])"],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.decode(encoding) == f"{said}\n"


def test_python_m_arena_is_the_command() -> None:
    done = python("-P", "-m", "arena", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"arena {__version__}\n", "")


def test_the_command_is_installed() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("arena"), "gmaes"], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", cli.PACKAGES)
@pytest.mark.parametrize("stranger", ["{}.py", "{}/__init__.py"])
def test_a_package_that_is_not_ours_is_noticed(name: str, stranger: str, tmp_path: Path) -> None:
    file = tmp_path / stranger.format(name)
    file.parent.mkdir(exist_ok=True)
    file.write_text("raise SystemExit('a stranger was imported')")
    done = python("-m", "arena", "games", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("arena: Python does not find the packages that belong to the arena")
    assert f"\n  {name}: {file.resolve()}\n" in done.stderr
    assert done.stderr.count("\n  ") == 1


def test_a_stranger_on_the_python_path_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "results.py").touch()
    done = python("-P", "-m", "arena", "games", PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert f"\n  results: {(tmp_path / 'results.py').resolve()}\n" in done.stderr


def test_a_folder_of_bots_that_is_no_package_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    done = python("-m", "arena", "games", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_package_of_ours_that_is_missing_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "arena").symlink_to(ROOT / "arena")
    code = f"import sys; sys.path = [p for p in sys.path if p != {str(ROOT)!r}]; sys.path.append({str(tmp_path)!r})"
    done = python("-P", "-c", f"{code}\nfrom arena.cli import main; sys.exit(main(['games']))")
    assert done.returncode == 2
    assert "\n  tournaments: not found\n" in done.stderr


@pytest.mark.parametrize("statement", ["import arena", "import arena.cli; arena.cli.main(['--help'])"])
def test_importing_the_arena_loads_nothing_heavy(statement: str) -> None:
    done = python("-P", "-c", f"import sys; {statement}; print('LOADED', *sys.modules)")
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.partition("LOADED ")[2].split()
    assert "arena" in loaded
    assert not {"trio", "msgspec", "msgpack", "tabulate", "trueskill", "sqlite3", "asyncio"} & set(loaded)


@pytest.mark.parametrize("verb", list(cli.VERBS))
def test_every_verb_can_be_loaded(verb: str) -> None:
    assert callable(cli.load(verb))


def test_every_verb_is_documented_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    text = (ROOT / "docs/command-line.md").read_text(encoding="utf-8")
    assert re.findall(r"^## `arena (.*)`$", text, re.MULTILINE) == list(cli.VERBS)
