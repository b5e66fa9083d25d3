"""The mat as a picture of text."""

import re

import pytest
from msgspec.structs import replace

from arena.games.mlem.picture import NOTE, is_reconstruction, picture
from arena.games.mlem.state import Goal
from arena.games.mlem.tables import DEEP, Board, Body, Field, reconstructed

SHIPPED = reconstructed()
LINES = picture(SHIPPED)
OWN = replace(SHIPPED, name="my mat", edition="first printing", goal=6)


def row(number: int, board: Board = SHIPPED) -> str:
    (line,) = [line for line in picture(board) if re.search(rf"[│┤├]  +{number}    ", line)]
    return line


def text() -> str:
    return "\n".join(LINES)


def test_the_first_line_says_that_the_mat_is_a_reconstruction() -> None:
    assert LINES[0] == "MLEM, the mat: reconstructed, reconstruction 1 (a reconstruction, not the published mat)"


def test_a_mat_of_ones_own_is_not_called_a_reconstruction() -> None:
    assert picture(OWN)[0] == "MLEM, the mat: my mat, first printing"


@pytest.mark.parametrize(
    "board",
    [
        SHIPPED,
        replace(SHIPPED, name="published", edition="1"),  # the same numbers under another name
        replace(OWN, name="reconstructed"),
        replace(OWN, edition="my Reconstruction"),
    ],
)
def test_a_reconstruction_is_known_by_what_it_says_or_by_its_numbers(board: Board) -> None:
    assert is_reconstruction(board)
    assert picture(board)[0].endswith(f"({NOTE})")


def test_it_is_plain_text_of_at_most_100_columns() -> None:
    assert max(map(len, LINES)) <= 100
    assert all(line.isprintable() and line == line.rstrip() for line in LINES)


def test_deep_space_is_on_top_and_the_start_at_the_bottom() -> None:
    rows = [int(found[1]) for line in LINES if (found := re.search(r"[│┤]  +(\d+)    [·\d] ", line))]
    assert rows == list(reversed(range(DEEP)))
    assert LINES[3] == "         comet  7 ──┤   +    deep space                     ├── galaxy  5"
    assert "start" in row(0)


def test_every_field_shows_its_faces_and_what_a_flame_moves() -> None:
    for number, field in enumerate(SHIPPED.fields[:DEEP]):
        faces = " ".join(str(face) if face in field.faces else "·" for face in (1, 2, 3, 4))
        flame = f"flame {field.flame}" if field.flame else " "
        assert f"  {number:>2}    {faces}   {flame}" in row(number)


def test_the_satellite_is_on_its_field() -> None:
    assert [number for number in range(DEEP) if "satellite" in row(number)] == [3]
    assert "satellite" in row(20, replace(SHIPPED, satellite=20))


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (25, "                    │  25    1 · · ·   flame 1              ├─┐ P5  7 / 5 / 3"),
        (24, "                    │  24    · 2 3 ·                        ├─┘"),
        (23, "  M5  (6) (4) (3) ┌─┤  23    · · · 4   flame 3              │"),
        (22, "                  └─┤  22    1 2 · ·   flame 2              │"),
        (5, "                    │   5    1 · · 4                        │"),
    ],
)
def test_moons_stand_to_the_left_and_planets_to_the_right(number: int, line: str) -> None:
    assert row(number) == line


def test_a_body_beside_one_field_or_three_or_two_that_are_apart_has_its_brackets() -> None:
    board = with_bodies({6: 0, 7: 1, 8: 1, 9: 1, 10: 0})
    assert row(10, board).startswith("  M1  (2) (1) (1) ──┤  10")
    assert row(9, board).endswith("├─┐ P1  3 / 2 / 1")
    assert row(8, board).endswith("│ │")
    assert row(7, board).endswith("├─┘")
    assert row(6, board).startswith("  M1  (2) (1) (1) ──┤   6")


def with_bodies(beside: dict[int, int]) -> Board:
    fields = [replace(field, body=beside.get(number, field.body)) for number, field in enumerate(SHIPPED.fields)]
    return replace(SHIPPED, fields=tuple(fields))


def test_moons_beside_three_fields_are_bracketed_too() -> None:
    board = with_bodies({6: 0, 7: 0, 8: 0})
    assert [row(number, board)[18:21] for number in (8, 7, 6)] == ["┌─┤", "│ │", "└─┤"]


def test_goals_dice_and_crash_track_are_told() -> None:
    assert "dice          6, each with the faces 1 2 2 3 4 flame" in LINES
    assert "goals         5 points each, for the first player only" in LINES
    assert all(f"{goal} " in text() for goal in Goal)
    assert "crash track   1 2 3 4 5 6 7 8 9 10 11 and the game is over" in LINES


def test_the_tokens_of_all_variants_are_told() -> None:
    assert "ufo           UFO tokens, taken in this order: 5 4 3 2 1" in LINES
    assert re.search(r"^ +0 +6 +reroll +2 +6 +extra dice: 4$", text(), re.MULTILINE)
    assert (
        len(re.findall(r"\d +\d +(?:reroll|keep dice|extra dice: [\d flame]+?)(?:$|   )", text(), re.MULTILINE)) == 14
    )
    assert "              wormhole: 4 fields ahead     4   9  13  18" in LINES
    assert "              2 points                    12  14  17  19" in LINES
    assert "missions      20 tokens, 2 for each of 10 moon groups and planets" in LINES


def test_a_long_crash_track_and_many_tokens_stay_within_the_width() -> None:
    board = replace(SHIPPED, crashes=99, ufo=tuple(range(99, 60, -1)))
    assert max(map(len, picture(board))) <= 100


def test_the_smallest_of_boards_can_be_drawn() -> None:
    bodies = (Body("M", "moons", (1,)), Body("P", "planet", (1, 0, 0)), *SHIPPED.bodies[-2:])
    fields = [Field((1,), 0, None if number < 6 else number % 2, ()) for number in range(DEEP)]
    tokens = SHIPPED.expedition_tokens[:1], SHIPPED.exploration_tokens[:1]
    board = replace(
        OWN,
        faces=(1,),
        fields=(*fields, SHIPPED.fields[DEEP]),
        bodies=bodies,
        expedition_tokens=tokens[0],
        exploration_tokens=tokens[1],
    )
    lines = picture(board)
    assert any("──┤  24    1" in line for line in lines)
    assert sum("ability" in line and "UFO   dice" in line for line in lines) == 1
    assert "exploration   1 tokens, each for the field of its number; 1 lie face up" in lines
