"""What build servers get of a decision: JUnit, a summary, annotations, and the fixture of pytest."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from arena.cli import main
from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.referee import Bots
from results.verdicts.estimates import estimate
from tournaments.pytest_plugin import Arena
from tournaments.verdicts import ci
from tournaments.verdicts.asking import Asked, comparison
from tournaments.verdicts.report import report
from tournaments.verdicts.rules import Answer, Rule, Want
from tournaments.verdicts.verdict import Decision

ROOT = Path(__file__).parents[2]
SMALL = ["--seats", "2", "--variants", "base", "--field", "random", "--in-process", "--quiet", "--workers", "1"]
TESTS = """
HOW = {"field": "random", "seats": "2", "variants": "base", "seed": "s", "in_process": True, "workers": 1}

def test_equal(arena):
    assert arena.regress("random", "random", groups=17, margin=20, **HOW).estimate.groups <= 17

def test_open_end(arena):
    arena.regress("random", "random", groups=2, margin=20, **HOW)

def test_unknown(arena):
    arena.regress("randm", "random", groups=2, margin=20, **HOW)
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def decision(answer: Answer, scores: list[float], *, name: str = "greedy", want: Want = Want.NOT_WEAKER) -> Decision:
    """A decision that nobody had to play for."""
    if name != "greedy":
        Path("bot").mkdir(exist_ok=True)
        Path("bot/bot.toml").write_text(f"name = '''{name}'''\ncommand = [\"python3\"]\n")
    asked = Asked(new="greedy" if name == "greedy" else "bot", old="greedy", groups=10, seats="2", variants="base")
    return Decision(
        rule=Rule(want=want),
        answer=answer,
        status="LLR +0.00",
        estimate=estimate(scores),
        played=len(scores),
        report=report(comparison(asked).description, [], seed="s", void=0),
    )


def decisions() -> Iterator[Decision]:
    for want in Want:
        yield decision(Answer.YES, [0.0, 0.0], want=want)
        yield decision(Answer.NO, [-1.0, 0.0, -0.5], want=want)
        yield decision(Answer.UNDECIDED, [-1.0, 1.0], want=want)


def test_junit_has_one_test_that_passes_fails_or_comes_to_no_result() -> None:
    for one in decisions():
        suites = fromstring(ci.junit(one, 1.5))
        (case,) = suites.iter("testcase")
        told = [child.tag for child in case]
        assert told == {Answer.YES: [], Answer.NO: ["failure"], Answer.UNDECIDED: ["error"]}[one.answer]
        assert suites.get("failures") == str(int(one.answer is Answer.NO))
        assert suites.get("errors") == str(int(one.answer is Answer.UNDECIDED))
        for child in case:
            assert child.get("message") == one.headline
            assert one.sentence in (child.text or "")


def test_the_headline_says_the_answer_to_the_question() -> None:
    assert [one.headline for one in decisions()] == [
        "greedy (new) is not weaker than greedy (old)",
        "greedy (new) is WEAKER than greedy (old)",
        "UNDECIDED after 2 groups: whether greedy (new) is weaker than greedy (old)",
        "greedy (new) is better than greedy (old)",
        "greedy (new) is NOT BETTER than greedy (old)",
        "UNDECIDED after 2 groups: whether greedy (new) is better than greedy (old)",
    ]


def test_the_sentence_is_that_of_a_team_meeting() -> None:
    scores = [1.0] * 31 + [0.0] * 969
    said = decision(Answer.YES, scores).sentence
    begin, end = (
        "greedy (new) wins 3.1 points more often than greedy (old) per 100 matches (95 %: 2.0 to 4.2)",
        "groups",
    )
    assert said == f"{begin}, 1,000 {end}"


@pytest.mark.parametrize("name", ["<b>&]]>", "a | b\\n# c `d`", "100% ::error::"])
def test_a_bot_cannot_write_into_the_page_or_the_log(name: str) -> None:
    one = decision(Answer.NO, [-1.0, -1.0], name=name)
    (case,) = fromstring(ci.junit(one, 0.0)).iter("testcase")
    assert name.split()[0] in case.attrib["name"]
    assert "<b>" not in ci.summary(one)
    line = ci.annotation(one)
    assert line.startswith("::error title=arena regress::")
    assert "\n" not in line
    assert "% " not in line.replace("%25", "")


def test_a_weaker_bot_fails_in_every_form(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "summary.md")
    Path("summary.md").write_text("what was there\n")
    argv = ["regress", "random", "greedy", *SMALL, "--margin", "30", "--seed", "s", "--junit", "verdict.xml"]
    argv += ["--groups", "40"]
    assert main(argv) == 1
    page = Path("summary.md").read_text("utf-8")
    assert page.startswith("what was there\n## ❌ random \\(new\\) is WEAKER than greedy \\(old\\)\n")
    assert "| all " in page
    assert fromstring(Path("verdict.xml").read_text("utf-8")).get("failures") == "1"
    assert "::error title=arena regress::random (new) is WEAKER than greedy (old)." in capsys.readouterr().out


def test_a_file_that_cannot_be_written_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["regress", "random", "random", *SMALL, "--groups", "1", "--junit", "nowhere/verdict.xml"]
    assert main(argv) == 2
    assert "nowhere/verdict.xml cannot be written" in capsys.readouterr().err


def test_the_fixture_of_pytest_passes_fails_and_says_why() -> None:
    Path("test_bot.py").write_text(TESTS)
    command = [sys.executable, "-P", "-m", "pytest", "-p", "no:cacheprovider", "-p", "tournaments.pytest_plugin", "-rA"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "GITHUB"))}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "PASSED test_bot.py::test_equal" in done.stdout
    assert "FAILED test_bot.py::test_open_end" in done.stdout
    assert "UNDECIDED after 2 groups: whether random (new) is weaker than random (old)" in done.stdout
    assert "to repeat it: --seed s" in done.stdout
    assert "FAILED test_bot.py::test_unknown" in done.stdout
    assert "arena: there is no bot 'randm'" in done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize(
    ("asked", "message"), [({"seed": ""}, "an empty seed is none"), ({"want": "x"}, "no question 'x'")]
)
def test_the_fixture_refuses_what_the_command_refuses(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(pytest.fail.Exception, match=message):
        Arena().regress("random", "random", field="random", in_process=True, **asked)


def test_there_is_no_jail_inside_the_arena_whoever_asks_for_it() -> None:
    asked = Asked(new="random", old="random", groups=1, bots=Bots.IN_PROCESS, isolation=Isolation.JAIL)
    with pytest.raises(UserError, match="where no jail can be"):
        comparison(asked)


def test_the_plugin_comes_with_the_package_and_loads_nothing_heavy() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["pytest11"]
    assert declared == {"tournaments.pytest_plugin": "tournaments.pytest_plugin"}
    code = "import sys, tournaments.pytest_plugin; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert not {"trio", "msgspec", "sqlite3", "results.store"} & set(done.stdout.split())
