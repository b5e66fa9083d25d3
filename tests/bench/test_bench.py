"""The benchmarks run. What they measure is for `make bench`: a test that looks at the clock fails on a busy day."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def report() -> str:
    run = Path(__file__).with_name("run.py")
    done = subprocess.run(
        [sys.executable, run, "--quick"], capture_output=True, text=True, timeout=60, check=False, cwd=run.parents[2]
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_every_variant_is_measured_at_every_number_of_seats(report: str) -> None:
    rows = [line.split()[:2] for line in report.splitlines()]
    assert all(["ufo+exploration+missions", str(seats)] in rows for seats in range(2, 6))


def test_the_aims_are_judged(report: str) -> None:
    assert "Aim: 500 random games of the base game with 4 seats a second. " in report


def test_the_cost_of_a_decision_is_told_by_thirds_of_a_game(report: str) -> None:
    assert "first third" in report


def test_a_missing_open_spiel_is_said(report: str) -> None:
    assert ("OpenSpiel backgammon" in report) != ("OpenSpiel is not installed" in report)
