"""`arena audit` of a database notices whatever was removed, voided or changed."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from arena.cli import main
from tests.tournaments.runs import cup, play
from tournaments.config import read
from tournaments.reread import reread

SHIPPED = Path(__file__).parents[2] / "arena/games/mlem/reconstructed.toml"
Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module", params=["round-robin", "swiss"])
def over(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a tournament that is over."""
    folder = tmp_path_factory.mktemp("over")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        cup(request.param, rounds=2)
        play()
    return folder / "cup.db"


def changed(over: Path, *statements: str) -> None:
    """A copy of the database in which something was done."""
    shutil.copy(over, "cup.db")
    with closing(sqlite3.connect("cup.db")) as database, database:
        for statement in statements:
            database.execute(statement)


def test_a_tournament_in_order_is_said_to_be_so_with_the_commitment_to_compare(over: Path, capsys: Said) -> None:
    changed(over)
    assert main(["audit", "cup.db"]) == 0
    assert "matches in order. The commitment to the seed is " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("statements", "finding"),
    [
        (["DELETE FROM fixture WHERE number IN (0, 4)", "DELETE FROM record WHERE number IN (0, 4)"], "no match 0"),
        (["DELETE FROM fixture WHERE number = (SELECT max(number) FROM fixture)"], "but no match"),
        (["UPDATE meta SET value = 'another' WHERE key = 'seed'"], "its seed is not the one that was promised"),
        (["UPDATE meta SET value = '0123' WHERE key = 'commitment'"], "its seed is not the one that was promised"),
        (["UPDATE meta SET value = 'nonsense' WHERE key = 'config'"], "its config cannot be read"),
        (["UPDATE meta SET value = '' WHERE key = 'found'"], "its config cannot be read"),
        (["UPDATE meta SET value = replace(value, 'rounds = 2', 'rounds = 3') WHERE key = 'config'"], "begun with"),
        (
            ["UPDATE meta SET value = 'Other cup' WHERE key = 'name'"],
            "its config is not the one that it was begun with",
        ),
        (["UPDATE fixture SET dice_group = 77 WHERE number = 1"], "match 1: group: the row says 77, the schedule 1"),
        (["UPDATE fixture SET round = 9 WHERE number = 2"], "match 2: round: the row says 9, the schedule 1"),
        (["UPDATE fixture SET void = 'no luck' WHERE number = 1"], "match 1: it is void, and still has a result"),
        (
            [
                "UPDATE fixture SET number = 99 WHERE number = (SELECT max(number) FROM fixture)",
                "UPDATE record SET number = 99 WHERE number = (SELECT max(number) FROM record)",
            ],
            "not in the schedule that follows from config, seed and results: match 99",
        ),
    ],
)
def test_whatever_was_removed_or_changed_is_found(
    over: Path, statements: list[str], finding: str, capsys: Said
) -> None:
    changed(over, *statements)
    assert main(["audit", "cup.db"]) == 1
    assert finding in capsys.readouterr().out


def test_a_match_that_was_voided_is_told(over: Path, capsys: Said) -> None:
    void = "void = 'no memory', places = '[]', points = '[]', ended = '[]', faults = '[]'"
    last = "number = (SELECT max(number) FROM fixture)"
    changed(over, f"DELETE FROM record WHERE {last}", f"UPDATE fixture SET {void} WHERE {last}")
    assert main(["audit", "cup.db"]) == 0
    said = capsys.readouterr().out
    assert "is void, it counts for nobody: no memory" in said
    assert "; 1 void." in said


def test_dice_that_do_not_follow_from_the_seed_are_found(over: Path, capsys: Said) -> None:
    path = cup("round-robin", rounds=2)
    path.write_text(path.read_text().replace("a seed", "another seed"))
    play("other.db")
    changed(over, "DELETE FROM fixture", "DELETE FROM record")
    with closing(sqlite3.connect("cup.db")) as database, database:
        database.execute("ATTACH 'other.db' AS other")
        for table in ("fixture", "record"):
            database.execute(f"INSERT INTO {table} SELECT * FROM other.{table}")
    assert main(["audit", "cup.db"]) == 1
    assert "match 0: its dice do not follow from the seed and its group" in capsys.readouterr().out


def test_a_tournament_that_is_not_over_is_in_order_and_said_to_have_more_to_play(over: Path, capsys: Said) -> None:
    untold = ["UPDATE meta SET value = 'a seed' WHERE key = 'secret'", "UPDATE meta SET value = '' WHERE key = 'seed'"]
    unplayed = [f"DELETE FROM {table} WHERE number = 1 OR number > 2" for table in ("record", "fixture")]
    changed(over, *untold, *unplayed)
    assert main(["audit", "cup.db"]) == 0
    said = capsys.readouterr().out
    assert "2 of " in said
    assert " matches are there, in order; still to be played before the last: 1." in said


def test_a_comparison_is_audited_too(capsys: Said) -> None:
    flags = ["--seats", "2", "--variants", "base", "--field", "random", "--in-process", "--quiet", "--groups", "3"]
    assert main(["compare", "greedy", "random", *flags, "--seed", "s", "--db", "kept.db"]) == 0
    assert main(["audit", "kept.db"]) == 0
    assert "6 matches in order. The commitment" in capsys.readouterr().out
    changed(Path("kept.db"), *(f"DELETE FROM {table} WHERE number = 2" for table in ("record", "fixture")))
    assert main(["audit", "cup.db"]) == 1
    assert "there is no match 2" in capsys.readouterr().out


def test_a_config_is_read_again_where_its_bots_and_its_mat_are_gone() -> None:
    Path("mine").mkdir()
    Path("mine/bot.toml").write_text('name = "own-name"\nversion = "7"\ncommand = ["python3", "bot.py"]\n')
    Path("mat.toml").write_text(SHIPPED.read_text("utf-8"))
    path = cup(bots="fresh")
    path.write_text('board = "mat.toml"\n' + path.read_text() + '\n[[entrant]]\nbot = "mine"\n')
    config = read(path)
    found = msgspec.json.encode(config.found).decode()
    shutil.rmtree("mine")
    Path("mat.toml").unlink()
    again = reread(path.read_text(), found, Path("cup.db"))
    assert again.names[-1] == "own-name"
    assert again.board == config.board
    assert again.digest == config.digest
