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
    assert bot.absence() == "is not there"
    (tmp_path / "tiger").write_text("")
    assert bot.absence() == "may not be executed (chmod +x makes it a program)"
    (tmp_path / "tiger").chmod(0o755)
    assert not bot.absence()


def test_a_bot_is_started_from_where_it_was_built(tmp_path: Path) -> None:
    bot = read(tmp_path, 'command = ["{out}/a", "--book={out}/book", "{x}"]\nbuild = ["make", "{out}"]')
    assert bot.argv == (f"{bot.out}/a", f"--book={bot.out}/book", "{x}")
    assert not bot.absence()


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('language = "c"', "1: language: bot.c is not in the folder; name the bot's files with `source`"),
        ('language = "c"\nsource = ["bot.h", "tiger.c"]', "2: source: tiger.c is not in the folder"),
        (
            'language = "cobol"',
            '1: language: is "cobol"; write "c", "c++", "java", "node" or "python"; for others, write `command`',
        ),
        (
            'command = ["x"]\nsource = "x.c"',
            "2: source: says nothing without a language; add the language",
        ),
        ('command = ["x"]\nbuild = ["make"]', "2: build: does not name {out}; name {out}, the folder that it fills"),
        ('command = ["{out}/x"]', "1: command: names {out}, but nothing is built; write `build`"),
        ('command = ["{out}/x"]\nlanguage = "node"', "1: command: names {out}, but nothing is built"),
        ('command = "x"', '1: command: is "x"; write a list of texts, at least one, such as ["python3", "bot.py"]'),
        ("command = []", "1: command: is []; write a list of texts, at least one"),
        ('command = ["x", 1]', '1: command: is ["x", 1]; write a list of texts'),
        ('command = ["x"]\nbuild = [""]', '2: build: is [""]; write a list of texts'),
        ('language = ["c"]', '1: language: is ["c"]; write "c", '),
        ('language = "c"\nsource = 1', "2: source: is 1; write a list of texts"),
        ('language = "c"\nsuorce = "x"', "2: suorce: is not a key that is known here; did you mean source?"),
        ('name = "x"', "1: command: is missing; write for example"),
        ('command = ["a\\u0000b"]', '1: command: is ["a\\x00b"]; remove the character NUL'),
        ('command = ["x"]\nbuild = ["{out}", "\\u0000"]', "2: build: is "),
        ('command = ["x"]\nname = ""', '2: name: is ""; write a text of 1 to 64 characters on one line'),
        ('command = ["x"]\nname = " x"', '2: name: is " x"; leave out the spaces at its ends'),
        ('command = ["x"]\nname = "a\\nb"', "2: name: is "),
        (f'command = ["x"]\nname = "{"n" * 65}"', "2: name: is "),
        ('command = ["x"]\n\nversion = 3', "3: version: is 3; write a text"),
        ('command = ["x"', "1: syntax: Unclosed array at the end; the file must be TOML: key = value"),
    ],
)
def test_a_mistake_is_told(tmp_path: Path, text: str, mistake: str) -> None:
    with pytest.raises(UserError) as told:
        read(tmp_path, text, "bot.h")
    assert f"{tmp_path / 'bot.toml'}:{mistake}" in str(told.value)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    with pytest.raises(UserError) as told:
        read(tmp_path, 'verison = 1\nlanguage = "cobol"\nname = 7\ncommand = "x"\nentry = []\nbuild = ["make"]')
    said = [line.removeprefix(f"{tmp_path / 'bot.toml'}:").split(";")[0] for line in str(told.value).splitlines()]
    assert said == [
        "1: verison: is not a key that is known here",
        '2: language: is "cobol"',
        "3: name: is 7",
        '4: command: is "x"',
        "5: entry: is []",
        "6: build: does not name {out}",
    ]


def test_a_misspelt_command_is_not_missing_too(tmp_path: Path) -> None:
    with pytest.raises(UserError) as told:
        read(tmp_path, 'comand = ["x"]')
    assert "did you mean command?" in str(told.value)
    assert "missing" not in str(told.value)
