"""What a comparison knows its bots by."""

import shutil
from pathlib import Path

import pytest

from arena.manifest import find
from tournaments.verdicts import fingerprint as module
from tournaments.verdicts.fingerprint import fingerprint


def test_a_house_bot_with_arguments_is_known_by_its_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ("search", "search --work 5", "search --work 6")
    before = [fingerprint(bot, find(bot)) for bot in bots]
    assert len(set(before)) == len(bots)
    house = Path(shutil.copytree(module._house(), tmp_path / "bots"))
    monkeypatch.setattr(module, "_house", lambda: house)
    assert [fingerprint(bot, find(bot)) for bot in bots] == before
    with (house / "search.py").open("a") as file:
        file.write("# changed\n")
    assert not set(before) & {fingerprint(bot, find(bot)) for bot in bots}
