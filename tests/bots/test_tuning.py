"""The planner's weights are data, and the program that made them can be run again."""

import json
from pathlib import Path

import msgspec
import pytest

from arena.games.mlem import MLEM
from bots import _tune, _worth
from bots.greedy import Greedy
from bots.planner import Planner

WEIGHTS = Path(_worth.__file__).with_name("planner_weights.json")


def test_the_weights_are_complete_and_none_is_unknown() -> None:
    assert list(json.loads(WEIGHTS.read_text("utf-8"))) == list(_worth.Weights.__struct_fields__)


def test_every_weight_has_a_start_and_a_size() -> None:
    assert set(_tune.START) == set(_tune.SIZES) == set(_worth.Weights.__struct_fields__)


def test_a_match_with_the_same_seed_ends_the_same() -> None:
    first, again = (_tune.match(_worth.tuned(), Greedy, 0, "base", 2, "seed") for _ in range(2))
    assert first == again


@pytest.mark.proof
def test_a_climb_is_the_same_however_many_processes_there_are() -> None:
    point = msgspec.structs.asdict(_worth.tuned())
    one, two = (_tune.climb(point, rounds=1, pairs=2, opponent="bold", seed=3, jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert one != point


@pytest.mark.proof
def test_the_planner_wins_more_than_its_share_against_greedy() -> None:
    wins = 0.0
    for number in range(100):
        points = _tune.match(_worth.tuned(), Greedy, number % 4, "base", 4, f"proof/{number}")
        wins += (points[number % 4] == max(points)) / points.count(max(points))
    print(f"planner against three greedy: {wins:.0f} of 100 (one of four equals would win 25)")
    assert wins > 32


def test_the_planner_is_made_from_the_start_message() -> None:
    start = {"game": "mlem", "options": {}, "seat": 1, "seats": 3, "seed": 0}
    start["tables"] = msgspec.to_builtins(MLEM.tables())
    assert Planner(start).player.board == MLEM.tables()
