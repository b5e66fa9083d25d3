"""The verbs that read a database, as a user calls them."""

import csv
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from arena.errors import UserError
from arena.record import Record, dump
from results import commands
from results.rows import Row
from results.store import Store
from tests.playing import played
from tests.results.samples import META, record, row

ROWS = [
    row(0, ["ada", "bob", "cat"], [1, 2, 3], points=[30, 20, 10]),
    row(1, ["bob", "ada"], [2, 1], points=[20, 40], variants="ufo", faults=[["late"], []]),
    row(2, ["cat", "ada"], [2, 1], points=[5, 50], faults=[["late", "exited"], []]),
    row(3, ["ada", "dot"], void="the machine was stopped"),
]
Said = pytest.CaptureFixture[str]


def real(number: int, seed: str) -> tuple[Row, Record]:
    """A match that was really played, and its row."""
    found = played("greedy", "random", seed=seed)
    fixture, result = msgspec.structs.replace(found.fixture, match=f"{number:06}"), found.result
    found = msgspec.structs.replace(found, header=msgspec.structs.replace(found.header, fixture=fixture))
    one = row(number, fixture.bots, result.places, points=result.points)
    return one, found


@pytest.fixture(scope="module")
def matches() -> list[tuple[Row, Record]]:
    return [real(number, f"seed {number}") for number in range(3)]


@pytest.fixture
def league(tmp_path: Path) -> str:
    """A database of rows whose records nobody played."""
    with Store.create(tmp_path / "league.db", META) as store:
        for one in ROWS:
            store.add(one, record(one) if one.counts else b"")
    return str(tmp_path / "league.db")


@pytest.fixture
def true_league(tmp_path: Path, matches: list[tuple[Row, Record]]) -> str:
    """A database of matches that were played."""
    with Store.create(tmp_path / "true.db", META) as store:
        for one, found in matches:
            store.add(one, dump(found))
        store.add(row(3, ["greedy", "random"], void="no memory"), b"")
    return str(tmp_path / "true.db")


def test_standings_print_the_table_and_say_what_it_is_of(league: str, capsys: Said) -> None:
    assert commands.standings([league]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:4] == ["rank", "ranks", "bot", "rating"]
    assert [line.split()[2] for line in lines[2:6]] == ["ada", "bob", "dot", "cat"]
    assert lines[-1].startswith("league: 3 matches in 3 dice groups, 1 void.")


def test_standings_can_be_cut_by_variant_and_by_table_size(league: str, capsys: Said) -> None:
    assert commands.standings([league, "--by", "variant", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {(line["variants"], line["bot"]) for line in found} >= {("base", "cat"), ("ufo", "bob")}
    assert ("ufo", "cat") not in {(line["variants"], line["bot"]) for line in found}
    assert commands.standings([league, "--by", "seats"]) == 0
    assert "seats 3\n=======" in capsys.readouterr().out


def test_standings_of_one_variant_or_table_size_know_nothing_else(league: str, capsys: Said) -> None:
    assert commands.standings([league, "--variant", "ufo", "--json"]) == 0
    assert {line["bot"] for line in json.loads(capsys.readouterr().out)} == {"ada", "bob"}
    assert commands.standings([league, "--seats", "3", "--json"]) == 0
    assert {line["matches"] for line in json.loads(capsys.readouterr().out)} == {1}


def test_beta_and_draw_change_the_rating(league: str, capsys: Said) -> None:
    tables = []
    for more in ([], ["--beta", "9"], ["--draw", "0.3"]):
        assert commands.standings([league, "--json", *more]) == 0
        tables.append(json.loads(capsys.readouterr().out)[0]["mu"])
    assert len(set(tables)) == 3


@pytest.mark.parametrize("form", ["plain", "github", "html", "latex", "csv", "tsv", "json"])
def test_every_format_prints_standings_matrix_and_matches(league: str, form: str, capsys: Said) -> None:
    for verb, more in ((commands.standings, []), (commands.standings, ["--matrix"]), (commands.matches, [])):
        assert verb([league, "--format", form, *more]) == 0
        assert "ada" in capsys.readouterr().out


def test_matches_are_filtered_by_bot_variant_fault_and_void(league: str, capsys: Said) -> None:
    wanted = {
        "--bot cat": [0, 2],
        "--variant ufo": [1],
        "--fault": [1, 2],
        "--fault exited": [2],
        "--bot ada --fault": [],
        "--bot bob --fault late": [1],
        "--void": [3],
        "--seats 2": [1, 2, 3],
    }
    for options, numbers in wanted.items():
        assert commands.matches([league, "--json", *options.split()]) == 0
        assert [found["number"] for found in json.loads(capsys.readouterr().out)] == numbers


@pytest.mark.parametrize(("form", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_matches_for_programs_have_a_column_for_every_fact(
    league: str, form: str, delimiter: str, capsys: Said
) -> None:
    assert commands.matches([league, "--format", form]) == 0
    lines = list(csv.DictReader(capsys.readouterr().out.splitlines(), delimiter=delimiter))
    assert (lines[0]["bot_2"], lines[0]["place_2"], lines[0]["points_2"], lines[0]["seats"]) == ("cat", "3", "10", "3")
    assert (lines[2]["bot_0"], lines[2]["ended_0"], lines[2]["faults_0"]) == ("cat", "exited", "late exited")
    assert (lines[2]["bot_2"], lines[2]["place_2"], lines[2]["void"]) == ("", "", "")
    assert (lines[3]["bot_1"], lines[3]["place_1"], lines[3]["void"]) == ("dot", "", "the machine was stopped")


@pytest.mark.parametrize(
    ("verb", "arguments", "message"),
    [
        (commands.standings, ["--variant", "ufos"], "no match with the variants 'ufos'; did you mean 'ufo'"),
        (commands.standings, ["--seats", "5"], "no table of size '5'; there are: 2, 3"),
        (commands.standings, ["--beta", "0"], "beta must be between"),
        (commands.standings, ["--draw", "0"], "share of draws must be between 0.001 and 0.9"),
        (commands.matches, ["--bot", "bbo"], "no bot 'bbo'; did you mean 'bob'"),
        (commands.show, ["77"], "has no match '77'"),
        (commands.show, ["7" * 40], "has no match"),
        (commands.show, ["0"], "match 0: match 000000: "),
        (commands.export, ["--no-clock"], "name one with --out"),
        (commands.export, ["--out", "/proc/nothing/rows.csv"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_clearly(
    league: str, verb: Callable[[list[str]], int], arguments: list[str], message: str
) -> None:
    with pytest.raises(UserError) as caught:
        verb([league, *arguments])
    assert message in str(caught.value)


@pytest.mark.parametrize("verb", [commands.standings, commands.matches, commands.show, commands.export, commands.audit])
def test_every_verb_has_help(verb: Callable[[list[str]], int], capsys: Said) -> None:
    with pytest.raises(SystemExit) as caught:
        verb(["--help"])
    assert caught.value.code == 0
    assert "usage: arena" in capsys.readouterr().out


def test_an_empty_tournament_has_an_empty_table(tmp_path: Path, capsys: Said) -> None:
    Store.create(tmp_path / "new.db", META).close()
    assert commands.standings([str(tmp_path / "new.db")]) == 0
    assert "0 matches" in capsys.readouterr().out
    with pytest.raises(UserError, match="no match was stored yet"):
        commands.standings([str(tmp_path / "new.db"), "--variant", "base"])


def test_show_tells_a_match_by_number_and_by_name(true_league: str, capsys: Said) -> None:
    told = []
    for name in ("1", "000001"):
        assert commands.show([true_league, name]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert "Expedition 1, started by " in told[0]
    assert "match 1 (000001), round 0, dice group 1" in told[0]
    assert commands.show([true_league, "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["event"] == "expedition_began"


def test_show_has_nothing_to_tell_of_a_void_match(true_league: str, capsys: Said) -> None:
    assert commands.show([true_league, "3"]) == 1
    assert "does not count, the arena failed: no memory" in capsys.readouterr().out


def test_export_to_a_folder_writes_rows_and_records_that_can_be_audited(
    true_league: str, tmp_path: Path, capsys: Said
) -> None:
    out = tmp_path / "out"
    assert commands.export([true_league, "--out", str(out)]) == 0
    assert sorted(path.name for path in out.iterdir()) == ["records", "rows.jsonl", "seats.csv", "tournament.json"]
    assert json.loads((out / "tournament.json").read_text())["name"] == "league"
    seats = list(csv.DictReader((out / "seats.csv").read_text().splitlines()))
    assert [seat["bot"] for seat in seats] == ["greedy", "random"] * 4
    assert seats[-1]["void"] == "no memory"
    records = sorted(map(str, (out / "records").iterdir()))
    assert commands.audit(records) == 0
    assert capsys.readouterr().out.count("in order") == 3
    (out / "records/000099.rec").write_bytes(b"of another tournament")
    (out / "records/notes.txt").write_text("mine")
    assert commands.export([true_league, "--out", str(out)]) == 0
    assert sorted(map(str, (out / "records").iterdir())) == [*records, str(out / "records/notes.txt")]


def test_exports_of_equal_tournaments_are_equal_byte_for_byte(
    tmp_path: Path, matches: list[tuple[Row, Record]], capsys: Said
) -> None:
    for name, order in (("a", matches), ("b", matches[::-1])):
        with Store.create(tmp_path / f"{name}.db", META) as store:
            for one, found in order:
                slower = tuple((wall + len(name + name), *rest) for wall, *rest in found.clock.times)
                times = slower if name == "b" else found.clock.times
                clock = msgspec.structs.replace(found.clock, times=times)
                store.add(one, dump(msgspec.structs.replace(found, clock=clock)))
        commands.export([str(tmp_path / f"{name}.db"), "--out", str(tmp_path / name), "--no-clock"])
        commands.export([str(tmp_path / f"{name}.db")])
    files = sorted(path.relative_to(tmp_path / "a") for path in (tmp_path / "a").rglob("*") if path.is_file())
    assert len(files) == 6
    for path in files:
        assert (tmp_path / "a" / path).read_bytes() == (tmp_path / "b" / path).read_bytes()
    lines = [line for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert lines[:4] == lines[4:]


# Audit


def test_a_database_in_order_is_said_to_be_so(true_league: str, capsys: Said) -> None:
    assert commands.audit([true_league]) == 0
    assert "true.db: 3 matches in order" in capsys.readouterr().out


def test_records_and_databases_are_audited_together(
    true_league: str, tmp_path: Path, matches: list[tuple[Row, Record]], capsys: Said
) -> None:
    (tmp_path / "one.rec").write_bytes(dump(matches[0][1]))
    assert commands.audit([true_league, str(tmp_path / "one.rec")]) == 0
    said = capsys.readouterr().out
    assert "one.rec: match 000000" in said
    assert "true.db: 3 matches in order" in said


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ("UPDATE fixture SET places = '[2,1]', points = '[0,99]' WHERE number = 1", "match 1: points: the row says"),
        ('UPDATE fixture SET entrants = \'["random","greedy"]\' WHERE number = 2', "match 2: entrants: the row says"),
        ("UPDATE record SET core = (SELECT core FROM record WHERE number = 1) WHERE number = 2", "match 2: "),
        ("UPDATE fixture SET dice_group = 0 WHERE number = 1", "match 1: it has other dice than the matches of its"),
        ("DELETE FROM record WHERE number = 1", "has no record of match 1"),
    ],
)
def test_a_row_that_was_changed_is_found(true_league: str, change: str, finding: str, capsys: Said) -> None:
    with closing(sqlite3.connect(true_league)) as other, other:
        other.execute(change)
    assert commands.audit([true_league]) == 1
    said = capsys.readouterr()
    assert finding in said.out
    assert "in 3 matches" in said.err


@pytest.mark.parametrize("seats", ['["greedy"]', '["greedy","random","third"]'])
@pytest.mark.parametrize("verb", ["matches", "standings", "export"])
def test_a_row_with_a_seat_too_few_or_too_many_is_damage(true_league: str, verb: str, seats: str) -> None:
    with closing(sqlite3.connect(true_league)) as other, other:
        other.execute(f"UPDATE fixture SET entrants = '{seats}' WHERE number = 1")
    with pytest.raises(UserError, match=r"is damaged: match 1 does not tell one result for each of its seats"):
        getattr(commands, verb)([true_league])


def test_two_groups_with_the_same_dice_are_found(tmp_path: Path, capsys: Said) -> None:
    with Store.create(tmp_path / "same.db", META) as store:
        for number in range(2):
            one, found = real(number, "one seed for all")
            store.add(one, dump(found))
    assert commands.audit([str(tmp_path / "same.db")]) == 1
    assert "match 1: it has the dice of group 0, but belongs to 1" in capsys.readouterr().out


def test_a_record_that_breaks_the_rules_is_found(league: str, capsys: Said) -> None:
    assert commands.audit([league]) == 1
    assert capsys.readouterr().out.count("match 000") == 3


@pytest.mark.parametrize("beta", ["1e300", "1e-300", "0", "nan"])
def test_a_beta_that_cannot_be_reckoned_with_is_refused(league: str, beta: str) -> None:
    with pytest.raises(UserError, match=r"beta must be between 0\.01 and 10000"):
        commands.standings([league, "--beta", beta])


@pytest.mark.parametrize("beta", ["0.01", "10000"])
def test_the_least_and_the_greatest_beta_can_be_reckoned_with(league: str, beta: str, capsys: Said) -> None:
    assert commands.standings([league, "--beta", beta]) == 0
    assert "nan" not in capsys.readouterr().out


def test_variants_are_known_in_any_order(tmp_path: Path, capsys: Said) -> None:
    with Store.create(tmp_path / "league.db", META) as store:
        one = row(0, ["ada", "bob"], [1, 2], variants="ufo+missions")
        store.add(one, record(one))
    for verb in (commands.standings, commands.matches):
        assert verb([str(tmp_path / "league.db"), "--variant", "missions+ufo"]) == 0
        assert "ada" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("out", "message"),
    [
        ("", "'' cannot be written: it is not the name of a folder"),
        (
            "foo.txt",
            "'foo.txt' is neither a file that ends in .jsonl or .csv nor a folder; end a new folder's name with /",
        ),
        ("no/such/foo.csv", "cannot be written: there is no folder no/such"),
    ],
)
def test_an_export_goes_where_its_user_meant_it_to_go(
    league: str, out: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError) as told:
        commands.export([league, "--out", out])
    assert message in str(told.value)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["league.db"]


def test_a_folder_may_have_any_name_if_it_is_one(league: str, tmp_path: Path) -> None:
    for name in ("v1.0/", "plain", "v1.0"):
        commands.export([league, "--out", str(tmp_path / name) + "/" * name.endswith("/")])
        assert (tmp_path / name / "rows.jsonl").is_file()


def test_a_path_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        commands.audit([str(tmp_path / "nowhere")])
