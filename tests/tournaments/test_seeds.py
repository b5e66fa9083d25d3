"""Who guesses the seed of a tournament knows all its dice: guessing is dear, and short seeds are warned of."""

import hashlib
import time
from pathlib import Path

import pytest

from arena.cli import main
from arena.fixture import derive, seed_of
from arena.record import load
from results.store import Store
from tests.tournaments.runs import cup, play
from tournaments.commands import short_seed
from tournaments.config import read
from tournaments.seeds import commitment, master_seed

LONG = "0123456789abcdef"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def config_with(seed: str, *more: str) -> Path:
    path = cup("gauntlet", bots="fresh")
    path.write_text(path.read_text().replace('seed = "a seed"', "\n".join([f'seed = "{seed}"' if seed else "", *more])))
    return path


def test_dice_and_commitment_follow_from_the_stretched_seed_and_not_from_the_text() -> None:
    cup("gauntlet")
    play()
    stretched = hashlib.scrypt(b"a seed", salt=b"mlem-arena", n=32768, r=8, p=1, maxmem=1 << 26, dklen=32)
    with Store.read(Path("cup.db")) as store:
        dice = load(store.record(0)).fixture.seed
        assert dice == derive(stretched, "group/0")
        assert dice != derive(seed_of("a seed"), "group/0")
        assert store.meta.commitment == hashlib.sha256(stretched).hexdigest()
        assert store.meta.commitment != hashlib.sha256(b"a seed").hexdigest()


def test_a_guess_costs_ten_thousand_times_what_a_hash_costs() -> None:
    before = time.process_time()
    commitment("a guess")
    assert time.process_time() - before > 0.01


def test_who_asks_again_does_not_wait_again() -> None:
    master_seed("once")
    before = time.process_time()
    for _ in range(100):
        master_seed("once")
    assert time.process_time() - before < 0.01


@pytest.mark.parametrize(
    ("seed", "more", "warned"),
    [
        ("2026", ['isolation = "jail"'], True),
        (LONG[1:], ['isolation = "jail"'], True),
        (LONG, ['isolation = "jail"'], False),
        ("", ['isolation = "jail"'], False),
        ("2026", [], False),
    ],
)
def test_a_short_seed_is_warned_of_where_strangers_play(seed: str, more: list[str], warned: bool) -> None:
    assert bool(short_seed(read(config_with(seed, *more)))) is warned


def test_the_warning_is_told_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    config_with("2026", 'isolation = "jail"')
    monkeypatch.setattr("tournaments.commands.require", lambda manifests: None)
    monkeypatch.setattr("tournaments.commands.run", lambda runner, workers: False)
    assert main(["tournament", "cup.toml", "--quiet"]) == 130
    assert capsys.readouterr().err.startswith("cup.toml: the seed has 4 characters; who guesses it knows all dice")
