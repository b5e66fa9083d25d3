"""The program that finds the weights of luck can be run again, and finds what is there."""

import json
from pathlib import Path
from random import Random

import pytest

from arena.luck import margin
from tests.bench.luck import Sample, Task, apart_lines, mean_lines, play, report, solved, write

APART, MEAN = (0.8, -0.5), (2.0, 0.3)


def sample(random: Random, number: int) -> Sample:
    """A match of three whose points are luck by known weights, rounded."""
    lucks = [[random.gauss(0, 30), random.gauss(0, 30)] for _ in range(3)]
    middle = [sum(column) / 3 for column in zip(*lucks, strict=True)]
    points = [
        40
        + sum(weight * (x - m) for weight, x, m in zip(APART, row, middle, strict=True))
        + sum(weight * m for weight, m in zip(MEAN, middle, strict=True))
        for row in lucks
    ]
    return Sample(Task(("greedy",), 3, "base", number), tuple(map(round, points)), lucks)


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    random = Random(1)
    return [sample(random, number) for number in range(200)]


def test_the_weights_behind_the_points_are_found(samples: list[Sample]) -> None:
    assert solved(apart_lines(samples)) == pytest.approx(APART, abs=0.02)
    assert solved(mean_lines(samples)) == pytest.approx(MEAN, abs=0.05)


def test_lines_are_margins_less_what_such_bots_have(samples: list[Sample]) -> None:
    lines, first = apart_lines(samples), samples[0]
    mean = sum(margin(one.points, seat) for one in samples for seat in range(3)) / len(lines)
    assert lines[0].target == pytest.approx(margin(first.points, 0) - mean)
    assert sum(line.target for line in lines) == pytest.approx(0.0, abs=1e-6)


def test_a_match_is_always_the_same_and_its_weights_can_be_written(tmp_path: Path) -> None:
    order = (Task(("random",), 2, "base", 0), "seed")
    one = play(order)
    assert one == play(order)
    write([one, play((Task(("random",), 2, "base", 1), "other"))], tmp_path / "worth.json")
    found = json.loads((tmp_path / "worth.json").read_text("utf-8"))
    assert len(found["apart"]) == len(found["mean"]) == len(found["features"]) == len(one.lucks[0])


def test_what_is_left_is_told_for_every_table() -> None:
    some = [play((Task(("random",), 2, "base", number), f"{number}")) for number in range(2)]
    assert [line.split()[:3] for line in report(some)][1:] == [["random", "2", "base"]]
