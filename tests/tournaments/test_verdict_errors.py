"""How often a verdict is wrong, measured on real matches: equal bots that play differently."""

import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

import pytest
import trio

from arena.fixture import seed_of
from arena.manifest import read_folder
from arena.referee import Bots, Referee, open_referee
from results.verdicts.estimates import estimate
from tournaments.plan import fixture, schedule
from tournaments.verdicts.asking import Asked, comparison
from tournaments.verdicts.comparison import Comparison
from tournaments.verdicts.rules import Answer, Rule

COMPARISONS, GROUPS, MARGIN = 200, 24, 0.4
PROMISED = 0.05
SALTED = """
from random import Random
class Bot:
    def __init__(self, start):
        self.random = Random(start["seed"] ^ {salt})
    def choose(self, ask):
        return self.random.choice(ask["legal"])
"""


def salted(folder: Path, salt: int) -> str:
    """The random bot with luck of its own: as strong as every other, and never the same."""
    folder.mkdir()
    (folder / "bot.py").write_text(SALTED.format(salt=salt))
    (folder / "bot.toml").write_text(
        f'name = "salt-{salt}"\ncommand = ["{sys.executable}", "bot.py"]\nentry = "bot.py:Bot"\n'
    )
    assert read_folder(folder).entry
    return str(folder)


async def scores(plan: Comparison, seed: bytes, referee: Referee) -> list[float]:
    """The scores of all groups of a comparison, played inside this process."""
    shares = []
    for number, pairing in enumerate(schedule(plan, seed, [])):
        match = fixture(plan, seed, number, pairing)
        played = await referee.play(match, [plan.manifest(name) for name in match.bots])
        places = played.record.result.places
        seat = pairing.entrants.index(plan.names[number % 2])
        shares.append(1 / places.count(1) if places[seat] == 1 else 0.0)
    return [new - old for new, old in zip(shares[::2], shares[1::2], strict=True)]


async def false_alarms(plan: Comparison, many: int) -> tuple[int, int, int, int]:
    """In how many comparisons of equal bots the interval leaves parity out, and what the rules say wrongly."""
    missed, answers = 0, []
    async with open_referee(Bots.IN_PROCESS) as referee:
        for number in range(many):
            found = await scores(plan, seed_of(f"equal bots {number}"), referee)
            interval = estimate(found)
            missed += not interval.low <= 0.0 <= interval.high
            answers.append([_answer(found, anytime=anytime) for anytime in (False, True)])
    gsprt, betting = ([one[rule] for one in answers] for rule in (0, 1))
    return missed, gsprt.count(Answer.NO), betting.count(Answer.NO), gsprt.count(Answer.UNDECIDED)


def _answer(found: Sequence[float], *, anytime: bool) -> Answer:
    return Rule(margin=MARGIN, anytime=anytime).trial().see(found)


def at_most(many: int) -> float:
    """What sampling may make of the promised share: three standard errors more."""
    return many * PROMISED + 3 * sqrt(many * PROMISED * (1 - PROMISED))


def plan_in(folder: Path) -> Comparison:
    new, old = salted(folder / "new", 1), salted(folder / "old", 2)
    asked = Asked(
        new=new, old=old, groups=GROUPS, field="random", seats="2,3", variants="base,ufo", bots=Bots.IN_PROCESS
    )
    return comparison(asked)


@pytest.mark.proof
def test_equal_bots_are_called_weaker_as_rarely_as_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missed, weaker, betting, undecided = trio.run(false_alarms, plan_in(tmp_path), COMPARISONS)
    with capsys.disabled():
        print(
            f"\n{COMPARISONS} comparisons of equal bots, {GROUPS} groups each: the 95 % interval leaves parity out in "
            f"{missed}; GSPRT says weaker in {weaker}, nothing in {undecided}; betting says weaker in {betting}"
        )
    assert missed <= at_most(COMPARISONS)
    assert weaker <= at_most(COMPARISONS)
    assert betting <= at_most(COMPARISONS)


def test_equal_bots_differ_from_group_to_group_and_not_on_the_whole(tmp_path: Path) -> None:
    async def played() -> list[float]:
        async with open_referee(Bots.IN_PROCESS) as referee:
            return await scores(plan_in(tmp_path), seed_of("equal bots"), referee)

    found = trio.run(played)
    assert len(found) == GROUPS
    assert len(set(found)) > 1
    interval = estimate(found, 0.999)
    assert interval.low <= 0.0 <= interval.high
