"""Tournaments as a user runs them: real workers, real bots."""

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from arena.cli import main
from results.store import Store
from tests.tournaments.runs import content, cup, play, stored
from tournaments.config import Config, read
from tournaments.progress import Leaders, Progress
from tournaments.worker import command

FAILING = """
import os, sys
from arena.referee import Bots, Referee
from tournaments.worker import main

Referee.play = lambda *_, **__: os._exit(3)
main(int(sys.argv[1]), int(sys.argv[2]), Bots(sys.argv[3]))
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a small tournament that is over; its bots were inside the arena's process."""
    folder = tmp_path_factory.mktemp("finished")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        cup("gauntlet")
        play()
    return folder / "cup.db"


def test_a_tournament_ends_with_its_standings(capsys: pytest.CaptureFixture[str]) -> None:
    cup("gauntlet")
    assert main(["tournament", "cup.toml"]) == 0
    said = capsys.readouterr()
    first, *_, last = said.err.splitlines()
    assert "the hash of the seed is" in first
    assert last == "everything is in cup.db; the seed was 'a seed'"
    assert "greedy" in said.out
    assert "rank" in said.out


@pytest.mark.parametrize("format", ["round-robin", "gauntlet", "swiss", "knockout", "ladder"])
def test_every_format_is_played_to_its_end_and_audits_clean(format: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = cup(format)
    if format == "knockout":
        path.write_text(path.read_text().replace("seats = [2, 3]", "seats = [2]"))
    play()
    assert main(["audit", "cup.db"]) == 0
    capsys.readouterr()


def test_one_worker_and_eight_give_the_same_tournament() -> None:
    cup("swiss", rounds=2)
    for workers in (1, 8):
        play(f"{workers}.db", workers)
    assert content("1.db") == content("8.db")


@pytest.mark.parametrize("bots", ["fresh", "fork", "reuse"])
def test_however_the_bots_come_the_results_are_the_same(bots: str, finished: Path) -> None:
    cup("gauntlet", bots=bots)
    play()
    assert content("cup.db")[1:] == content(str(finished))[1:]


def test_a_match_that_the_arena_cannot_play_is_tried_again_and_then_void(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, finished: Path
) -> None:
    cup("gauntlet")
    failing = [sys.executable, "-P", "-c", FAILING]
    monkeypatch.setattr("tournaments.pool.command", lambda core, bots: [*failing, *command(core, bots)[4:]])
    assert main(["tournament", "cup.toml", "--workers", "1"]) == 1  # nothing counts
    said = capsys.readouterr()
    assert "the arena failed, played again: a worker ended with status 3" in said.err
    assert "4 of 4 matches are void, the arena failed to play them; the same command tries 4 of them again" in said.err
    assert "the seed is told when the void matches are played" in said.err
    assert "the seed was" not in said.err
    with Store.read(Path("cup.db")) as store:
        assert all(row.void for row in store.rows())
        assert store.meta.seed == ""
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert main(["tournament", "cup.toml", "--workers", "1"]) == 0
    assert "played again, because the arena failed before: 4 matches" in capsys.readouterr().err
    assert content("cup.db") == content(str(finished))


def test_a_knockout_and_a_swiss_say_who_came_where_by_their_own_rules(capsys: pytest.CaptureFixture[str]) -> None:
    for format, why in (("knockout", "final"), ("swiss", "%")):
        path = cup(format)
        path.write_text(path.read_text().replace("seats = [2, 3]", "seats = [2]"))
        assert main(["tournament", "cup.toml", "--db", f"{format}.db", "--quiet"]) == 0
        _, places = capsys.readouterr().out.split(f"Places by the rules of a {format}:\n")
        first, *others = [line.split() for line in places.splitlines() if line.strip()[:1].isdigit()]
        assert first[:2] == ["1", "greedy"]
        assert first[2].endswith(why)
        assert len(others) == 3


def test_how_much_is_to_be_played_is_known_from_the_first_match_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    totals = set[int]()
    monkeypatch.setattr(Progress, "scheduled", lambda self, total, played: totals.add(total))
    path = cup("swiss", rounds=3)
    path.write_text(path.read_text().replace("seats = [2, 3]", "seats = [2]"))
    play()
    assert totals == {stored("cup.db")} == {12}


def test_more_rounds_than_were_asked_for_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    path = cup("round-robin")
    text = path.read_text().replace("seats = [2, 3]", "seats = [2]").partition('[[entrant]]\nbot = "random"\n\n')
    path.write_text((text[0] + text[2]).replace("rounds = 1\n", ""))
    assert main(["tournament", "cup.toml"]) == 0
    first, second, *_ = capsys.readouterr().err.splitlines()
    assert "(round-robin, 2 rounds): the hash of the seed is" in first
    assert second.startswith("so many, for everybody to have every variant equally often")


def test_a_search_that_takes_long_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(path: Path) -> Config:
        time.sleep(0.2)
        return read(path)

    monkeypatch.setattr("tournaments.commands.LONG_WAIT", 0.0)
    monkeypatch.setattr("tournaments.commands.read", slowly)
    cup("gauntlet")
    assert main(["tournament", "cup.toml"]) == 0
    assert capsys.readouterr().err.startswith("looking for a schedule")


def test_a_database_may_be_called_like_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    cup("gauntlet").rename("-cup.toml")
    assert main(["tournament", "--quiet", "--", "-cup.toml"]) == 0
    assert "Small cup: 4 matches" in capsys.readouterr().out


def test_a_tournament_that_is_over_starts_no_worker(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cup("gauntlet")
    shutil.copy(finished, "cup.db")
    monkeypatch.setattr("tournaments.pool.command", lambda core, bots: pytest.fail("a worker was started"))
    play()


def test_whoever_goes_on_is_shown_who_led_before(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cup("gauntlet")
    shutil.copy(finished, "cup.db")
    leading: list[str] = []

    def progress(tail: Leaders, **_: bool) -> Progress:
        leading.append(str(tail))
        return Progress(quiet=True)

    monkeypatch.setattr("tournaments.commands.Progress", progress)
    play()
    assert leading[0].startswith("leading: greedy 100%")


def test_a_tournament_goes_on_only_with_the_config_that_it_began_with(
    finished: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(finished, "cup.db")
    cup("gauntlet", rounds=2)
    assert main(["tournament", "cup.toml", "--quiet"]) == 2
    assert "another config" in capsys.readouterr().err


def test_a_seed_that_was_drawn_is_kept_for_going_on(capsys: pytest.CaptureFixture[str]) -> None:
    path = cup("gauntlet")
    path.write_text(path.read_text().replace('seed = "a seed"', ""))
    assert main(["tournament", "cup.toml"]) == 0
    first = capsys.readouterr().err.splitlines()
    assert main(["tournament", "cup.toml"]) == 0
    again = capsys.readouterr().err.splitlines()
    assert (first[0], first[-1]) == (again[0], again[-1])


def test_two_runs_on_one_database_are_one_too_many(finished: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cup("gauntlet")
    shutil.copy(finished, "cup.db")
    with Store.open(Path("cup.db")):
        assert main(["tournament", "cup.toml", "--quiet"]) == 2
    assert f"another run is writing to it (process {os.getpid()})" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("greedy", "greddy"), "greddy"),
        (('format = "round-robin"', 'format = "round"'), "round"),
        (("seats = [2, 3]", "seats = [2, 9]"), "9"),
    ],
)
def test_mistakes_in_the_config_are_said_with_their_lines(
    change: tuple[str, str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = cup()
    path.write_text(path.read_text().replace(*change))
    assert main(["tournament", "cup.toml"]) == 2
    said = capsys.readouterr().err
    assert message in said
    assert "cup.toml:" in said
    assert not Path("cup.db").exists()
