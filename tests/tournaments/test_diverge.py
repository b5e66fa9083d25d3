"""`arena diverge` finds the rule that was changed."""

import json
import sys
from contextlib import chdir
from pathlib import Path

import pytest

from arena.cli import main

ROOT = Path(__file__).parents[2]
CHOICE = '        value = getattr(self, "_" + self.view["phase"])()\n'

# A rule of greedy that was changed, and the kind of situation that must come first.
PLANTED = {
    "never uses boosters": (
        """        if any(not action["boosters"] for action in ask["legal"] if action["do"] == "travel"):
            ask["legal"] = [a for a in ask["legal"] if not a.get("boosters")]
""",
        "fewer boosters",
    ),
    "leaves at the first chance": (
        """        if self.view["phase"] == "land":
            return ask["legal"][0]
""",
        "leave or stay: leave instead of stay",
    ),
    "never opens the parachute": (
        """        if self.view["phase"] == "parachute":
            return ask["legal"][-1]
""",
        "leave or go home: go home instead of leave",
    ),
}


GROUPS = 12


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module", params=PLANTED)
def changed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The name of a changed rule, and the database of the comparison with the bot as it was."""
    folder = tmp_path_factory.mktemp("changed")
    with chdir(folder):
        planted(PLANTED[request.param][0])
        compare("new", "greedy", GROUPS)
    return request.param, str(folder / "s.db")


def planted(rule: str) -> None:
    text = (ROOT / "bots/greedy.py").read_text("utf-8")
    assert text.count(CHOICE) == 1
    Path("new").mkdir()
    Path("new/bot.py").write_text(text.replace(CHOICE, rule + CHOICE))
    command = json.dumps([sys.executable, "bot.py"])
    Path("new/bot.toml").write_text(f'name = "planted"\ncommand = {command}\nentry = "bot.py:BOT"\n')


def compare(new: str, old: str, groups: int, seed: str = "s") -> None:
    argv = ["compare", new, old, "--field", "cautious,bold,random", "--groups", str(groups), "--in-process"]
    assert main([*argv, "--quiet", "--seed", seed, "--workers", "1", "--db", f"{seed}.db"]) == 0


def test_a_planted_rule_is_the_first_kind_shown(changed: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    name, database = changed
    assert main(["diverge", database, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert PLANTED[name][1] in found["kinds"][0]["kind"]
    assert found["kinds"][0]["points"]["mean"] < 0 or name == "never uses boosters"
    assert found["parted"] == sum(len(one["cases"]) for one in found["kinds"])
    totals = [one["points"]["mean"] * len(one["cases"]) for one in found["kinds"]]
    assert totals == sorted(totals)
    case = found["kinds"][0]["cases"][0]
    assert case["parting"]["new"] != case["parting"]["old"]
    assert case["group"]["new"]["points"] <= case["group"]["old"]["points"]


@pytest.mark.parametrize("changed", ["leaves at the first chance"], indirect=True)
def test_what_is_shown_is_a_position_that_can_be_looked_at(
    changed: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, database = changed
    assert main(["diverge", database, "--kinds", "1"]) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith(f"planted (new) against greedy (old): {GROUPS} groups, ")
    new = next(line for line in rest if line.startswith("NEW: "))
    assert new.startswith('NEW: {"do":"leave","to":')
    assert any(line.startswith('OLD: {"do":"stay"}') for line in rest)
    assert any(line.startswith('luck: {"luck":"roll"') for line in rest)
    number = new.rpartition(f"arena show {database} ")[2].rstrip(")")
    assert main(["show", database, number]) == 0
    story = capsys.readouterr().out.splitlines()
    told = rest[next(place for place, line in enumerate(rest) if line.startswith("---") and place > 3) + 1]
    assert told in story


def test_a_bot_against_itself_never_parts(capsys: pytest.CaptureFixture[str]) -> None:
    compare("cautious", "cautious", 2)
    capsys.readouterr()
    assert main(["diverge", "s.db"]) == 0
    assert capsys.readouterr().out == "cautious (new) against cautious (old): 2 groups, 0 of them part\n"


@pytest.mark.proof
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_rule_is_the_first_kind_of_a_longer_comparison(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rule, kind = PLANTED[name]
    planted(rule)
    compare("new", "greedy", 2 * GROUPS)
    capsys.readouterr()
    assert main(["diverge", "s.db", "--json"]) == 0
    assert kind in json.loads(capsys.readouterr().out)["kinds"][0]["kind"]


@pytest.mark.proof
def test_a_planted_rule_comes_first_in_every_of_thirty_runs(capsys: pytest.CaptureFixture[str]) -> None:
    rule, kind = PLANTED["leaves at the first chance"]
    planted(rule)
    first = []
    for seed in range(30):
        compare("new", "greedy", GROUPS, f"seed-{seed}")
        capsys.readouterr()
        assert main(["diverge", f"seed-{seed}.db", "--json"]) == 0
        first.append(json.loads(capsys.readouterr().out)["kinds"][0]["kind"])
    with capsys.disabled():
        print(f"planted rule: first of its kinds in {first.count(kind)} of {len(first)} runs")
    assert set(first) == {kind}
