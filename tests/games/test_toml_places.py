"""Where things stand in a TOML text."""

import pytest

from arena.games.toml_places import Places, SyntaxProblem, parse

TEXT = '''\
# a comment with a [table] and a key = 1
name = "x"
text = """
[not.a.table]
not_a_key = 1 \\""" [[nor_this]]
"""
raw = \'\'\'
["nor", 'this']
\'\'\'   # the end
long = [
    1,  # one
    [2, 3],
    "]",
]
inline = { a = 1, "b]" = [
    2 ] }
dotted . key = 1
"quoted.key" = 1

  [table]  # a comment
  key = 1
[table.inner]
"\\u0061" = 1
'single' = 2
[[row]]
cell = 1
[row.inner]
cell = 2
[[row]]

cell = 3
[[row.sub]]
cell = 4
[[row.sub]]
cell = 5
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("text",), 3),
        (("raw",), 7),
        (("long",), 10),
        (("inline",), 15),
        (("dotted",), 17),
        (("dotted", "key"), 17),
        (("quoted.key",), 18),
        (("table",), 20),
        (("table", "key"), 21),
        (("table", "inner"), 22),
        (("table", "inner", "a"), 23),
        (("table", "inner", "single"), 24),
        (("row",), 25),
        (("row", 0), 25),
        (("row", 0, "cell"), 26),
        (("row", 0, "inner"), 27),
        (("row", 0, "inner", "cell"), 28),
        (("row", 1), 29),
        (("row", 1, "cell"), 31),
        (("row", 1, "sub", 0, "cell"), 33),
        (("row", 1, "sub", 1), 34),
        (("row", 1, "sub", 1, "cell"), 35),
    ],
)
def test_every_table_and_key_has_its_line(path: tuple[str | int, ...], line: int) -> None:
    assert not isinstance(parse(TEXT), SyntaxProblem)
    assert Places(TEXT).line(*path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [((), 1), (("nothing",), 1), (("long", 2), 10), (("inline", "a"), 15), (("row", 1, "no"), 29), (("row", 7), 25)],
)
def test_what_has_no_line_stands_where_the_thing_around_it_stands(path: tuple[str | int, ...], line: int) -> None:
    assert Places(TEXT).line(*path) == line


def test_windows_line_ends_change_nothing() -> None:
    assert Places(TEXT.replace("\n", "\r\n")).line("row", 1, "sub", 1, "cell") == 35


def test_a_last_line_without_an_end_counts() -> None:
    assert Places("a = 1\nb = 2").line("b") == 2


def test_a_text_that_ends_in_quotes_ends_there() -> None:
    assert Places('a = """x"""""\nb = ""\nc = """"""\nd = 1\n').line("d") == 4


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("a = 1\nb = [1 2]\n", 2, 8, "Unclosed array"),
        ("a = 1\n\nb =", 3, None, "Invalid value at the end"),
        ("a = " + "[" * 100_000, 1, None, "Lists or tables are nested too deeply"),
        ("a = " + "1" * 5000, 1, None, "Exceeds the limit"),
    ],
)
def test_what_is_not_toml_is_told_with_its_place(text: str, line: int, column: int | None, message: str) -> None:
    problem = parse(text)
    assert isinstance(problem, SyntaxProblem)
    assert (problem.line, problem.column) == (line, column)
    assert problem.message.startswith(message)
