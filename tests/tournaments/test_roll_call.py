"""Nothing is played until every bot has said ready once."""

from contextlib import chdir
from pathlib import Path

import pytest

from arena.cli import main
from results.store import Store
from tests.tournaments.runs import cup, play, stored

LATER = """
from arena.sdk import run

def choose(ask):
    raise SystemExit(3)

run(choose, name="later")
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cup_with(bot: str, bots: str = "fresh", more: str = "") -> None:
    """A cup in which one bot is another."""
    path = cup("gauntlet", bots=bots)
    text = path.read_text().replace('bot = "random"\nname = "third"', f'bot = "{bot}"\nname = "third"')
    path.write_text(text.replace("rounds = 1", f"rounds = 1\n{more}"))


@pytest.mark.parametrize("bots", ["fresh", "fork", "reuse"])
def test_a_bot_that_is_not_there_is_told_before_anything_is_played(
    bots: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cup_with("python3 notthere.py", bots)
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    said = capsys.readouterr()
    assert "arena: nothing was played: of 4 bots, 1 cannot be started" in said.err
    assert "third: it ended with exit status 2" in said.err
    assert "notthere.py': [Errno 2] No such file or directory" in said.err
    assert "to look closer: arena check 'python3 notthere.py'" in said.err
    assert said.out == ""
    assert stored("cup.db") == 0


def test_when_the_bot_is_put_right_the_tournament_begins(capsys: pytest.CaptureFixture[str]) -> None:
    cup_with("python3 notthere.py")
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    cup_with("bold")
    play()
    capsys.readouterr()


def test_a_bot_that_fails_later_plays(capsys: pytest.CaptureFixture[str]) -> None:
    Path("later.py").write_text(LATER)
    cup_with("python3 later.py")
    play()
    with Store.read(Path("cup.db")) as store:
        assert "exited" in {ended for row in store.rows() for ended in row.ended}
    capsys.readouterr()


def test_a_bot_that_never_says_ready_costs_no_more_than_the_time_to_start(capsys: pytest.CaptureFixture[str]) -> None:
    cup_with("sleep 60")
    with Path("cup.toml").open("a") as file:
        file.write("\n[budget]\nstart = 0.5\n")
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    assert "third: it did not say ready within 0.5 seconds" in capsys.readouterr().err


def test_whoever_goes_on_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.py").write_text(LATER)
    cup_with("python3 mine.py")
    play()
    with Store.open(Path("cup.db")) as store:
        store._connection.execute("DELETE FROM record WHERE number = 1")
        store._connection.execute("DELETE FROM fixture WHERE number = 1")
    Path("mine.py").write_text("raise ValueError('broken since')")
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    assert "broken since" in capsys.readouterr().err


def test_inside_the_arena_a_bot_that_cannot_be_loaded_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    Path("mine/bot.toml").write_text('name = "mine"\ncommand = ["python3", "bot.py"]\nentry = "bot.py:BOT"\n')
    Path("mine/bot.py").write_text("import nowhere_at_all\n")
    cup_with("mine", "in-process")
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    assert "mine/bot.py:1: ModuleNotFoundError: No module named 'nowhere_at_all'" in capsys.readouterr().err


def test_the_way_to_look_closer_works_from_another_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cup_with("python3 notthere.py", more='isolation = "none"')
    Path("elsewhere").mkdir()
    with chdir("elsewhere"):
        assert main(["tournament", f"{tmp_path}/cup.toml", "--quiet"]) == 2
    said = capsys.readouterr().err
    assert f"to look closer: cd {tmp_path} && arena check 'python3 notthere.py' --isolation none" in said


def test_a_comparison_needs_both_bots(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--seats", "2", "--variants", "base", "--field", "random", "--quiet", "--groups", "2", "--db", "kept.db"]
    assert main(["compare", "python3 notthere.py", "random", *flags]) == 2
    assert "(new): it ended with exit status 2" in capsys.readouterr().err
    Path("notthere.py").write_text(LATER)
    assert main(["compare", "python3 notthere.py", "random", *flags]) == 0
    capsys.readouterr()


def test_bots_start_side_by_side() -> None:
    wait = "import sys, time\nfrom pathlib import Path\nPath(f'here-{sys.argv[1]}').touch()\n"
    wait += "while len(list(Path().glob('here-*'))) < 4:\n    time.sleep(0.01)\n"
    Path("waits.py").write_text(wait + LATER)  # until all the others are there
    text = cup("gauntlet", bots="fresh").read_text().partition("[[entrant]]")[0]
    entrants = [f'[[entrant]]\nbot = "python3 waits.py {n}"\nname = "waits-{n}"\n' for n in range(4)]
    Path("cup.toml").write_text(text + "".join(entrants))
    play(workers=1)
