"""What the bots used, added up by hand."""

import json
from pathlib import Path

import pytest

from arena.clock import Use
from results import commands
from results.resources import Total, totals
from results.store import Store
from tests.results.samples import META, record, row

QUICK = Use(decisions=4, wall=4_000, cpu=2_000, wait=1_000, slowest=1_500, idle=0, memory=8 << 20, log=2048)
SLOW = Use(decisions=1, wall=9_000, cpu=8_000, wait=0, slowest=9_000, idle=3_000_000, memory=64 << 20, log=0)


def test_every_seat_counts_for_its_bot() -> None:
    found = totals([(row(0, ["a", "b"]), [QUICK, SLOW]), (row(1, ["b", "b", "a"]), [SLOW, QUICK, QUICK])])
    assert found["a"] == Total(2, 8, 8_000, 4_000, 2_000, 1_500, 0, 8 << 20, 4096)
    assert found["b"] == Total(3, 6, 22_000, 18_000, 1_000, 9_000, 6_000_000, 64 << 20, 2048)


def test_standings_show_means_and_the_most(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "league.db"
    with Store.create(path, META) as store:
        store.add(row(0, ["a", "b"]), record(row(0, ["a", "b"]), uses=[QUICK, SLOW]))
        store.add(row(1, ["b", "a"]), record(row(1, ["b", "a"]), uses=[SLOW, QUICK]))
        store.add(row(2, ["a", "b"], void="the disk was full"), b"")
    assert commands.standings([str(path), "--resources", "--json"]) == 0
    slow, quick = json.loads(capsys.readouterr().out)
    assert (slow["bot"], slow["matches"], slow["cpu_ms"], slow["idle_cpu_s"]) == ("b", 2, 8.0, 3.0)
    assert (quick["bot"], quick["wall_ms"], quick["memory_mib"], quick["log_kib"]) == ("a", 1.0, 8.0, 2.0)
    assert commands.standings([str(path), "--resources"]) == 0
    assert "memory: the most ever" in capsys.readouterr().out


def test_a_record_without_them_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "league.db"
    with Store.create(path, META) as store:
        store.add(row(0, ["a", "b"]), record(row(0, ["a", "b"])))
    assert commands.standings([str(path), "--resources", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
