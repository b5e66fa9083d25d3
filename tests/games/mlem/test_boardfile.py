"""Reading a board file: the shipped one, and every way to get one wrong."""

import pickle
import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.api import Refused
from arena.games.mlem.boardfile import BadBoard, Mistake, read
from arena.games.mlem.tables import Body, ExpeditionToken, ExplorationToken, Field, reconstructed

SHIPPED = files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8")
LINES = SHIPPED.splitlines()
FIELD_7 = "[[field]]\nnumber = 7\n"
FIELD_8 = "[[field]]\nnumber = 8\n"
M2 = '[[moons]]\nid = "M2"\n'
P2 = '[[planet]]\nid = "P2"\n'
REROLL = '[[expedition_token]]\nufo = 0\ndice = 6\nability = "reroll"\n'
EXTRA = '[[expedition_token]]\nufo = 0\ndice = 5\nability = "extra_dice"\n'
REGAIN = '[[exploration_token]]\nfield = 5\neffect = "regain"\n'
POINT = '[[exploration_token]]\nfield = 6\neffect = "points"\n'


def samples() -> list[int]:
    """The first and the last line of each kind ([[field]], `faces` in it, ...) in the shipped file, counted from 0."""
    kinds: dict[tuple[str, str], list[int]] = {}
    header = ""
    for number, line in enumerate(LINES):
        if line.startswith("["):
            header = line
        if line and not line.startswith("#"):
            kinds.setdefault((header, line.split(" = ")[0]), []).append(number)
    return sorted({number for numbers in kinds.values() for number in (numbers[0], numbers[-1])})


def named(number: int) -> str:
    return f"{number + 1}: {LINES[number].split('  ')[0]}"


ANY_LINE = pytest.mark.parametrize("number", samples(), ids=named)
ANY_KEY = pytest.mark.parametrize("number", [n for n in samples() if " = " in LINES[n]], ids=named)


def mistakes(text: str) -> tuple[Mistake, ...]:
    with pytest.raises(BadBoard) as caught:
        read(text)
    return caught.value.mistakes


def edited(after: str, old: str, new: str) -> str:
    """The shipped file with the first `old` from `after` on replaced."""
    start = SHIPPED.index(after)
    assert old in SHIPPED[start:]
    return SHIPPED[:start] + SHIPPED[start:].replace(old, new, 1)


def line_of(text: str, after: str, beginning: str) -> int:
    """The number of the first line that begins so, from where `after` stands in the shipped file."""
    first = SHIPPED.count("\n", 0, SHIPPED.index(after))
    return next(n for n, line in enumerate(text.splitlines(), 1) if n > first and line.startswith(beginning))


def test_the_shipped_board_has_its_key_facts() -> None:
    board = reconstructed()
    assert (board.name, board.edition) == ("reconstructed", "reconstruction 1")
    assert (board.dice, board.faces) == (6, (1, 2, 2, 3, 4, "flame"))
    assert (board.satellite, board.goal, board.crashes) == (3, 5, 11)
    assert (board.ufo, board.missions, board.mission_copies) == ((5, 4, 3, 2, 1), (0, 2, 5, 10), 2)
    ids = [body.id for body in board.bodies]
    assert ids == [
        "M1",
        "P1",
        "M2",
        "P2",
        "M3",
        "P3",
        "M4",
        "P4",
        "M5",
        "P5",
        "comet",
        "galaxy",
    ]
    assert board.bodies[5] == Body("P3", "planet", (5, 3, 2))
    assert board.bodies[8] == Body("M5", "moons", (6, 4, 3))
    assert (board.bodies[board.comet].points, board.bodies[board.galaxy].points) == ((7,), (5,))
    assert (len(board.expedition_tokens), len(board.exploration_tokens)) == (14, 20)
    assert board.expedition_tokens[1] == ExpeditionToken(0, 5, "extra_dice", (2, 3))
    assert board.exploration_tokens[2] == ExplorationToken(6, "points", 1)
    assert {token.dice for token in board.expedition_tokens} == {4, 5, 6}
    assert {token.ufo for token in board.expedition_tokens} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("number", "field"),
    [
        (0, Field((1, 2, "flame"), 1, None, ())),
        (5, Field((1, 4), 0, None, ())),  # R3: no hop from 5 to 6
        (6, Field((2, 3, "flame"), 1, 0, (0,))),  # R3: nor from 6 to 5
        (7, Field((1, 2, "flame"), 1, 0, (0, 1))),
        (8, Field((2, 4), 0, 1, (1, 0))),
        (16, Field((3, 4, "flame"), 3, 5, (5, 4))),
        (25, Field((1, "flame"), 1, 9, (9, 11))),  # R5: the galaxy
        (26, Field((), 0, 11, ())),  # R4: no hop back
    ],
)
def test_a_field_knows_what_lies_beside_it_and_what_a_navigator_reaches(number: int, field: Field) -> None:
    assert reconstructed().fields[number] == field


def test_the_shipped_file_says_that_it_is_not_the_published_mat() -> None:
    assert "NOT the published mat" in SHIPPED
    assert "reconstruction" in SHIPPED


def test_the_order_of_the_tables_does_not_matter() -> None:
    *head, tail = re.split(r"(?m)^(?=\[)", SHIPPED)
    comments = re.compile(r"(?m)^#.*\n?")
    blocks = [comments.sub("", block) for block in [*head[1:], tail]]
    shuffled = head[0] + "".join(sorted(blocks, key=lambda block: (block.split("\n")[0], block[::-1])))
    board, shipped = read(shuffled), reconstructed()
    assert (board.fields, board.bodies) == (shipped.fields, shipped.bodies)
    assert set(board.expedition_tokens) == set(shipped.expedition_tokens)


def test_moons_are_put_in_the_order_of_their_points() -> None:
    assert read(edited(M2, "[3, 2, 1]", "[1, 3, 2]")) == reconstructed()


def test_inline_tables_and_windows_line_ends_are_read_too() -> None:
    text = edited("[goals]", "[goals]\npoints = 5 ", "").replace("[dice]", "goals = { points = 5 }\n[dice]", 1)
    assert read(text.replace("\n", "\r\n")) == reconstructed()


# after, old, new: the edit; place, at: where the mistake is and how its line begins; part: of what it says
WRONG = [
    ("name =", 'name = "reconstructed"', "name = 3", "name", "name", "is 3; write a text of 1 to 40"),
    ("name =", '"reconstructed"', '""', "name", "name", 'is ""'),
    ("name =", '"reconstructed"', '"two\\nlines"', "name", "name", r'is "two\nlines"'),
    ("name =", '"reconstructed"', '" x"', "name", "name", 'is " x"'),
    ("edition =", '"reconstruction 1"', '"' + "x" * 41 + '"', "edition", "edition", "1 to 40 characters"),
    (
        "edition =",
        "edition =",
        "editoin =",
        "editoin",
        "editoin",
        "is known here; did you mean edition?",
    ),
    ("[dice]", "[dice]", "[dise]", "dise", "[dise]", "did you mean dice?"),
    ("[dice]", "[dice]", "colour = 1\n[dice]", "colour", "colour", "the keys here are name, edition, dice"),
    ("[dice]", "[dice]", '"a b" = 1\n[dice]', '"a b"', '"a b"', "not a key that is known here"),
    ("[dice]", "count = 6", "count = 0", "[dice]: count", "count", "is 0; write a whole number from 1 to 12"),
    ("[dice]", "count = 6", "count = true", "[dice]: count", "count", "is true"),
    ("[dice]", "count = 6", "count = 6.0", "[dice]: count", "count", "is 6.0"),
    ("[dice]", "count = 6", "count = 0x" + "f" * 9999, "[dice]: count", "count", "a number of more than 64 bits"),
    ("[dice]", "count = 6", "count = 2026-01-01", "[dice]: count", "count", "is a date or a time"),
    ("[dice]", "count = 6", "", "[dice]: count", "[dice]", "is missing; write a whole number"),
    ("[dice]", "count = 6", "count = 6\nsides = 6", "[dice]: sides", "sides", "the keys here are count and faces"),
    ("[dice]", "[1, 2, 2, 3, 4, ", "[[1], 1, 2, 3, 4, ", "[dice]: faces", "faces", "[1] is not a face of a die"),
    ("[dice]", '[1, 2, 2, 3, 4, "flame"]', "[]", "[dice]: faces", "faces", "has 0 items; write a list of 1 to 6"),
    ("[goals]", "points = 5", "points = -5", "[goals]: points", "points", "is -5; write a whole number from 1 to 99"),
    ("[deep_space]", "comet = 7", 'comet = "7"', "[deep_space]: comet", "comet", 'is "7"'),
    ("[deep_space]", "galaxy = 5", "galaxy = 0", "[deep_space]: galaxy", "galaxy", "is 0"),
    ("[crash_track]", "length = 11", "length = 0", "[crash_track]: length", "length", "is 0"),
    (
        "[satellite]",
        "field = 3",
        "field = 26",
        "[satellite]: field",
        "field",
        "is 26; write a whole number from 0 to 25",
    ),
    ("[ufo]", "[5, 4, 3, 2, 1]", "[]", "[ufo]: tokens", "tokens", "has 0 items"),
    ("[ufo]", "[5, 4, 3, 2, 1]", "5", "[ufo]: tokens", "tokens", "is 5; write a list of 1 to 20"),
    ("[ufo]", "[5, 4, 3, 2, 1]", '[5, "x"]', "[ufo]: tokens", "tokens", 'holds "x"; each must be a whole number'),
    ("[missions]", "[0, 2, 5, 10]", "[0, 2, 5]", "[missions]: points", "points", "has 3 items; write a list of 4"),
    ("[missions]", "[0, 2, 5, 10]", "[0, 5, 2, 10]", "[missions]: points", "points", "never falling"),
    ("[missions]", "copies = 2", "copies = 0", "[missions]: copies", "copies", "is 0"),
    ("[missions]", "copies = 2", "copies = 1", "[missions]: copies", "copies", "makes 10 tokens for 10"),
    (FIELD_7, "number = 7", "number = 26", "[[field]] 8: number", "number", "is 26; write a whole number from 0"),
    (FIELD_7, "number = 7\n", "", "[[field]] 8: number", "[[field]]", "is missing"),
    (FIELD_7, 'faces = [1, 2, "flame"]\n', "", "field 7: faces", "[[field]]", "is missing; write a list of 1 to 7"),
    (FIELD_7, "[1, 2,", "[1, 5,", "field 7: faces", "faces", '5 is not a face of a die; use 1, 2, 3, 4 or "flame"'),
    (FIELD_7, "[1, 2,", "[true, 2,", "field 7: faces", "faces", "true is not a face"),
    (FIELD_7, "[1, 2,", "[1.0, 2,", "field 7: faces", "faces", "1.0 is not a face"),
    (FIELD_7, '"flame"]', '"flam"]', "field 7: faces", "faces", '"flam" is not a face'),
    (FIELD_7, "[1, 2,", "[1, 2, 2,", "field 7: faces", "faces", "name each face once"),
    (FIELD_7, '[1, 2, "flame"]', '"flame"', "field 7: faces", "faces", 'is "flame"; write a list'),
    (FIELD_7, "flame = 1\n", "", "field 7: flame", "[[field]]", "is missing; write a whole number from 1 to 3"),
    (FIELD_7, "flame = 1", "flame = 4", "field 7: flame", "flame", "is 4; write a whole number from 1 to 3"),
    (FIELD_7, ', "flame"]', "]", "field 7: flame", "flame", 'is given, but "flame" is not among the faces'),
    (FIELD_7, "flame = 1", "flames = 1", "field 7: flames", "flames", "did you mean flame?"),
    (M2, "points = [3, 2, 1]", "points = [3, 0]", "[[moons]] 2: points", "points", "holds 0"),
    (M2, "points = [3, 2, 1]", "points = []", "[[moons]] 2: points", "points", "has 0 items"),
    (M2, "points = [3, 2, 1]\n", "", "[[moons]] 2: points", "[[moons]]", "is missing"),
    (M2, '"M2"', '"P2"', "[[moons]] 2: id", "id", 'is "P2" again, after line'),
    (M2, '"M2"', '"comet"', "[[moons]] 2: id", "id", "a place in deep space"),
    (M2, '"M2"', '"Galaxy"', "[[moons]] 2: id", "id", "a place in deep space"),
    (M2, '"M2"', '""', "[[moons]] 2: id", "id", "1 to 12 characters"),
    (M2, '"M2"', '"thirteen-long"', "[[moons]] 2: id", "id", "1 to 12 characters"),
    (M2, '"M2"', '"a b"', "[[moons]] 2: id", "id", "use letters, digits, - and _ only"),
    (M2, "fields = [10, 11]", "fields = 10", "[[moons]] 2: fields", "fields", "is 10; write a list of 1 to 20"),
    (M2, "fields = [10, 11]", "fields = [5, 10, 11]", "[[moons]] 2: fields", "fields", "holds 5; each must be"),
    (M2, "[10, 11]", "[10, 11, 26]", "[[moons]] 2: fields", "fields", "holds 26; each must be a whole number from 6"),
    (M2, "[10, 11]", "[10, 10, 11]", "[[moons]] 2: fields", "fields", "field 10 already lies beside [[moons]] 2"),
    (M2, "[10, 11]", "[10, 11, 12]", "[[moons]] 2: fields", "fields", "field 12 already lies beside [[planet]] 2"),
    (P2, "points = [4, 2, 1]", "points = [4, 2]", "[[planet]] 2: points", "points", "has 2 items; write a list of 3"),
    (P2, "points = [4, 2, 1]", "points = [2, 4, 1]", "[[planet]] 2: points", "points", "never rising"),
    (P2, 'id = "P2"\n', "", "[[planet]] 2: id", "[[planet]]", "is missing"),
    (REROLL, "ufo = 0", "ufo = 4", "[[expedition_token]] 1: ufo", "ufo", "a whole number from 0 to 3"),
    (REROLL, "dice = 6", "dice = 7", "[[expedition_token]] 1: dice", "dice", "a whole number from 1 to 6"),
    (REROLL, '"reroll"', '"rerol"', "[[expedition_token]] 1: ability", "ability", 'did you mean "reroll"?'),
    (REROLL, '"reroll"', '"luck"', "[[expedition_token]] 1: ability", "ability", '"keep_dice" or "reroll"'),
    (REROLL, '"reroll"', "7", "[[expedition_token]] 1: ability", "ability", "is 7; write"),
    (REROLL, '"reroll"', '"reroll"\nextra = [1]', "[[expedition_token]] 1: extra", "extra", "remove it"),
    (EXTRA, "extra = [2, 3]\n", "", "[[expedition_token]] 2: extra", "[[expedition_token]]", "is missing"),
    (EXTRA, "extra = [2, 3]", "extra = []", "[[expedition_token]] 2: extra", "extra", "has 0 items"),
    (EXTRA, "extra = [2, 3]", "extra = [6]", "[[expedition_token]] 2: extra", "extra", "6 is not a face"),
    (REGAIN, "field = 5", "field = 0", "[[exploration_token]] 2: field", "field", "a whole number from 1 to 25"),
    (REGAIN, "field = 5", "field = 4", "[[exploration_token]] 2: field", "field", "is 4 again, after line"),  # R22
    (REGAIN, '"regain"', '"gain"', "[[exploration_token]] 2: effect", "effect", 'did you mean "regain"?'),
    (REGAIN, '"regain"', '"regain"\npoints = 1', "[[exploration_token]] 2: points", "points", "remove it"),
    (POINT, "points = 1\n", "", "[[exploration_token]] 3: points", "[[exploration_token]]", "is missing"),
    (POINT, "points = 1", "points = 0", "[[exploration_token]] 3: points", "points", "is 0"),
]


@pytest.mark.parametrize(("after", "old", "new", "place", "at", "part"), WRONG)
def test_a_slip_is_one_mistake_with_its_place_and_what_would_be_right(
    after: str, old: str, new: str, place: str, at: str, part: str
) -> None:
    text = edited(after, old, new)
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line) == (place, line_of(text, after, at))
    assert part in str(mistake)


@pytest.mark.parametrize("table", ["dice", "goals", "deep_space", "crash_track", "satellite", "ufo", "missions"])
def test_a_table_that_is_missing_is_one_mistake(table: str) -> None:
    text = re.sub(rf"(?m)^\[{table}\]\n(\w.*\n)*", "", SHIPPED)
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line, mistake.problem) == (f"[{table}]", 1, "is missing")


@pytest.mark.parametrize("table", ["field", "moons", "planet", "expedition_token", "exploration_token"])
def test_tables_that_are_missing_are_one_mistake(table: str) -> None:
    text = re.sub(rf"(?m)^\[\[{table}\]\]\n(\w.*\n)*", "", SHIPPED)
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line, mistake.problem) == (f"[[{table}]]", 1, "is missing")


@pytest.mark.parametrize("value", ["3", "[]", "[1, 2]", "{ id = 1 }", '"x"'])
def test_tables_that_are_something_else_are_one_mistake(value: str) -> None:
    text = re.sub(r"(?m)^\[\[planet\]\]\n(\w.*\n)*", "", SHIPPED).replace("[dice]", f"planet = {value}\n[dice]", 1)
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line) == ("[[planet]]", line_of(text, "edition =", "planet ="))


def test_a_table_that_is_a_number_is_told_so() -> None:
    text = edited("[goals]", "[goals]\npoints = 5 ", "").replace("[dice]", "goals = 5\n[dice]", 1)
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line) == ("[goals]", line_of(text, "edition =", "goals ="))
    assert (mistake.problem, mistake.right) == ("is 5", "write a table [goals] with points")


def test_a_number_given_twice_names_both_lines_and_the_number_that_is_lost() -> None:
    text = edited(FIELD_8, "number = 8", "number = 7")
    lost, twice = mistakes(text)
    assert lost == Mistake(
        "[[field]]",
        line_of(text, "[[field]]", "[[field]]"),
        "nothing has the number 8",
        "each field from 0 to 25 must be named exactly once",
    )
    assert (twice.place, twice.line) == ("field 7: number", line_of(text, FIELD_8, "number"))
    assert twice.problem == f"is 7 again, after line {line_of(text, FIELD_7, '[[field]]')}"


def test_a_field_that_is_lost_is_missed() -> None:
    text = edited(FIELD_8, f"{FIELD_8}faces = [2, 4]\n", "")
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.problem) == ("[[field]]", "nothing has the number 8")


def test_a_field_beside_nothing_is_told_at_the_field() -> None:
    text = edited(M2, "fields = [10, 11]", "fields = [10]")
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line) == ("field 11", line_of(text, "[[field]]\nnumber = 11", "[[field]]"))
    assert mistake.problem == "lies beside neither moons nor a planet"


def test_a_planet_that_is_lost_leaves_its_fields_and_missions_behind() -> None:
    text = edited(P2, f"{P2}fields = [12, 13]\npoints = [4, 2, 1]\n", "")
    assert [mistake.place for mistake in mistakes(text)] == ["[missions]: copies", "field 12", "field 13"]


def test_a_die_that_cannot_be_read_blames_no_field() -> None:
    (mistake,) = mistakes(edited("[dice]", "faces = [", "faces = [9, "))
    assert mistake.place == "[dice]: faces"


def test_a_die_without_flames_blames_every_flame() -> None:
    found = mistakes(edited("[dice]", '4, "flame"]', "4]"))
    assert all('"flame" is not a face of a die' in str(mistake) for mistake in found)
    assert len(found) == SHIPPED.count('"flame"') - 1


def test_what_is_not_toml_is_one_mistake_with_line_and_column() -> None:
    text = edited(FIELD_7, "number = 7", "number 7")
    (mistake,) = mistakes(text)
    assert (mistake.place, mistake.line) == ("column 8", line_of(text, FIELD_7, "number 7"))
    assert mistake.problem.startswith("Expected '='")


@pytest.mark.parametrize("text", ["[", "a =", '"""', "a = 1\n\nb = [1,"])
def test_a_text_that_breaks_off_is_a_mistake_on_its_last_line(text: str) -> None:
    (mistake,) = mistakes(text)
    assert mistake.line == text.count("\n") + 1


def test_an_empty_file_lacks_everything() -> None:
    assert len(mistakes("")) == 14


def test_all_mistakes_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = SHIPPED
    for old, new in [
        ("count = 6", 'count = "six"'),
        ("length = 11", "lenght = 11"),
        ("number = 7", "number = 77"),
        ("points = [4, 2, 1]", "points = [1, 2, 4]"),
        ('ability = "keep_dice"', 'ability = "keep"'),
        ('effect = "wormhole"', 'effect = "wormhole"\npoints = 2'),
    ]:
        text = text.replace(old, new, 1)
    found = mistakes(text)
    assert [mistake.place for mistake in found] == [
        "[dice]: count",
        "[crash_track]: lenght",
        "[[field]] 8: number",
        "[[planet]] 2: points",
        "[[expedition_token]] 4: ability",
        "[[exploration_token]] 1: points",
    ]
    assert [mistake.line for mistake in found] == sorted(mistake.line for mistake in found)


def test_a_bad_board_is_refused_and_tells_its_mistakes_line_by_line() -> None:
    error = BadBoard([Mistake("name", 8, "is 3", "write a text"), Mistake("[dice]", 9, "is 1", "write a table")])
    assert isinstance(error, Refused)
    assert str(error) == "line 8: name: is 3; write a text\nline 9: [dice]: is 1; write a table"
    assert pickle.loads(pickle.dumps(error)).mistakes == error.mistakes


def test_a_wrong_value_is_shown_on_one_line_and_not_in_full() -> None:
    (mistake,) = mistakes(SHIPPED.replace('"reconstructed"', f"[{'[1, true, {}], ' * 200}]", 1))
    assert mistake.problem == "is [[1, true, a table], [1, true, a tabl..."


@ANY_KEY
def test_a_wrong_type_is_found_on_its_line_whatever_the_key(number: int) -> None:
    key = LINES[number].split(" ")[0]
    found = mistakes(with_line(number, f"{key} = false"))
    assert number + 1 in [mistake.line for mistake in found if mistake.place.endswith(key)]


@ANY_KEY
def test_a_misspelt_key_is_found_on_its_line_whatever_the_key(number: int) -> None:
    key, value = LINES[number].split(" = ", 1)
    found = mistakes(with_line(number, f"{key}x = {value}"))
    assert (number + 1, f"did you mean {key}?") in [(mistake.line, mistake.right) for mistake in found]


@ANY_LINE
def test_no_line_can_be_left_out(number: int) -> None:
    assert mistakes(with_line(number, ""))


def with_line(number: int, line: str) -> str:
    return "\n".join([*LINES[:number], line, *LINES[number + 1 :]])


NUMBERS_OF_ALL_KINDS = ["-1", "0", "7", "26", "99", "100", "1.5", "nan", "07", "9" * 20, "0x" + "f" * 5000]
TEXTS = ['""', '"x"', '"é"', '"flame"', '"comet"', '"\\u0000"', '"\x1b"', '"a b"', "é", "'''a\nb'''"]
LISTS = ["[]", "[1]", "[6]", "[1, 2]", "[3, 2, 1]", '["flame"]', "[true, 1.0]", "[[]]", "[{}]"]
VALUES = st.sampled_from(
    [*NUMBERS_OF_ALL_KINDS, *TEXTS, *LISTS, "true", "1979-05-27", "07:32:00", "{}", "{ a = 1 }"],
)
NUMBERS = st.integers(0, len(LINES) - 1)


@given(st.data())
def test_any_edit_reads_or_is_refused_with_places(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 4), "edits")):
        number = data.draw(NUMBERS, "line") % len(lines)
        match data.draw(st.sampled_from(["delete", "double", "move", "value", "text"]), "edit"):
            case "delete":
                del lines[number]
            case "double":
                lines.insert(number, lines[number])
            case "move":
                lines.insert(data.draw(NUMBERS, "to"), lines.pop(number))
            case "value":
                lines[number] = f"{lines[number].split('=')[0]}= {data.draw(VALUES, 'value')}"
            case _:
                lines[number] = data.draw(st.text(max_size=20), "text")
    reads_or_is_refused("\n".join(lines))


@given(st.text(st.sampled_from("[]{}=#\"'\\.,\n\r\t ax10-_:")))
def test_any_text_is_refused_with_places(text: str) -> None:
    assert mistakes(text)
    reads_or_is_refused(text)


def reads_or_is_refused(text: str) -> None:
    found = found_in(text)
    assert found is None or len(found) > 0
    for mistake in found or ():
        assert 1 <= mistake.line <= text.count("\n") + 1
        assert mistake.place
        assert mistake.problem
        assert mistake.right
        assert str(mistake).isprintable()


def found_in(text: str) -> tuple[Mistake, ...] | None:
    try:
        read(text)
    except BadBoard as error:
        return error.mistakes
    return None
