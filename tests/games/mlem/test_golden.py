"""One game of each combination of variants, as it was when somebody last looked: nothing may change unseen.

A wanted change is written down with `python -m tests.games.mlem.golden`; the difference is then read, line by line.
"""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from arena.games.chance import KeyedDraw
from arena.games.mlem import MLEM
from arena.games.mlem.events import AnyEvent, Ending, How
from arena.games.mlem.options import Options
from arena.games.mlem.state import Goal
from arena.games.mlem.tables import Ability
from tests.games.mlem.golden.playthrough import FOLDER, file, fixture, generated, read, replayed, written

FILES = sorted(FOLDER.glob("*.jsonl"))


def test_none_is_missing_and_none_too_many() -> None:
    assert sorted(file(options) for options in MLEM.every) == FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_replay_tells_the_same(path: Path) -> None:
    lines = read(path)
    for number, (then, now) in enumerate(zip(lines, replayed(lines), strict=True), start=1):
        assert json.loads(json.dumps(now)) == then, f"line {number} of {path.name}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_luck_is_that_of_the_seed(path: Path) -> None:
    """Whoever is given the seed can check every roll."""
    head, *lines = read(path)
    seed, state = bytes.fromhex(head["seed"]), MLEM.setup(MLEM.options(head["options"]), head["seats"])
    for line in lines[:-1]:
        if "luck" in line:
            outcome = msgspec.convert(line["luck"], MLEM.kinds.outcome)
            node = MLEM.node(state)
            assert MLEM.sample(state, KeyedDraw(seed, getattr(node, "key", ()))) == outcome
            state = MLEM.resolve(state, outcome)
        else:
            actions = {int(seat): msgspec.convert(plain, MLEM.kinds.action) for seat, plain in line["actions"].items()}
            state = MLEM.apply(state, actions)


@pytest.mark.parametrize(("number", "options"), list(enumerate(MLEM.every)), ids=str)
def test_the_writer_writes_what_is_there(number: int, options: Options) -> None:
    assert written(generated(fixture(options, number))) == file(options).read_text("utf-8")


def test_together_they_tell_of_everything_that_can_happen() -> None:
    events = [event for path in FILES for line in read(path) for event in line.get("told", ())]
    assert {event["event"] for event in events} == {kind.__struct_config__.tag for kind in get_args(AnyEvent)}
    assert {event["goal"] for event in events if "goal" in event} == set(Goal)
    assert {event["how"] for event in events if "how" in event} == set(get_args(How))
    assert {event["ending"] for event in events if "ending" in event} == set(get_args(Ending))
    assert {event["ability"] for event in events if event["event"] == "ability_used"} == set(get_args(Ability))


def test_together_they_have_every_number_of_seats() -> None:
    assert {read(path)[0]["seats"] for path in FILES} == set(MLEM.seats)
