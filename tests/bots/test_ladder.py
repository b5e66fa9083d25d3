"""The ladder can be measured. How strong the bots are is for `make ladder`: a test of luck fails on an unlucky day."""

import subprocess
import sys
from pathlib import Path

LADDER = Path(__file__).parents[1] / "bench" / "ladder.py"
MORE_TIME = LADDER.with_name("more_time.py")


def test_a_quick_ladder_has_a_line_for_every_setting() -> None:
    done = subprocess.run(
        [sys.executable, LADDER, "--quick", "--step", "cautious", "--step", "bold", "--jobs", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split()[:4] for line in done.stdout.splitlines()]
    for bot in ("cautious", "bold"):
        for seats in ("2", "4"):
            for game in ("base", "ufo+exploration+missions"):
                assert [bot, "random", seats, game] in rows


def test_other_groups_of_one_setting_can_be_measured() -> None:
    done = subprocess.run(
        [sys.executable, LADDER, "--quick", "--step", "bold", "--jobs", "1", "--first", "70", "--setting", "2/base"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Groups 70 to 73" in done.stdout
    assert [line.split()[:4] for line in done.stdout.splitlines() if line.startswith("bold")] == [
        ["bold", "random", "2", "base"]
    ]


def test_what_time_is_worth_can_be_measured() -> None:
    done = subprocess.run(
        [sys.executable, MORE_TIME, "--quick", "--guide", "blind", "--table", "random", "--work", "0,2", "--jobs", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[0] for row in rows if row and row[0] in ("0", "2", "than")] == ["0", "2", "than"]
    assert ["Faults:", "0"] in rows
