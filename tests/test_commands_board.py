"""The verbs `games` and `board`, as they are typed."""

import io
import json
import os
import re
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from arena.cli import main
from arena.games.mlem.picture import picture
from arena.games.mlem.tables import reconstructed

SHIPPED = files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8")
OK = (
    "OK: reconstructed, reconstruction 1: 26 fields, 5 moon groups, 5 planets, "
    "14 expedition tokens, 20 exploration tokens"
)

DOCUMENT = (Path(__file__).parents[1] / "docs/games/mlem-board.md").read_text(encoding="utf-8")

Output = pytest.CaptureFixture[str]


@pytest.fixture
def good(tmp_path: Path) -> str:
    return write(tmp_path / "good.toml", SHIPPED)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    text = SHIPPED.replace("count = 6", "count = 0", 1).replace("number = 7\n", "numbr = 7\n", 1)
    return write(tmp_path / "bad.toml", text)


def write(file: Path, text: str) -> str:
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_games_is_a_table_of_all_games(capsys: Output) -> None:
    assert main(["games"]) == 0
    head, rule, mlem = capsys.readouterr().out.splitlines()
    assert head.split() == ["game", "title", "rules", "seats", "variants", "combinations"]
    assert set(rule) == {"-", " "}
    assert mlem.split("  ")[0] == "mlem"
    for part in ("MLEM: Space Agency", "2 to 5", "ufo, exploration, missions", " 8"):
        assert part in mlem


def test_games_is_json_for_programs(capsys: Output) -> None:
    assert main(["games", "--json"]) == 0
    (mlem,) = json.loads(capsys.readouterr().out)
    assert mlem == {
        "name": "mlem",
        "title": "MLEM: Space Agency",
        "rules": 1,
        "seats": [2, 3, 4, 5],
        "variants": ["ufo", "exploration", "missions"],
        "combinations": 8,
    }


def test_a_good_file_is_ok(good: str, capsys: Output) -> None:
    assert main(["board", "check", good]) == 0
    assert capsys.readouterr() == (f"{good}: {OK}\n", "")


def test_all_mistakes_are_listed_with_file_and_line_and_counted(bad: str, capsys: Output) -> None:
    assert main(["board", "check", bad]) == 2
    out, err = capsys.readouterr()
    lines = Path(bad).read_text(encoding="utf-8").splitlines()
    assert err == ""
    assert out.splitlines() == [
        f"{bad}:{line(lines, 'count = 0')}: [dice]: count: is 0; write a whole number from 1 to 12",
        f"{bad}:{line(lines, 'numbr')}: [[field]] 8: numbr: is not a key that is known here; did you mean number?",
        f"{bad}: 2 mistakes",
    ]


def line(lines: list[str], beginning: str) -> int:
    return next(number for number, text in enumerate(lines, 1) if text.startswith(beginning))


def test_one_mistake_is_one_mistake(tmp_path: Path, capsys: Output) -> None:
    file = write(tmp_path / "x.toml", "a =")
    assert main(["board", "check", file]) == 2
    assert capsys.readouterr().out.endswith(f"{file}: 1 mistake\n")


def test_every_file_is_checked_whatever_the_others_are(good: str, bad: str, tmp_path: Path, capsys: Output) -> None:
    assert main(["board", "check", str(tmp_path / "none.toml"), bad, str(tmp_path), good]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines()[-2:] == [f"{bad}: 2 mistakes", f"{good}: {OK}"]
    assert err == "\n".join(
        [
            f"arena: {tmp_path / 'none.toml'} cannot be read: No such file or directory",
            f"{tmp_path} cannot be read: Is a directory\n",
        ]
    )


def test_the_documents_example_is_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    text = SHIPPED
    for old, new in [
        ("length = 11", "lenght = 11"),
        ('number = 7\nfaces = [1, 2, "flame"]\nflame = 1', 'number = 7\nfaces = [1, 5, "flame"]\nflame = 4'),
        ("fields = [12, 13]", "fields = [12]"),
        ("points = [4, 2, 1]", "points = [2, 4, 1]"),
        ('ability = "keep_dice"', 'ability = "keep"'),
        ("field = 5\n", "field = 4\n"),
    ]:
        text = text.replace(old, new, 1)
    monkeypatch.chdir(tmp_path)
    write(Path("my-mat.toml"), text)
    assert main(["board", "check", "my-mat.toml"]) == 2
    assert f"$ arena board check my-mat.toml\n{capsys.readouterr().out}```" in DOCUMENT


def test_the_document_lists_every_key_of_the_file() -> None:
    listed, table = set[tuple[str, str]](), ""
    for header, key in re.findall(r"^\| (?:`(\[.*?)`)? ?\| `(\w+)` \|", DOCUMENT, re.MULTILINE):
        table = header or table
        listed.add((table, key))
    assert listed == keys_of(tomllib.loads(SHIPPED))


def keys_of(data: dict[str, Any]) -> set[tuple[str, str]]:
    keys = set()
    for name, value in data.items():
        match value:
            case dict():
                keys |= {(f"[{name}]", key) for key in value}
            case [dict(), *_]:
                keys |= {(f"[[{name}]]", key) for table in value for key in table}
            case _:
                keys.add(("", name))
    return keys


@pytest.mark.parametrize("action", ["check", "show"])
class TestAFileThatCannotBeRead:
    def test_is_missing(self, action: str, tmp_path: Path, capsys: Output) -> None:
        assert main(["board", action, str(tmp_path / "none.toml")]) == 2
        assert capsys.readouterr() == (
            "",
            f"arena: {tmp_path / 'none.toml'} cannot be read: No such file or directory\n",
        )

    def test_is_a_folder(self, action: str, tmp_path: Path, capsys: Output) -> None:
        assert main(["board", action, str(tmp_path)]) == 2
        assert "cannot be read: Is a directory" in capsys.readouterr().err

    def test_is_not_in_a_folder(self, action: str, good: str, capsys: Output) -> None:
        assert main(["board", action, f"{good}/x.toml"]) == 2
        assert "cannot be read: Not a directory" in capsys.readouterr().err

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_is_not_ours_to_read(self, action: str, good: str, capsys: Output) -> None:
        Path(good).chmod(0)
        assert main(["board", action, good]) == 2
        assert "cannot be read: Permission denied" in capsys.readouterr().err

    def test_is_not_utf_8(self, action: str, tmp_path: Path, capsys: Output) -> None:
        (tmp_path / "latin.toml").write_bytes("name = 'x'\nedition = 'é'\n".encode("latin-1"))
        assert main(["board", action, str(tmp_path / "latin.toml")]) == 2
        assert ":2: the file is not UTF-8 text" in capsys.readouterr().err

    def test_is_endless(self, action: str, capsys: Output) -> None:
        assert main(["board", action, "/dev/zero"]) == 2
        assert "is too large" in capsys.readouterr().err


def test_the_mark_that_some_editors_put_first_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "marked.toml").write_text(SHIPPED, encoding="utf-8-sig")
    assert main(["board", "check", str(tmp_path / "marked.toml")]) == 0


def test_show_draws_the_shipped_mat(capsys: Output) -> None:
    assert main(["board", "show"]) == 0
    assert capsys.readouterr().out.splitlines() == picture(reconstructed())


def test_show_draws_the_mat_of_a_file(tmp_path: Path, capsys: Output) -> None:
    text = (
        SHIPPED.replace('"reconstructed"', '"mine"')
        .replace('"reconstruction 1"', '"1"')
        .replace("count = 6", "count = 7")
    )
    assert main(["board", "show", write(tmp_path / "x.toml", text)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("MLEM, the mat: mine, 1\n")
    assert "\ndice          7, each" in out


def test_show_of_a_bad_file_lists_its_mistakes(bad: str, capsys: Output) -> None:
    assert main(["board", "show", bad]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("arena: this is not a mat that can be played on:\n")
    assert err.endswith(f"{bad}: 2 mistakes\n")


def test_show_toml_prints_the_shipped_file_to_be_copied(capsys: Output) -> None:
    assert main(["board", "show", "--toml"]) == 0
    assert capsys.readouterr().out == SHIPPED


def test_a_terminal_that_knows_only_ascii_gets_the_mat_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    assert main(["board", "show"]) == 0
    lines = raw.getvalue().decode("ascii").splitlines()
    assert [len(line) for line in lines] == [len(line) for line in picture(reconstructed())]
    assert "|  25    1 . . .   flame 1" in "\n".join(lines)


@pytest.mark.parametrize(
    ("argv", "parts"),
    [
        (["games"], ["usage: arena games", "--json", "ufo+missions"]),
        (["board"], ["usage: arena board", "check", "show", "not the published mat", "my-mat.toml"]),
        (["board", "check"], ["usage: arena board check", "FILE", "Exits with 0"]),
        (["board", "show"], ["usage: arena board show", "[FILE]", "--toml"]),
    ],
)
@pytest.mark.parametrize("help_first", [True, False])
def test_help_says_how(argv: list[str], parts: list[str], help_first: bool, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["help", *argv] if help_first else [*argv, "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert [part for part in parts if part not in out] == []


@pytest.mark.parametrize(
    "argv", [["games", "x"], ["board"], ["board", "chekc"], ["board", "check"], ["board", "show", "--toml", "x"]]
)
def test_a_wrong_command_ends_in_2_with_the_usage(argv: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: arena ")
