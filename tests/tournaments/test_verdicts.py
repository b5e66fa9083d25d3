"""`arena compare` and `arena regress` as a user runs them: real bots, real workers."""

import json
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import chdir, suppress
from pathlib import Path
from typing import Any

import pytest

from arena.cli import main
from arena.errors import UserError
from arena.isolation.leftovers import sweep
from arena.luck import evaluator
from results.store import Store

ROOT = Path(__file__).parents[2]
SMALL = ["--seats", "2", "--variants", "base", "--field", "random", "--in-process", "--quiet", "--seed", "s"]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def bot(folder: str, change: tuple[str, str] = ("", "")) -> str:
    """A bot in a folder of its own: greedy, with something changed."""
    text = (ROOT / "bots/greedy.py").read_text("utf-8")
    assert change[0] in text
    Path(folder).mkdir(parents=True)
    Path(folder, "bot.py").write_text(text.replace(*change))
    command = json.dumps([sys.executable, "bot.py"])
    Path(folder, "bot.toml").write_text(f'name = "mine"\ncommand = {command}\nentry = "bot.py:BOT"\n')
    return folder


def answer(capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0) -> Any:
    """What a command says as JSON."""
    assert main([*argv, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def content(database: str) -> list[bytes]:
    with Store.read(Path(database)) as store:
        return list(store.content())


def test_a_bot_against_itself_is_exactly_equal_with_one_worker_and_with_eight(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = {}
    for workers in ("1", "8"):
        flags = ["--workers", workers, "--db", f"{workers}.db"]
        said[workers] = answer(capsys, "regress", "bold", "bold", *SMALL, *flags, "--margin", "20", "--groups", "20")
    assert said["1"] == said["8"]
    assert content("1.db") == content("8.db")
    decision = said["1"]
    assert decision["answer"] == "yes"
    assert (decision["estimate"]["mean"], decision["estimate"]["low"], decision["estimate"]["high"]) == (0, 0, 0)
    whole = decision["report"]["all"]
    assert whole["share"]["difference"]["low"] == whole["share"]["difference"]["high"] == 0
    assert whole["points"]["difference"]["low"] == whole["points"]["difference"]["high"] == 0
    assert decision["sentence"].startswith("bold (new) wins exactly as often as bold (old)")


@pytest.mark.parametrize(("many", "groups"), [("3", 8), pytest.param("8", 12, marks=pytest.mark.proof)])
def test_one_worker_and_many_measure_the_same_difference(
    many: str, groups: int, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--seats", "2,3", "--variants", "base,ufo", "--field", "random,bold", "--in-process", "--seed", "s"]
    flags += ["--groups", str(groups), "--quiet"]
    said = [answer(capsys, "compare", "cautious", "random", *flags, "--workers", workers) for workers in ("1", many)]
    half = groups // 2
    assert said[0] == said[1]
    assert said[0]["all"]["groups"] == groups
    assert {size: part["groups"] for size, part in said[0]["seats"].items()} == {"2": half, "3": half}
    assert {variant: part["groups"] for variant, part in said[0]["variants"].items()} == {"base": half, "ufo": half}
    assert said[0]["all"]["points"]["difference"]["mean"] > 0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of comparisons, each long enough for any rule that is to judge it."""
    folder = tmp_path_factory.mktemp("played")
    for new, old in [("greedy", "random"), ("random", "greedy")]:
        flags = ["--groups", "40", "--workers", "1", "--db", str(folder / f"{new}-{old}.db")]
        assert main(["compare", new, old, *SMALL, *flags]) == 0
    return folder


@pytest.mark.parametrize(
    ("new", "old", "more", "code"),
    [
        ("greedy", "random", [], 0),
        ("random", "greedy", [], 1),
        ("greedy", "random", ["--groups", "2"], 3),
        ("greedy", "random", ["--want", "better"], 0),
        ("random", "greedy", ["--anytime"], 1),
    ],
)
def test_the_exit_code_is_the_answer(
    new: str, old: str, more: list[str], code: int, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--margin", "30", "--groups", "40", "--db", str(played / f"{new}-{old}.db")]
    decision = answer(capsys, "regress", new, old, *SMALL, *flags, *more, code=code)
    assert decision["exit_code"] == code
    assert decision["answer"] == {0: "yes", 1: "no", 3: "undecided"}[code]
    assert decision["estimate"]["groups"] <= decision["played"]


def test_what_is_printed_ends_with_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["regress", "random", "greedy", *SMALL, "--margin", "20", "--workers", "1"]) == 1
    *_, how, sentence, headline = capsys.readouterr().out.splitlines()
    assert how.startswith("GSPRT between -20 and +0 points at 95%: LLR -")
    assert sentence.startswith("random (new) wins ")
    assert "points less often than greedy (old) per 100 matches (95 %: -" in sentence
    assert headline == "random (new) is WEAKER than greedy (old)"


def test_a_comparison_goes_on_where_it_was_and_is_the_same_as_in_one_go(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["compare", "cautious", "bold", *SMALL, "--workers", "1"]
    answer(capsys, *argv, "--groups", "2", "--db", "parts.db")
    first = content("parts.db")
    longer = answer(capsys, *argv, "--groups", "5", "--db", "parts.db")
    whole = answer(capsys, *argv, "--groups", "5", "--db", "whole.db")
    assert longer == whole
    assert content("parts.db") == content("whole.db")
    assert content("parts.db")[: len(first)] == first
    short = answer(capsys, *argv, "--groups", "2", "--db", "whole.db")
    assert short["all"]["groups"] == 2


def test_luck_is_told_beside_the_points_and_is_the_same_for_the_same_bot(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["cautious", *SMALL, "--groups", "2", "--workers", "1", "--luck"]
    same = answer(capsys, "compare", "cautious", *argv)["all"]
    assert same["less_luck"]["difference"]["low"] == same["less_luck"]["difference"]["high"] == 0
    assert same["less_luck"]["new"] != same["points"]["new"]
    other = answer(capsys, "compare", "bold", *argv)
    assert other["comparison"]["luck"] == evaluator("mlem")
    assert other["all"]["less_luck"]["gain"] > 0


def test_a_run_that_is_interrupted_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["regress", "cautious", "bold", *SMALL, "--margin", "1", "--groups", "20"]
    command = [sys.executable, "-P", "-m", "arena", *argv, "--db", "cut.db"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(600):
        with suppress(UserError):  # there may be no database yet, or only its file
            if len(content("cut.db")) > 1:
                break
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    try:
        _, said = run.communicate(timeout=120)
    finally:
        run.kill()
    if run.returncode == 130:  # on a fast machine, it may have been over already
        assert "to go on: arena regress cautious bold" in said
    code = main([*argv, "--json", "--db", "cut.db"])
    gone_on = json.loads(capsys.readouterr().out)
    assert gone_on == answer(capsys, *argv, "--db", "whole.db", code=code)
    assert content("cut.db") == content("whole.db")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_comparison_that_is_ended_leaves_nothing_for_ever(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    command = [sys.executable, "-P", "-m", "arena", "compare", "cautious", "bold", *SMALL, "--groups", "10000"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as run:
        for _ in range(600):
            if any(tmp_path.glob("*/comparison.db")):
                break
            time.sleep(0.05)
        run.send_signal(number)
    assert run.returncode == (143 if number == signal.SIGTERM else -signal.SIGKILL)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    sweep()  # as every run does that starts bots
    assert not list(tmp_path.glob("*/comparison.db*"))


def test_processes_and_in_process_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    mine = bot("mine", ("HOME = 1.0", "HOME = 4.0"))
    argv = ["compare", mine, "greedy", "--seats", "2", "--variants", "base", "--field", "random", "--groups", "2"]
    said = [
        answer(capsys, *argv, "--quiet", "--seed", "s", "--workers", "1", "--bots", how)
        for how in ("fresh", "in-process")
    ]
    for one in said:
        del one["comparison"]["bots"]
    assert said[0] == said[1]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["greedy", "greddy"], "there is no bot 'greddy'"),
        (["greedy", "greedy", "--field", "greddy"], "there is no bot 'greddy'"),
        (["greedy", "greedy", "--field", ","], "the field is empty"),
        (["greedy", "greedy", "--seats", "2,9"], "has tables of 2 to 5"),
        (["greedy", "greedy", "--seats", "2,2"], "name each once"),
        (["greedy", "greedy", "--seats", "two"], "has tables of 2 to 5"),
        (["greedy", "greedy", "--variants", "ufos"], "ufos"),
        (["greedy", "greedy", "--variants", "base,base"], "name each once"),
        (["greedy", "greedy", "--groups", "0"], "0 groups cannot be played"),
        (["greedy", "greedy", "--game", "chess"], "there is no game 'chess'"),
        (["greedy", "greedy", "--board", "none.toml"], "none.toml cannot be read"),
        (["greedy", "greedy", "--margin", "0"], "a margin of 0 is none"),
        (["greedy", "greedy", "--certainty", "1"], "a certainty of 1 is none"),
        (["greedy", "./nowhere/bot -x"], "is not there"),
        (["greedy", "python3 x.py", "--in-process"], "cannot run inside the arena"),
    ],
)
def test_bad_input_is_said_in_a_sentence_and_ends_in_2(
    argv: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["regress", *argv]) == 2
    assert message in capsys.readouterr().err


KEPT = ["compare", "new", "old", *SMALL, "--groups", "1", "--workers", "1", "--db", "kept.db"]


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two bots that were compared."""
    folder = tmp_path_factory.mktemp("kept")
    with chdir(folder):
        bot("new")
        bot("old")
        assert main(KEPT) == 0
    return folder


@pytest.fixture
def stored(kept: Path) -> list[str]:
    """A comparison that was played, as one would ask for it again."""
    shutil.copytree(kept, ".", dirs_exist_ok=True)
    return KEPT


def test_the_database_of_another_comparison_is_refused(stored: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for change, message in [
        (["--variants", "ufo"], "variants was base, and is ufo now"),
        (["--field", "bold"], "field was random, and is bold now"),
        (["--seed", "t"], "another seed"),
        (["--decision", "3"], "budget"),
    ]:
        assert main([*stored, *change]) == 2
        assert message in capsys.readouterr().err
    assert main(["compare", "bold", *stored[2:]]) == 2
    assert "new was new, and is bold now" in capsys.readouterr().err


def test_a_bot_that_was_changed_is_another_bot(stored: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("new/__pycache__").mkdir(exist_ok=True)
    Path("new/__pycache__/bot.pyc").touch()
    assert main(stored) == 0
    with Path("new/bot.py").open("a") as file:
        file.write("# better\n")
    assert main(stored) == 2
    assert "new is new in both, but was changed since" in capsys.readouterr().err


def test_a_tournament_is_no_comparison(stored: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    Path("cup.toml").write_text(
        'name = "cup"\nformat = "round-robin"\nseats = [2]\nvariants = ["base"]\nbots = "in-process"\n'
        '[[entrant]]\nbot = "random"\n[[entrant]]\nbot = "random"\nname = "other"\n'
    )
    assert main(["tournament", "cup.toml", "--quiet"]) == 0
    capsys.readouterr()
    for argv in ([*stored[:-1], "cup.db"], ["diverge", "cup.db"]):
        assert main(argv) == 2
        assert "holds a tournament, not a comparison" in capsys.readouterr().err


def test_two_versions_in_one_process_must_not_share_a_module(capsys: pytest.CaptureFixture[str]) -> None:
    for folder in (bot("new"), bot("old")):
        Path(folder, "strategy.py").touch()
        shutil.copy(Path(folder, "bot.py"), Path(folder, "test_bot.py"))
    assert main(["compare", "new", "old", *SMALL]) == 2
    assert "both have a module 'strategy'" in capsys.readouterr().err


def test_a_comparison_is_an_ordinary_database(stored: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "kept.db"]) == 0
    assert main(["standings", "kept.db"]) == 0
    assert main(["show", "kept.db", "1"]) == 0
    said = capsys.readouterr().out
    assert "mine (new)" in said
    assert "mine (old)" in said
