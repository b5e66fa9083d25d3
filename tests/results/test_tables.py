"""Tables in every format, with names that would do harm if they were shown as they are."""

import csv
import io
import json

import pytest

from results.reports import duels, matches_table, standings_table
from results.standings import matrix, standings
from results.tables import Column, Form, Table, render
from tests.results.samples import row

EVIL = "<b>&|_$%\\`x`\x1b[31m\u202e"
COLUMNS = (Column("rank"), Column("bot", text=True), Column("mu", 2))
TABLE = Table(COLUMNS, [(1, EVIL, 25.126), (2, "1e5", None), (3, "=1+2", 3.0)])


def rows_of(text: str, delimiter: str = ",") -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


@pytest.mark.parametrize("form", Form)
def test_no_format_lets_a_name_command_the_terminal(form: Form) -> None:
    assert all(char.isprintable() or char in "\n\t" for char in render([TABLE], form))


def test_plain_is_for_people() -> None:
    lines = render([TABLE], Form.PLAIN).splitlines()
    assert lines[0].split() == ["rank", "bot", "mu"]
    assert lines[3].split() == ["2", "1e5", "-"]
    assert lines[2].endswith("25.13")


def test_markup_in_names_is_escaped_where_it_would_be_obeyed() -> None:
    assert "&lt;b&gt;&amp;|" in render([TABLE], Form.HTML)
    assert "<b>" not in render([TABLE], Form.HTML)
    assert r"\&|\_\$\%" in render([TABLE], Form.LATEX)
    assert r"\<b\>\&\|\_\$%\\\`x\`" in render([TABLE], Form.GITHUB)


@pytest.mark.parametrize(
    ("form", "escaped"), [(Form.HTML, "&lt;b&gt;"), (Form.LATEX, r"\ensuremath{<}"), (Form.GITHUB, r"\<b\>")]
)
def test_names_in_heads_are_escaped_too(form: Form, escaped: str) -> None:
    table = standings([row(0, ["ada", "<b>"])])
    text = render([duels(table, matrix([row(0, ["ada", "<b>"])]), form)], form)
    assert text.count(escaped) == 2


def test_csv_and_tsv_can_be_read_back_and_hold_no_formulas() -> None:
    for form, delimiter in ((Form.CSV, ","), (Form.TSV, "\t")):
        rows = rows_of(render([TABLE], form), delimiter)
        assert rows[0] == ["rank", "bot", "mu"]
        assert rows[1][2] == "25.126"
        assert rows[2] == ["2", "1e5", ""]
        assert rows[3][1] == "'=1+2"


def test_json_holds_the_values_as_they_are() -> None:
    found = json.loads(render([TABLE], Form.JSON))
    assert found[0] == {"rank": 1, "bot": EVIL, "mu": 25.126}
    assert found[1]["mu"] is None


def test_parts_have_titles_for_people_and_a_column_for_programs() -> None:
    parts = [Table(COLUMNS, [(1, "ada", 25.0)], ("variants", name)) for name in ("base", "ufo")]
    assert "variants base\n=============\n\n" in render(parts, Form.PLAIN)
    assert "## variants ufo" in render(parts, Form.GITHUB)
    assert "<h2>variants ufo</h2>" in render(parts, Form.HTML)
    assert "% variants ufo" in render(parts, Form.LATEX)
    assert rows_of(render(parts, Form.CSV)) == [
        ["variants", "rank", "bot", "mu"],
        ["base", "1", "ada", "25.0"],
        ["ufo", "1", "ada", "25.0"],
    ]
    assert [line["variants"] for line in json.loads(render(parts, Form.JSON))] == ["base", "ufo"]


@pytest.mark.parametrize("form", Form)
def test_an_empty_table_has_heads_only(form: Form) -> None:
    text = render([standings_table([], form)], form)
    assert text == "[]" if form is Form.JSON else "rating" in text


def test_standings_show_ranks_as_one_column_to_people_and_as_two_to_programs() -> None:
    table = standings([row(number, ["ada", "bob"], [1, 2]) for number in range(30)])
    assert render([standings_table(table, Form.PLAIN)], Form.PLAIN).splitlines()[2].split()[:3] == ["1", "1", "ada"]
    found = json.loads(render([standings_table(table, Form.JSON)], Form.JSON))
    assert [(line["rank_from"], line["rank_to"], line["1st"], line["2nd"]) for line in found] == [
        (1, 1, 30, 0),
        (2, 2, 0, 30),
    ]


def test_the_matrix_shows_shares_and_counts() -> None:
    rows = [row(0, ["ada", "bob", "cat"], [1, 2, 2]), row(1, ["bob", "ada"], [1, 2])]
    table = standings(rows)
    lines = render([duels(table, matrix(rows), Form.PLAIN)], Form.PLAIN).splitlines()
    assert any(line.split()[:1] == ["ada"] and "0.50 (2)" in line and "1.00 (1)" in line for line in lines)
    long = json.loads(render([duels(table, matrix(rows), Form.JSON)], Form.JSON))
    assert {"bot": "bob", "other": "cat", "share": 0.5, "matches": 1} in long


def test_matches_tell_result_and_faults() -> None:
    rows = [
        row(0, ["ada", "bob"], [2, 1], points=[3, 9], faults=[["late", "exited"], []]),
        row(1, ["ada", "bob"], void="no memory"),
    ]
    text = render([matches_table(rows, Form.PLAIN)], Form.PLAIN)
    assert "1. bob 9, 2. ada 3" in text
    assert "ada: late exited, lost the seat" in text
    assert "void: no memory" in text
