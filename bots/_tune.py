"""Find better weights for the planner: `python -m bots._tune`. The same arguments give the same weights.

Simultaneous perturbation: all weights are moved a little at random, once one way and once the other; both play the same
matches against the same opponents with the same dice; the weights follow whoever did better.
"""

import argparse
import json
import math
from hashlib import blake2b
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec

from arena.games.api import Chance, Decide
from arena.games.chance import KeyedDraw
from arena.games.mlem import MLEM
from bots._worth import Weights
from bots.planner import Planner

Point: TypeAlias = dict[str, float]
Task: TypeAlias = tuple[Point, int]

SETTINGS = (("base", 4), ("base", 4), ("base", 2), ("ufo+exploration+missions", 4), ("base", 4), ("base", 3))
SCALE = 8.0  # points that make a win likely
_plain = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder(enc_hook=str).encode

START: Point = {  # what seemed reasonable
    "home": 0.6,
    "satellite": 0.2,
    "navigator": 0.4,
    "parachute": 0.4,
    "moon": 0.8,
    "planet": 0.8,
    "deep": 0.8,
    "saboteur": -0.3,
    "booster": 0.0,
    "crashes": 0.5,
    "landings": 0.7,
    "horizon": 0.8,
    "goal": 0.33,
    "race": 0.5,
    "hold": 0.2,
    "root": 0.1,
    "rival": 0.2,
    "mission": 0.5,
    "envy": 1.0,
    "leader": 0.1,
    "caution": 0.0,
}
SIZES: Point = {  # how far each weight is moved at first
    **dict.fromkeys(("home", "satellite", "navigator", "parachute", "moon", "planet", "deep"), 0.5),
    **dict.fromkeys(("saboteur", "booster", "caution"), 0.4),
    **dict.fromkeys(("crashes", "landings", "goal", "race", "hold", "rival", "mission"), 0.15),
    "root": 0.06,
    "horizon": 0.2,
    "envy": 0.3,
    "leader": 0.05,
}
FLOOR: Point = {"crashes": 0.1, "landings": 0.3, "horizon": 0.1, "goal": 0.05}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bots._tune", description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=110, help="how often the weights are moved")
    parser.add_argument("--pairs", type=int, default=8, help="pairs of matches in a round")
    parser.add_argument("--opponent", default="greedy", help="the house bot in the other seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; the result does not depend on it")
    parser.add_argument("--out", type=Path, help="where the weights are written; they are printed in any case")
    args = parser.parse_args()
    weights = climb(START, args.rounds, args.pairs, args.opponent, args.seed, args.jobs)
    text = json.dumps({name: round(value, 2) for name, value in weights.items()}, indent=2) + "\n"
    print(text, end="")
    if args.out:
        args.out.write_text(text, "utf-8")


def climb(point: Point, rounds: int, pairs: int, opponent: str, seed: int, jobs: int) -> Point:
    random = Random(seed)
    average = dict(point)
    with get_context("spawn").Pool(jobs, _begin, (opponent, seed)) as pool:
        for step in range(rounds):
            size = (1 + step) ** -0.101
            sides = {name: random.choice((-1, 1)) for name in point}
            up, down = (_moved(point, sides, sign * size) for sign in (1, -1))
            first = step * pairs
            scores = pool.map(_play, [(side, first + n) for n in range(pairs) for side in (up, down)], chunksize=2)
            better = sum(scores[::2]) - sum(scores[1::2])
            rate = 0.5 / (1 + step / 40) ** 0.602
            point = _moved(point, sides, rate * size * better / math.sqrt(pairs))
            average = {name: average[name] + (point[name] - average[name]) / (1 + step / 2) for name in point}
            if step % 10 == 9:
                level = sum(scores) / len(scores)
                print(f"round {step + 1}: {level:+.3f}", {k: round(v, 2) for k, v in average.items()}, flush=True)
    return average


def _moved(point: Point, sides: dict[str, int], by: float) -> Point:
    return {name: max(value + by * sides[name] * SIZES[name], FLOOR.get(name, -9.0)) for name, value in point.items()}


_field: list[Any] = []  # opponent and seed, in each process


def _begin(opponent: str, seed: int) -> None:
    _field[:] = [import_module(f"bots.{opponent}").BOT, seed]


def _play(task: Task) -> float:
    """How well these weights did in the match of this number: near 1 if they won by far, near -1 if they lost so."""
    point, number = task
    variants, seats = SETTINGS[number % len(SETTINGS)]
    seat = number // len(SETTINGS) % seats
    opponent, seed = _field
    points = match(Weights(**point), opponent, seat, variants, seats, f"{seed}/{number}")
    return math.tanh((points[seat] - max(points[:seat] + points[seat + 1 :])) / SCALE)


def match(weights: Weights, opponent: Any, seat: int, variants: str, seats: int, seed: str) -> tuple[int, ...]:
    """The points of a match of these weights, in this seat, against a field of one opponent."""
    options, secret = MLEM.options(variants), blake2b(seed.encode(), digest_size=32).digest()
    state = MLEM.setup(options, seats)
    start = {"game": "mlem", "options": options, "tables": MLEM.tables(), "seats": seats, "seed": 0}
    starts = [_plain(_encode({**start, "seat": place})) for place in range(seats)]
    bots = [Planner(start, weights) if place == seat else opponent(start) for place, start in enumerate(starts)]
    while True:
        node = MLEM.node(state)
        if isinstance(node, Chance):
            state = MLEM.resolve(state, MLEM.sample(state, KeyedDraw(secret, node.key)))
        elif isinstance(node, Decide):
            actions = {}
            for place in node.seats:
                legal = list(MLEM.legal(state, place))
                ask = _plain(_encode({"view": MLEM.view(state, place), "legal": legal}))
                said = bots[place].choose(ask)
                actions[place] = legal[ask["legal"].index(said[0] if isinstance(said, tuple) else said)]
            state = MLEM.apply(state, actions)
        else:
            return MLEM.score(state)


if __name__ == "__main__":
    main()
