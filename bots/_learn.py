"""Learn the weights of the outlook: `python -m bots._learn`. The same arguments give the same weights.

House bots play matches to the end. Every position between two expeditions is a row for each seat: what one can see of
it, and the points that it had more in the end, both less the mean of the table, because what all have alike decides
nothing. The weights are those of the least squares, first of all tables together, then of each number of seats, held
near the first; and the spread, and how much more of it there is with variants, are those by which the winners were
likeliest, in the matches of the strongest bots alone. These also tell what missions paid in the end.
"""

import argparse
import json
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
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
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from bots._outlook import FEATURES, Learnt, Outlook, Scene

TABLES = (2, 4, 3, 2, 4, 5)  # seats, in turn
BASE, ALL = 0.4, 0.3  # shares of the matches that are of the base game, and with all variants; others by lot
GREEDY, PLANNER = 2000, 600  # matches
BY_LOT = 0.15  # of the cats that board, so that unusual ones are at home, too
LOOSE, TIGHT = 200.0, 3000.0  # rows that a weight of nothing counts for, and one of all tables together
SPREADS = tuple(product((1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0), (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0)))
LIVELIER = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25)
BLANK = Learnt(dict.fromkeys(FEATURES, (0.0, 0.0)), (1.0, 0.0), 0.0, (0.0, 1.0))

Weights: TypeAlias = list[float]  # those at the end, then those for the time to come

_plain = msgspec.msgpack.Decoder().decode
_encode = msgspec.msgpack.Encoder(enc_hook=str).encode


class Watched(NamedTuple):
    """A match: how it stood between its expeditions, and how it ended."""

    options: Options
    scenes: list[Scene]
    end: Scene
    final: Sequence[float]


class Sight(NamedTuple):
    """A position between two expeditions, as one seat sees it, and how it ended."""

    time: float
    rows: list[list[float]]  # by seat
    points: Sequence[float]
    final: Sequence[float]
    options: Options = Options()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bots._learn", description=__doc__.splitlines()[0])
    parser.add_argument("--greedy", type=int, default=GREEDY, help=f"matches of greedy (default {GREEDY})")
    parser.add_argument("--planner", type=int, default=PLANNER, help=f"matches of planner (default {PLANNER})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (default: one a core)")
    parser.add_argument("--out", type=Path, help="where the weights are written; they are printed in any case")
    args = parser.parse_args()
    with multiprocessing.get_context("spawn").Pool(args.jobs) as pool:
        greedy, planner = (
            pool.starmap(watch, [(bot, number, args.seed) for number in range(many)], chunksize=8)
            for bot, many in (("greedy", args.greedy), ("planner", args.planner))
        )
    found = learn(greedy, planner)
    text = json.dumps(msgspec.to_builtins(found, str_keys=True), indent=1) + "\n"
    print(text, end="")
    if args.out:
        args.out.write_text(text, "utf-8")


def learn(matches: Iterable[Watched], strongest: Sequence[Watched]) -> dict[int, Learnt]:
    """What these matches, and those of the strongest bots, teach, by the number of seats."""
    weak, strong = _by_seats(matches), _by_seats(strongest)
    both = {seats: weak[seats] + strong[seats] for seats in MLEM.seats}
    every = fit([sight for sights in both.values() for sight in sights], LOOSE, [0.0] * (2 * len(FEATURES)))
    weights = {seats: fit(sights, TIGHT, every) for seats, sights in both.items()}
    missions = unknown_missions(strongest)
    found = [
        {seats: _learnt(strong[seats], weights[seats], livelier, missions) for seats in MLEM.seats}
        for livelier in LIVELIER
    ]
    best = min(found, key=lambda one: sum(surprise for _, surprise in one.values()))
    return {seats: learnt for seats, (learnt, _) in best.items()}


def unknown_missions(matches: Iterable[Watched]) -> tuple[float, float]:
    """What missions that one does not know have paid when a match is over: so much, and for each point that they would
    have paid if they had been drawn at random. A straight line through all seats."""
    pairs = [pair for match in matches if match.options.missions for pair in _missions_paid(match)]
    if not pairs:
        return 0.0, 1.0
    x, y = (sum(values) / len(pairs) for values in zip(*pairs, strict=True))
    slope = sum([(a - x) * (b - y) for a, b in pairs]) / (sum([(a - x) ** 2 for a, _ in pairs]) or 1.0)
    return round(y - slope * x, 3), round(slope, 3)


def _missions_paid(match: Watched) -> Iterator[tuple[float, float]]:
    seats, board = len(match.final), MLEM.tables()
    outlook = Outlook(board, match.options, seats, BLANK)
    _, known = outlook.features(match.end)
    _, hidden = outlook.features(match.end._replace(missions=[None] * seats))
    pay, likely = FEATURES.index("missions_pay"), FEATURES.index("missions_likely")
    return ((unknown[likely], seen[pay]) for unknown, seen in zip(hidden, known, strict=True))


def _by_seats(matches: Iterable[Watched]) -> dict[int, list[Sight]]:
    sights: dict[int, list[Sight]] = {seats: [] for seats in MLEM.seats}
    for match in matches:
        sights[len(match.final)] += seen(match)
    return sights


def watch(bot: str, number: int, seed: int) -> Watched:
    """One match between equal bots."""
    key = f"{bot}/{seed}/{number}"
    random, secret = Random(key), blake2b(key.encode(), digest_size=32).digest()
    seats, options = TABLES[number % len(TABLES)], _options(random)
    start = {"game": "mlem", "options": options, "tables": MLEM.tables(), "seats": seats, "seed": 0}
    maker = import_module(f"bots.{bot}").BOT
    players = [maker(_plain(_encode({**start, "seat": seat}))) for seat in range(seats)]
    scenes: list[Scene] = []
    state = MLEM.setup(options, seats)
    while state.phase is not Phase.OVER:
        if state.expedition > len(scenes):
            scenes.append(scene(state))
        state = _step(state, players, random, secret)
    return Watched(options, scenes, scene(state), MLEM.score(state))


def _options(random: Random) -> Options:
    kind = random.random()
    if kind < BASE:
        return MLEM.options("base")
    return MLEM.options("ufo+exploration+missions") if kind < BASE + ALL else random.choice(MLEM.every)


def seen(match: Watched) -> Iterator[Sight]:
    """What one seat, another one from expedition to expedition, sees of a match: nobody else's missions."""
    seats = len(match.final)
    outlook = Outlook(MLEM.tables(), match.options, seats, BLANK)
    for number, known in enumerate(match.scenes):
        mine = [missions if seat == number % seats else None for seat, missions in enumerate(known.missions)]
        seen = outlook.features(known._replace(missions=mine))
        yield Sight(*seen, known.points, match.final, match.options)


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


def _step(state: State, players: Sequence[Any], random: Random, secret: bytes) -> State:
    node = MLEM.node(state)
    if isinstance(node, Chance):
        return MLEM.resolve(state, MLEM.sample(state, KeyedDraw(secret, node.key)))
    assert isinstance(node, Decide)
    actions = {}
    for seat in node.seats:
        legal = list(MLEM.legal(state, seat))
        if state.phase is Phase.BOARD and random.random() < BY_LOT:
            actions[seat] = random.choice(legal)
            continue
        ask = _plain(_encode({"view": MLEM.view(state, seat), "legal": legal}))
        said = players[seat].choose(ask)
        actions[seat] = legal[ask["legal"].index(said[0] if isinstance(said, tuple) else said)]
    return MLEM.apply(state, actions)


def fit(sights: Sequence[Sight], held: float, near: Weights) -> Weights:
    """Least squares; every weight is held near another by so many rows."""
    size, many = len(near), 0
    matrix, right = [[0.0] * size for _ in near], [0.0] * size
    for sight in sights:
        gains = _apart([after - before for before, after in zip(sight.points, sight.final, strict=True)])
        columns = [_apart(column) for column in zip(*sight.rows, strict=True)]
        for gain, row in zip(gains, zip(*columns, strict=True), strict=True):
            there = [(place, value) for place, value in enumerate([*row, *[sight.time * x for x in row]]) if value]
            miss = gain - sum([near[place] * value for place, value in there])
            many += 1
            for place, value in there:
                right[place] += value * miss
                line = matrix[place]
                for other, factor in there:
                    line[other] += value * factor
    for place in range(size):
        matrix[place][place] += held * matrix[place][place] / many + 1e-6
    return [was + more for was, more in zip(near, _solved(matrix, right), strict=True)]


def _apart(values: Sequence[float]) -> list[float]:
    """Less their mean."""
    mean = sum(values) / len(values)
    return [value - mean for value in values]


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


def _learnt(
    sights: Sequence[Sight], weights: Weights, livelier: float, missions: tuple[float, float]
) -> tuple[Learnt, float]:
    """With the spread by which the winners of these sights are least of a surprise, and how much they are."""
    end, more = weights[: len(FEATURES)], weights[len(FEATURES) :]
    expected = [
        [
            sure + sum([(e + m * sight.time) * x for e, m, x in zip(end, more, row, strict=True) if x])
            for sure, row in zip(sight.points, sight.rows, strict=True)
        ]
        for sight in sights
    ]
    pairs = zip(end, more, strict=True)
    named = dict(zip(FEATURES, [(round(e, 3), round(m, 3)) for e, m in pairs], strict=True))
    every = [Learnt(named, spread, livelier, missions) for spread in SPREADS]
    surprises = [_surprise(sights, expected, learnt) for learnt in every]
    return every[surprises.index(min(surprises))], min(surprises)


def _surprise(sights: Sequence[Sight], expected: Sequence[Sequence[float]], learnt: Learnt) -> float:
    """How unlikely the winners were."""
    surprise = 0.0
    for sight, points in zip(sights, expected, strict=True):
        scale, best = learnt.spread_at(sight.time, sight.options), max(points)
        total = sum([exp((each - best) / scale) for each in points])
        winners = [each for each, final in zip(points, sight.final, strict=True) if final == max(sight.final)]
        surprise += log(total) - sum([max((each - best) / scale, -20.0) for each in winners]) / len(winners)
    return surprise


if __name__ == "__main__":
    main()
