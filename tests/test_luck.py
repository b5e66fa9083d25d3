"""How lucky everybody was: of records, as a verb, and in the table of a tournament."""

import json
from pathlib import Path

import msgspec
import pytest

from arena import cli
from arena.errors import UserError
from arena.games import GAMES
from arena.luck import evaluator, luck, margin, strokes
from arena.record import Luck, Record, dump
from results.store import Store
from tests.playing import played
from tests.results.samples import META, row

Said = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def match() -> Record:
    return played("greedy", "greedy", "random", variants="ufo+exploration+missions", seed="luck")


@pytest.fixture
def path(match: Record, tmp_path: Path) -> str:
    (tmp_path / "match.rec").write_bytes(dump(match))
    return str(tmp_path / "match.rec")


def test_the_evaluator_has_a_version_and_an_unknown_game_has_none() -> None:
    assert (evaluator("mlem"), evaluator("chess")) == ("mlem-1", None)


def test_the_luck_of_a_match_is_the_sum_of_its_strokes(match: Record) -> None:
    found = list(strokes(match))
    assert luck(match) == pytest.approx([sum(stroke.luck[seat] for stroke in found) for seat in range(3)])
    assert any(abs(share) > 0.5 for share in luck(match))


def test_every_roll_is_a_stroke_and_stands_where_the_record_has_it(match: Record) -> None:
    rolls = [number for number, step in enumerate(match.steps, 1) if _is_roll(step)]
    assert [stroke.step for stroke in strokes(match)] == rolls


def _is_roll(step: object) -> bool:
    return isinstance(step, Luck) and msgspec.to_builtins(step.outcome)["luck"] == "roll"


def test_luck_needs_no_bot_and_is_always_the_same(match: Record) -> None:
    assert luck(match) == luck(match)


def test_another_evaluator_can_be_asked(match: Record) -> None:
    class Indifferent:
        version = "all the same"

        def worth(self, state: object) -> tuple[float, ...]:
            return (1.0, 1.0, 1.0)

        def alike(self, state: object) -> list[tuple[object, float]]:
            return [(outcome, float(chance)) for outcome, chance in GAMES["mlem"].outcomes(state) or ()]

    assert all(share == pytest.approx(0.0) for stroke in strokes(match, Indifferent()) for share in stroke.luck)


def test_a_margin_is_taken_from_the_mean_of_the_others() -> None:
    assert margin((10, 4, 6), 0) == 5.0
    assert sum(margin((10.0, 4.0, 6.5), seat) for seat in range(3)) == pytest.approx(0.0)


def test_the_verb_tells_points_luck_and_the_rolls_that_mattered(path: str, match: Record, capsys: Said) -> None:
    assert cli.main(["luck", path]) == 0
    said = capsys.readouterr().out
    assert "luck by mlem-1" in said
    assert said.count("rolls") == 6
    for points, share in zip(match.result.points, luck(match), strict=True):
        assert f"{points}" in said
        assert f"{share:+.1f}" in said


def test_the_verb_tells_programs_everything(path: str, match: Record, capsys: Said) -> None:
    assert cli.main(["luck", path, path, "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == second
    assert first["evaluator"] == "mlem-1"
    assert first["luck"] == pytest.approx(luck(match), abs=1e-4)
    assert first["less_luck"] == pytest.approx(
        [points - share for points, share in zip(match.result.points, luck(match), strict=True)], abs=1e-3
    )
    assert sum(first["margin_less_luck"]) == pytest.approx(0.0, abs=1e-3)
    assert len(first["strokes"]) == 3 * len(list(strokes(match)))


def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, capsys: Said) -> None:
    (tmp_path / "letter").write_text("Dear arena")
    assert cli.main(["luck", str(tmp_path / "letter")]) == 2
    assert "not a record" in capsys.readouterr().err
    assert cli.main(["luck", str(tmp_path / "nowhere")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_record_that_breaks_the_rules_has_no_luck(match: Record, tmp_path: Path, capsys: Said) -> None:
    false = msgspec.structs.replace(match.result, points=(99, 0, 0))
    (tmp_path / "false.rec").write_bytes(dump(msgspec.structs.replace(match, result=false)))
    assert cli.main(["luck", str(tmp_path / "false.rec")]) == 2
    assert "the points are" in capsys.readouterr().err


@pytest.fixture
def league(match: Record, tmp_path: Path) -> str:
    """A database of one real match."""
    one = row(0, match.fixture.bots, match.result.places, points=match.result.points)
    with Store.create(tmp_path / "league.db", META) as store:
        store.add(one, dump(match))
    return str(tmp_path / "league.db")


def test_standings_show_the_points_less_luck_beside_the_points(league: str, match: Record, capsys: Said) -> None:
    assert cli.main(["standings", league, "--luck", "--json"]) == 0
    table = {line["bot"]: line for line in json.loads(capsys.readouterr().out)}
    points, share = match.result.points[2], luck(match)[2]
    assert table["random"]["points"] == points
    assert table["random"]["less_luck"] == pytest.approx(points - share)
    assert table["random"]["evaluator"] == "mlem-1"


def test_standings_say_by_whom_luck_is_told_and_are_the_same_without(league: str, capsys: Said) -> None:
    assert cli.main(["standings", league]) == 0
    plain = capsys.readouterr().out
    assert cli.main(["standings", league, "--luck"]) == 0
    said = capsys.readouterr().out
    assert "less luck" not in plain
    assert "less luck: points on average, less what was luck by mlem-1." in said
    assert [line.split()[:4] for line in plain.splitlines()[2:4]] == [
        line.split()[:4] for line in said.splitlines()[2:4]
    ]


def test_luck_of_a_record_that_is_damaged_in_a_database_is_said(match: Record, tmp_path: Path) -> None:
    false = msgspec.structs.replace(match.result, points=(99, 0, 0))
    with Store.create(tmp_path / "false.db", META) as store:
        store.add(row(0, match.fixture.bots), dump(msgspec.structs.replace(match, result=false)))
    with pytest.raises(UserError, match="match 0"):
        cli.load("standings")([str(tmp_path / "false.db"), "--luck"])


def test_the_commands_of_the_document_can_be_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Said
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[1] / "docs/luck.md").read_text("utf-8")
    commands = [line.split()[1:] for line in text.splitlines() if line.startswith("arena ")]
    assert [command[0] for command in commands] == ["play", "luck", "standings"]
    for command in commands[:2]:  # the last one needs a tournament
        assert cli.main(command) == 0
    assert "luck by mlem-1" in capsys.readouterr().out
