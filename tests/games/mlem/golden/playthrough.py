"""A golden playthrough: one game in a text file, everything that came and everything that was told.

The first line names the game, the last one the result; every line between is one step, as JSON:

    {"seats": 3, "options": "ufo", ...}
    {"luck": {"luck": "turned", "token": 5}, "told": [{"event": "token_turned", ...}]}
    {"actions": {"0": {"do": "board", "cat": "moon"}}, "told": [...]}
    {"points": [31, 24, 40], "places": [2, 3, 1]}
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

import msgspec

from arena.games.api import Chance, Event, Over
from arena.games.chance import KeyedDraw
from arena.games.mlem import MLEM
from arena.games.mlem.options import Options
from arena.games.mlem.state import State

FOLDER = Path(__file__).parent


class Fixture(TypedDict):
    """What is played, and the seed of its luck and of its players."""

    game: str
    rules: int
    board: str
    options: str
    seats: int
    seed: str


def file(options: Options) -> Path:
    return FOLDER / f"{options}.jsonl"


def fixture(options: Options, number: int) -> Fixture:
    """Two to five seats, each in two files; the seeds are such that together everything happens once."""
    return {
        "game": MLEM.name,
        "rules": MLEM.version,
        "board": MLEM.tables().name,
        "options": str(options),
        "seats": MLEM.seats[number % len(MLEM.seats)],
        "seed": (300 + number).to_bytes(16, "big").hex(),
    }


def generated(of: Fixture) -> Iterator[dict[str, Any]]:
    """Play it: luck and players draw from the one seed."""
    seed, told = bytes.fromhex(of["seed"]), list[Event]()
    state = MLEM.setup(MLEM.options(of["options"]), of["seats"], tell=told.append)
    yield {**of, "told": _plain(told)}
    step = 0
    while not isinstance(node := MLEM.node(state), Over):
        told = []
        if isinstance(node, Chance):
            outcome = MLEM.sample(state, KeyedDraw(seed, node.key))
            state = MLEM.resolve(state, outcome, told.append)
            yield {"luck": _plain(outcome), "told": _plain(told)}
        else:
            actions = {seat: _chosen(state, seat, KeyedDraw(seed, ("play", step, seat))) for seat in node.seats}
            state = MLEM.apply(state, actions, told.append)
            yield {"actions": {str(seat): _plain(action) for seat, action in actions.items()}, "told": _plain(told)}
        step += 1
    yield result(state)


def replayed(lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Play what the file says came, and tell what happens now."""
    of, told = lines[0], list[Event]()
    state = MLEM.setup(MLEM.options(of["options"]), of["seats"], tell=told.append)
    yield {**of, "rules": MLEM.version, "board": MLEM.tables().name, "told": _plain(told)}
    for line in lines[1:-1]:
        told = []
        if "luck" in line:
            state = MLEM.resolve(state, msgspec.convert(line["luck"], MLEM.kinds.outcome), told.append)
        else:
            actions = {int(seat): msgspec.convert(plain, MLEM.kinds.action) for seat, plain in line["actions"].items()}
            state = MLEM.apply(state, actions, told.append)
        yield {**line, "told": _plain(told)}
    assert isinstance(MLEM.node(state), Over)
    yield result(state)


def result(state: State) -> dict[str, Any]:
    return {"points": list(MLEM.score(state)), "places": list(MLEM.places(state))}


def _chosen(state: State, seat: int, draw: KeyedDraw) -> Any:
    """A player who knows no plan but prefers to stay aboard, so that rockets come far: twice any, then the last."""
    may = list(MLEM.legal(state, seat))
    return may[-1] if draw.below(3) == 0 else may[draw.below(len(may))]


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def written(lines: Iterator[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)
