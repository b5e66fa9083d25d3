"""`arena new-tournament`: a config to start from, which can be played as it is."""

import re
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.games import GAMES
from arena.manifest import house_bots
from tests.tournaments.cups import SEED
from tournaments.config import ROOT, read
from tournaments.formats import FORMATS
from tournaments.new import REPEATABLE, new_tournament, text

TEXT = text("0123456789abcdef0123456789abcdef")
SHIPPED = Path(__file__).parents[2] / "arena/games/mlem/reconstructed.toml"


def test_it_reads_without_mistakes_and_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my cup.toml"
    assert new_tournament([str(file)]) == 0
    assert f"arena tournament '{file}'" in capsys.readouterr().out
    config = read(file)
    assert config.seats == tuple(GAMES["mlem"].seats)
    assert len(config.variants) == len(GAMES["mlem"].every)
    assert {entrant.bot.split()[0] for entrant in config.entrants} == set(house_bots())
    assert {entrant.bot for entrant in config.entrants} >= set(REPEATABLE.values())
    assert config.pairings(SEED, [])


def test_the_seed_that_is_shown_is_a_new_one_every_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = set()
    for name in ("a.toml", "b.toml"):
        new_tournament([str(tmp_path / name)])
        shown |= set(re.findall(r'# seed = "([0-9a-f]{32})"', (tmp_path / name).read_text()))
        assert read(tmp_path / name).seed is None
    assert len(shown) == 2


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text("mine")
    with pytest.raises(UserError, match="is there already; nothing was written"):
        new_tournament([str(file)])
    assert file.read_text() == "mine"


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written: No such file or directory"):
        new_tournament([str(tmp_path / "no" / "cup.toml")])


def test_every_key_and_every_format_is_explained() -> None:
    for key in [*ROOT, *FORMATS, *(option.key for info in FORMATS.values() for option in info.options)]:
        assert re.search(rf"(?m)^(# )?(\[+)?{key}\b|^#   {key} ", TEXT), key


@pytest.mark.parametrize("line", [line for line in TEXT.splitlines() if re.match(r"# \w+ = ", line)])
def test_what_is_commented_out_is_right(tmp_path: Path, line: str) -> None:
    lines = TEXT.splitlines()
    number = lines.index(line)
    header = next((above for above in lines[number::-1] if re.match(r"# \[|[^#]", above)), "")
    lines[number] = line.removeprefix("# ")
    if header.startswith("# ["):
        lines[lines.index(header)] = header.removeprefix("# ")
    name = header[3:].split("]")[0]
    new = "\n".join(lines)
    if name in FORMATS:
        new = new.replace('format = "round-robin"', f'format = "{name}"').replace("[2, 3, 4, 5]", "[2]")
    if "board" in line:
        (tmp_path / "mat.toml").write_text(SHIPPED.read_text("utf-8"))
    file = tmp_path / "cup.toml"
    file.write_text(new)
    assert read(file).names
