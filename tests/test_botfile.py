"""`bot.toml`: what it may say, what a language adds, and that every mistake is told."""

from pathlib import Path

import pytest

from arena.errors import UserError
from arena.languages import LANGUAGES
from arena.manifest import Manifest, read_folder


def folder_with(folder: Path, text: str, *files: str) -> Path:
    for file in files:
        (folder / file).write_text("")
    (folder / "bot.toml").write_text(text)
    return folder


def read(folder: Path, text: str, *files: str) -> Manifest:
    return read_folder(folder_with(folder, text, *files))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_enough_if_the_file_has_the_usual_name(tmp_path: Path, language: str) -> None:
    source = LANGUAGES[language].source
    bot = read(tmp_path, f'language = "{language}"', source)
    assert bot.name == tmp_path.name
    assert any(source in word for word in (*bot.command, *bot.build))


def test_files_can_have_other_names(tmp_path: Path) -> None:
    bot = read(tmp_path, 'language = "c"\nsource = ["tiger.c", "board.c"]', "tiger.c", "board.c")
    assert bot.build[-3:] == ("tiger.c", "board.c", "-lm")
    bot = read(tmp_path, 'language = "java"\nsource = "Tiger.java"', "Tiger.java")
    assert bot.command[-1] == "Tiger"


def test_what_the_author_writes_goes_before_what_the_language_says(tmp_path: Path) -> None:
    bot = read(tmp_path, 'language = "c"\nbuild = ["make", "OUT={out}"]')
    assert bot.build == ("make", "OUT={out}")
    assert bot.command == ("{out}/bot",)
    bot = read(tmp_path, 'language = "node"\ncommand = ["node", "--max-old-space-size=100", "tiger.js"]')
    assert bot.command == ("node", "--max-old-space-size=100", "tiger.js")
    assert bot.build == ()


def test_any_program_will_do_without_a_language(tmp_path: Path) -> None:
    bot = read(tmp_path, 'command = ["./tiger", "--deep"]')
    assert bot.argv == ("./tiger", "--deep")
    assert not bot.can_be_found()
    (tmp_path / "tiger").write_text("")
    assert bot.can_be_found()


def test_a_bot_is_started_from_where_it_was_built(tmp_path: Path) -> None:
    bot = read(tmp_path, 'command = ["{out}/a", "--book={out}/book", "{x}"]\nbuild = ["make", "{out}"]')
    assert bot.argv == (f"{bot.out}/a", f"--book={bot.out}/book", "{x}")
    assert bot.can_be_found()


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('language = "c"', "bot.c is not in the folder; name the bot's files with `source`"),
        ('language = "c"\nsource = ["bot.h", "tiger.c"]', "tiger.c is not in the folder"),
        ('language = "cobol"', "there is no language 'cobol'; known are c, c++, java, node, python"),
        ('command = ["x"]\nsource = "x.c"', "source says nothing without a language"),
        ('command = ["x"]\nbuild = ["make"]', "build must name {out}, the folder that it fills"),
        ('command = ["{out}/x"]', "command names {out}, but nothing is built; write `build`"),
        ('command = ["{out}/x"]\nlanguage = "node"', "command names {out}, but nothing is built"),
        ('command = "x"', "command must be a list of strings, not 'x'"),
        ("command = []", "command must be a list of strings, at least one, not []"),
        ('command = ["x", 1]', "command must be a list of strings, at least one, not ['x', 1]"),
        ('command = ["x"]\nbuild = [""]', "build must be a list of strings, at least one, not ['']"),
        ('language = ["c"]', "language must be a string, not ['c']"),
        ('language = "c"\nsource = 1', "source must be a string or list of strings, not 1"),
        ('language = "c"\nsuorce = "x"', "unknown key 'suorce'; did you mean 'source'?"),
        ('name = "x"', "command is missing"),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, text: str, mistake: str) -> None:
    with pytest.raises(UserError) as told:
        read(tmp_path, text, "bot.h")
    assert f"{tmp_path / 'bot.toml'}: {mistake}" in str(told.value)
