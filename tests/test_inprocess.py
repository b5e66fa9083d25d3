"""Trusted bots inside our own process: the same records as by processes, also of bots that fail."""

from pathlib import Path

import pytest

from arena.fixture import Fixture, seed_of
from arena.manifest import find, read_folder
from arena.record import Record, core
from arena.referee import Bots, open_referee

BOT = """
import sys

class Bot:
    def __init__(self, start):
        self.turns = 0
        if {when} == 0:
            {how}

    def choose(self, ask):
        self.turns += 1
        if self.turns == {when}:
            {how}
        return ask["legal"][0]

    def over(self, over):
        raise SystemExit("nobody minds any more")

if __name__ == "__main__":
    from arena.sdk import run
    run(Bot)
"""


@pytest.mark.parametrize("when", [0, 3])
@pytest.mark.parametrize(
    "how", ["raise ValueError('I am lost')", "sys.exit()", "sys.exit(300)", "sys.exit('enough')", "raise SystemExit(4)"]
)
async def test_a_bot_that_ends_has_ended_the_same_way_in_and_out_of_our_process(
    how: str, when: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(BOT.format(how=how, when=when))
    (tmp_path / "bot.toml").write_text('name = "x"\ncommand = ["python3", "bot.py"]\nentry = "bot.py:Bot"\n')
    outside, inside = [await played(way, tmp_path) for way in (Bots.FRESH, Bots.IN_PROCESS)]
    assert outside.result.ended == ("exited", "played")
    if when:
        assert core(inside) == core(outside)
    else:  # the process is found dead when it is first asked, and not when it is told of the match
        assert inside.result == outside.result
    log = capsys.readouterr().err
    assert ("I am lost" in log, "enough" in log) == ("lost" in how, "enough" in how)


async def played(way: Bots, folder: Path) -> Record:
    fixture = Fixture(match="m", game="mlem", options="base", bots=("x", "random"), seed=seed_of("1"))
    async with open_referee(way) as referee:
        return (await referee.play(fixture, [read_folder(folder), find("random")])).record
