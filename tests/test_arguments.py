"""What stands behind the options of all verbs: taken, or refused in a sentence, before anything is played."""

import json
from pathlib import Path

import pytest

from arena.cli import main

Said = pytest.CaptureFixture[str]
PAIR = ["random", "random"]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


def refused(argv: list[str], capsys: Said) -> str:
    """What is said to a command that is refused, by argparse or by us."""
    try:
        code: object = main(argv)
    except SystemExit as ended:
        code = ended.code
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    return str(err)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["play", *PAIR, "--decision", "-1"], "'-1' is not a time: write seconds, from 0 to 86400"),
        (["compare", *PAIR, "--bank", "long"], "'long' is not a time: write seconds, from 0 to 86400"),
        (["check", "random", "--budget", "0"], "in 0 seconds nothing can be done: write more than 0"),
        (["rerun", "x.json", "--seconds", "nan"], "'nan' is not a time: write seconds"),
        (["tournament", "x.toml", "--workers", "0"], "0 is too few or too many: write a whole number from 1 to"),
        (["compare", *PAIR, "--workers", "two"], "'two' is not a whole number"),
        (["compare", *PAIR, "--groups", "many"], "'many' is not a whole number"),
        (["diverge", "x.db", "--kinds", "-3"], "-3 is too few or too many"),
        (["standings", "x.db", "--seats", "two"], "'two' is not a whole number"),
        (["standings", "x.db", "--beta", "much"], "'much' is not a number"),
        (["regress", *PAIR, "--margin", "much"], "'much' is not a number"),
        (["play", *PAIR, "--isolation", "foo"], "(choose from none, limits, jail)"),
        (["standings", "x.db", "--format", "foo"], "choose from plain,"),
        (["matches", "x.db", "--fault", "foo"], "choose from any,"),
        (["regress", *PAIR, "--want", "foo"], "(choose from not-weaker, better)"),
        (["compare", *PAIR, "--bots", "foo"], "(choose from fresh, fork, reuse, in-process)"),
        (["play", *PAIR, "--seed", ""], "an empty seed is none"),
        (["compare", *PAIR, "--seed", ""], "an empty seed is none"),
        (["play", *PAIR, "--seed", "\udcff"], "'\\udcff' is not UTF-8 text"),
        (["regress", *PAIR, "--seed", "\udcff"], "'\\udcff' is not UTF-8 text"),
        (["play", "\udcff", "random"], "'\\udcff' is not UTF-8 text"),
        (["standings", "x.db", "--json", "--format", "csv"], "not allowed with argument"),
        (["standings", "x.db", "--matrix", "--resources"], "not allowed with argument"),
        (["tournament", "x.toml", "--quiet", "--verbose"], "not allowed with argument"),
    ],
)
def test_a_value_that_is_none_is_refused_in_words_of_the_user(argv: list[str], message: str, capsys: Said) -> None:
    said = refused(argv, capsys)
    assert message.replace("'", "") in said.replace("'", "")  # some versions of argparse quote choices
    assert "value: " not in said  # as argparse says it, with the name of a function
    assert "<" not in said


@pytest.mark.parametrize(
    "argv",
    [
        ["play", *PAIR, "--in-process"],
        ["compare", *PAIR, "--in-process"],
        ["regress", *PAIR, "--bots", "in-process"],
    ],
)
def test_there_is_no_jail_inside_the_arena(argv: list[str], capsys: Said) -> None:
    assert "where no jail can be" in refused([*argv, "--isolation", "jail"], capsys)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["play", *PAIR, "--record", "no/such/a.rec"], "no/such/a.rec cannot be written: there is no folder no/such"),
        (["play", *PAIR, "--record", "."], "'.' cannot be written: it is not the name of a file"),
        (
            ["play", *PAIR, "--capsules", "/dev/null/x"],
            "it is not the name of a folder",
        ),
        (["regress", *PAIR, "--junit", "no/a.xml"], "no/a.xml cannot be written: there is no folder no"),
        (["regress", *PAIR, "--summary", "no/a.md"], "no/a.md cannot be written"),
        (["export", "x.db", "--out", "no/such/a.csv"], "no/such/a.csv cannot be written"),
    ],
)
def test_where_results_cannot_go_is_told_before_anything_is_played(
    argv: list[str], message: str, capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trio.run", lambda *_: pytest.fail("something was played"))
    assert message in refused(argv, capsys)


def test_the_page_that_a_build_server_asks_for_is_looked_at_first_too(
    capsys: Said, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", "no/page.md")
    monkeypatch.setattr("trio.run", lambda *_: pytest.fail("something was played"))
    assert "no/page.md cannot be written" in refused(["regress", *PAIR], capsys)


@pytest.mark.parametrize("argv", [["play", "nosuchprogram x", "random"], ["check", "nosuchprogram x"]])
def test_a_program_that_is_not_there_is_refused_before_anything_is_started(argv: list[str], capsys: Said) -> None:
    assert "the program 'nosuchprogram' of the bot 'nosuchprogram x' is not there" in refused(argv, capsys)


def test_json_tells_the_seed_that_was_drawn(capsys: Said) -> None:
    assert main(["play", *PAIR, "--in-process", "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(["play", *PAIR, "--in-process", "--json", "--seed", first["seed"]]) == 0
    assert json.loads(capsys.readouterr().out) == first
