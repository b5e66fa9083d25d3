"""Learn the weights of the outlook: `python -m bots._learn`. The same arguments give the same weights.

House bots play matches to the end. Every position between two expeditions is a row: what one can see of a seat, and the
points that it had more in the end. The weights are those of the least squares, first of all tables together, then of
each number of seats, held near the first; and the spread is the one by which the winners were likeliest.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from itertools import product
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec

from arena.games.api import Chance, Decide
from arena.games.chance import KeyedDraw
from arena.games.mlem import MLEM
from arena.games.mlem.state import Phase, State
from bots._outlook import FEATURES, Learnt, Outlook, Scene

BOTS = ("greedy", "greedy", "planner")
LOOSE, TIGHT = 30.0, 300.0  # rows that a weight of nothing counts for, and one of all tables together
SPREADS = tuple(product((1.0, 1.5, 2.0, 2.5, 3.0, 4.0), (0.0, 1.0, 2.0, 3.0, 4.0, 6.0)))
BLANK = Learnt(dict.fromkeys(FEATURES, (0.0, 0.0)), (1.0, 0.0))

Weights: TypeAlias = list[float]  # those at the end, then those for the time to come

_plain = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder(enc_hook=str).encode


class Sight(NamedTuple):
    """A position between two expeditions, and how it ended."""

    time: float
    rows: list[list[float]]  # by seat
    points: Sequence[float]
    final: Sequence[float]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bots._learn", description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=1600, help="matches to learn from (default 1600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the weights are written; they are printed in any case")
    args = parser.parse_args()
    text = json.dumps(msgspec.to_builtins(learn(args.matches, args.seed), str_keys=True), indent=1) + "\n"
    print(text, end="")
    if args.out:
        args.out.write_text(text, "utf-8")


def learn(matches: int, seed: int) -> dict[int, Learnt]:
    """What so many matches teach, by the number of seats."""
    sights: dict[int, list[Sight]] = {seats: [] for seats in MLEM.seats}
    for number in range(matches):
        seats = MLEM.seats[number % len(MLEM.seats)]
        sights[seats] += watch(seats, f"{seed}/{number}")
    every = fit([sight for seen in sights.values() for sight in seen], LOOSE, [0.0] * (2 * len(FEATURES)))
    return {seats: _learnt(seen, fit(seen, TIGHT, every)) for seats, seen in sights.items()}


def watch(seats: int, seed: str, bots: Sequence[str] = BOTS) -> Iterator[Sight]:
    """One match: every other one of the base game, with bots drawn by lot."""
    random, secret = Random(seed), blake2b(seed.encode(), digest_size=32).digest()
    options = MLEM.options("base") if random.random() < 0.5 else random.choice(MLEM.every)
    outlook, tables = Outlook(MLEM.tables(), options, seats, BLANK), MLEM.tables()
    start = {"game": "mlem", "options": options, "tables": tables, "seats": seats, "seed": 0}
    players = [
        import_module(f"bots.{random.choice(bots)}").BOT(_plain(_encode({**start, "seat": seat})))
        for seat in range(seats)
    ]
    scenes: list[Scene] = []
    state = MLEM.setup(options, seats)
    while state.phase is not Phase.OVER:
        if state.expedition > len(scenes):
            scenes.append(scene(state))
        state = _step(state, players, secret)
    if options.missions:  # nobody sees more than its own
        scenes += [known._replace(missions=[None] * seats) for known in scenes]
    for seen in scenes:
        yield Sight(*outlook.features(seen), seen.points, MLEM.score(state))


def scene(state: State) -> Scene:
    """A game that is between two expeditions, all missions known."""
    return Scene(
        state.space,
        [player.home for player in state.players],
        [player.points + sum(player.tokens) for player in state.players],
        state.goals,
        [player.missions for player in state.players],
        state.crashes,
        state.asked,
    )


def _step(state: State, players: Sequence[Any], secret: bytes) -> State:
    node = MLEM.node(state)
    if isinstance(node, Chance):
        return MLEM.resolve(state, MLEM.sample(state, KeyedDraw(secret, node.key)))
    assert isinstance(node, Decide)
    actions = {}
    for seat in node.seats:
        legal = list(MLEM.legal(state, seat))
        ask = _plain(_encode({"view": MLEM.view(state, seat), "legal": legal}))
        said = players[seat].choose(ask)
        actions[seat] = legal[ask["legal"].index(said[0] if isinstance(said, tuple) else said)]
    return MLEM.apply(state, actions)


def fit(sights: Sequence[Sight], held: float, near: Weights) -> Weights:
    """Least squares; every weight is held near another by so many rows."""
    size = len(near)
    matrix, right, square, many = [[0.0] * size for _ in near], [0.0] * size, [0.0] * size, 0
    for sight in sights:
        for row, before, after in zip(sight.rows, sight.points, sight.final, strict=True):
            there = [(place, value) for place, value in enumerate([*row, *[sight.time * x for x in row]]) if value]
            miss = after - before - sum([near[place] * value for place, value in there])
            many += 1
            for place, value in there:
                right[place] += value * miss
                square[place] += value
                line = matrix[place]
                for other, factor in there:
                    line[other] += value * factor
    for place in range(size):
        variance = matrix[place][place] / many - (square[place] / many) ** 2
        matrix[place][place] += held * variance + 1e-6
    return [was + more for was, more in zip(near, _solved(matrix, right), strict=True)]


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination; the matrix is symmetric and positive."""
    lines = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for step, pivot in enumerate(lines):
        for line in lines[step + 1 :]:
            factor = line[step] / pivot[step]
            if factor:
                line[step:] = [a - factor * b for a, b in zip(line[step:], pivot[step:], strict=True)]
    found = [0.0] * len(lines)
    for step in range(len(lines) - 1, -1, -1):
        line = lines[step]
        known = sum([line[place] * found[place] for place in range(step + 1, len(lines))])
        found[step] = (line[-1] - known) / line[step]
    return found


def _learnt(sights: Sequence[Sight], weights: Weights) -> Learnt:
    end, more = weights[: len(FEATURES)], weights[len(FEATURES) :]
    expected = [
        [
            sure + sum([(e + m * sight.time) * x for e, m, x in zip(end, more, row, strict=True) if x])
            for sure, row in zip(sight.points, sight.rows, strict=True)
        ]
        for sight in sights
    ]
    spread = min(SPREADS, key=lambda spread: _surprise(sights, expected, spread))
    pairs = zip(end, more, strict=True)
    return Learnt(dict(zip(FEATURES, [(round(e, 3), round(m, 3)) for e, m in pairs], strict=True)), spread)


def _surprise(sights: Sequence[Sight], expected: Sequence[Sequence[float]], spread: tuple[float, float]) -> float:
    """How unlikely the winners were."""
    surprise = 0.0
    for sight, points in zip(sights, expected, strict=True):
        scale = spread[0] + spread[1] * sight.time
        shares = [exp((each - max(points)) / scale) for each in points]
        winners = [seat for seat, final in enumerate(sight.final) if final == max(sight.final)]
        surprise -= sum([log(max(shares[seat] / sum(shares), 1e-9)) for seat in winners]) / len(winners)
    return surprise


if __name__ == "__main__":
    main()
