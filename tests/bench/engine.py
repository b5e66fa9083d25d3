"""How fast the rules are: random play of every variant at every number of seats, beside OpenSpiel in the same run; what
a decision costs early and late in a game; what a view costs."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from random import Random
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import msgspec
from tabulate import tabulate

from arena.games.api import Chance, Decide
from arena.games.chance import KeyedDraw, RandomDraw
from arena.games.mlem import MLEM
from arena.games.mlem.moves import Action, Outcome
from arena.games.mlem.options import EVERY, Options
from arena.games.mlem.state import State
from tests.bench.slices import Effort, Rate, Work, interleaved, spread

BASE, ALL = EVERY[0], EVERY[-1]
BACKGAMMON, PIG = "backgammon", "pig(players=4)"
PEERS = (BACKGAMMON, PIG)
AIM = 500  # random four-player games of the base game a second
THIRDS = ("first third", "middle", "last third")


def run(effort: Effort) -> Iterator[str]:
    yield from _speed(effort)
    yield from _flatness(effort)
    yield from _views(effort)


# Random play


def _speed(effort: Effort) -> Iterator[str]:
    ours = {f"{options} {seats}": _mlem(options, seats) for options, seats in product(EVERY, MLEM.seats)}
    peers = {name: _open_spiel(name) for name in PEERS if find_spec("pyspiel")}
    keyed = {"keyed": _mlem(BASE, 4, keyed=True)}
    rates = interleaved({**peers, **ours, **keyed}, effort)
    slices = f"{effort.rounds} slices of {effort.seconds * 1000:.0f} ms"
    yield f"\nRandom play: median and quartiles of {slices}, per second of processor time\n"
    if not peers:
        yield "OpenSpiel is not installed (it is the extra `bench`), so there is nothing to compare with.\n"
    names = [(str(options), seats, f"{options} {seats}") for options, seats in product(EVERY, MLEM.seats)]
    rows = [[variants, seats, *_row(rates, name)] for variants, seats, name in names]
    rows += [["base, keyed dice of a referee", 4, *_row(rates, "keyed")]]
    rows += [[f"OpenSpiel {name}", "", *_row(rates, name)] for name in peers]
    heads = ["", "seats", "games/s", "decisions/s", "games,\nx backgammon", "decisions,\nx backgammon"]
    yield tabulate(
        rows, heads[: 6 if peers else 4], disable_numparse=True, colalign=("left", *["right"] * len(rows[0][1:]))
    )
    yield ""
    yield from _aims(rates)


def _row(rates: dict[str, list[Rate]], name: str) -> list[str]:
    games = [rate.games for rate in rates[name]]
    decisions = [rate.decisions for rate in rates[name]]
    return [spread(games), spread(decisions), *(f"{ratio:.1f}" for ratio in _ratios(rates, name))]


def _ratios(rates: dict[str, list[Rate]], name: str) -> list[float]:
    """Games and decisions against backgammon, each round against the same round."""
    if BACKGAMMON not in rates:
        return []
    pairs = list(zip(rates[name], rates[BACKGAMMON], strict=True))
    return [median(a.games / b.games for a, b in pairs), median(a.decisions / b.decisions for a, b in pairs)]


def _aims(rates: dict[str, list[Rate]]) -> Iterator[str]:
    games = [rate.games for rate in rates["base 4"]]
    yield _aim(f"{AIM} random games of the base game with 4 seats a second", median(games) >= AIM, spread(games))
    if BACKGAMMON in rates:
        slowest = min(_ratios(rates, f"{options} {seats}")[1] for options, seats in product(EVERY, MLEM.seats))
        ratio = _ratios(rates, "base 4")[1]
        found = f"{ratio:.1f} times as many; {slowest:.1f} in the slowest setting"
        yield _aim("more decisions a second than OpenSpiel's backgammon, base game with 4 seats", ratio > 1, found)


def _aim(what: str, met: bool, found: str) -> str:
    return f"Aim: {what}. {'Met' if met else 'NOT met'} in this run: {found}."


def _mlem(options: Options, seats: int, *, keyed: bool = False) -> Work:
    random = Random(0)
    draw, chance = RandomDraw(random), random.random

    def play() -> int:
        decisions, state, seed = 0, MLEM.setup(options, seats), random.randbytes(16)
        while True:
            node = MLEM.node(state)
            if isinstance(node, Decide):
                actions = {}
                for seat in node.seats:
                    legal: Any = MLEM.legal(state, seat)
                    actions[seat] = legal[int(chance() * len(legal))]
                state = MLEM.apply(state, actions)
                decisions += len(actions)
            elif isinstance(node, Chance):
                state = MLEM.resolve(state, MLEM.sample(state, KeyedDraw(seed, node.key) if keyed else draw))
            else:
                return decisions

    return play


def _open_spiel(name: str) -> Work:
    game: Any = import_module("pyspiel").load_game(name)
    random = Random(0)
    chance, choices = random.random, random.choices

    def play() -> int:
        decisions, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices(outcomes, weights)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
                decisions += 1
        return decisions

    return play


# Early and late in a game


class Step(NamedTuple):
    """One position of a played game and what came then."""

    state: State
    actions: dict[int, Action]
    outcome: Outcome | None


def _flatness(effort: Effort) -> Iterator[str]:
    yield "\nCost in the thirds of a game, against the average of the same games: of a decision with its luck,"
    yield "and of a step, which is a decision or a piece of luck\n"
    rows = []
    for options, (by, cut) in product((BASE, ALL), CUTS.items()):
        costs = list(_thirds(options, cut, effort))
        for what, count in (("decision", _decisions), ("step", len)):
            thirds = zip(*(_relative(cost, count) for cost in costs), strict=True)
            rows.append([f"{options}, 4 seats", what, by, *(spread(list(third), ".2f") for third in thirds)])
    yield tabulate(rows, ["", "cost of a", "thirds by", *THIRDS], disable_numparse=True)


Part = tuple[float, list[Step]]  # seconds that these steps took


def _thirds(options: Options, cut: Callable[[list[Step]], list[list[Step]]], effort: Effort) -> Iterator[list[Part]]:
    """For every round, what each third of its games took: the least disturbed of three times."""
    random = Random(0)
    for _ in range(effort.rounds):
        games = [cut(_played(options, random)) for _ in range(effort.games)]
        parts = [[step for game in games for step in game[third]] for third in range(3)]
        yield [(min(_seconds(part) for _ in range(3)), part) for part in parts]


def _relative(parts: list[Part], count: Callable[[list[Step]], int]) -> list[float]:
    average = sum(seconds for seconds, _ in parts) / sum(count(steps) for _, steps in parts)
    return [seconds / count(steps) / average for seconds, steps in parts]


def _decisions(steps: list[Step]) -> int:
    return sum(len(step.actions) for step in steps)


def _by_position(steps: list[Step]) -> list[list[Step]]:
    size = len(steps) / 3
    return [steps[round(third * size) : round((third + 1) * size)] for third in range(3)]


def _by_expedition(steps: list[Step]) -> list[list[Step]]:
    size = steps[-1].state.expedition / 3
    return [
        [step for step in steps if third * size < max(step.state.expedition, 1) <= (third + 1) * size + 1e-9]
        for third in range(3)
    ]


CUTS = {"positions": _by_position, "expeditions": _by_expedition}


def _played(options: Options, random: Random) -> list[Step]:
    steps, state, draw = [], MLEM.setup(options, 4), RandomDraw(random)
    while isinstance(node := MLEM.node(state), Decide | Chance):
        if isinstance(node, Decide):
            step = Step(state, {seat: random.choice(list(MLEM.legal(state, seat))) for seat in node.seats}, None)
        else:
            step = Step(state, {}, MLEM.sample(state, draw))
        steps.append(step)
        state = _step(step)
    return steps


def _step(step: Step) -> State:
    return MLEM.apply(step.state, step.actions) if step.outcome is None else MLEM.resolve(step.state, step.outcome)


def _seconds(steps: list[Step]) -> float:
    start = process_time()
    for step in steps:
        MLEM.node(step.state)
        _step(step)
    return process_time() - start


# Views


def _views(effort: Effort) -> Iterator[str]:
    yield "\nThe view of the seat that is asked, per decision\n"
    rows = [[f"{options}, 4 seats", *_view_costs(options, effort)] for options in (BASE, ALL)]
    yield tabulate(
        rows,
        ["", "view, us", "view and msgpack, us", "and legal actions, us", "bytes of a view"],
        disable_numparse=True,
    )


def _view_costs(options: Options, effort: Effort) -> list[str]:
    encode, random, costs, sizes = msgspec.msgpack.encode, Random(0), [], list[int]()
    ways: list[Callable[[State, int], object]] = [
        MLEM.view,
        lambda state, seat: encode(MLEM.view(state, seat)),
        lambda state, seat: (encode(MLEM.view(state, seat)), encode(MLEM.legal(state, seat))),
    ]
    for _ in range(effort.rounds):
        steps = [step for _ in range(effort.games) for step in _played(options, random)]
        asked = [(step.state, seat) for step in steps for seat in step.actions]
        costs.append([_microseconds(way, asked) for way in ways])
        sizes += [len(encode(MLEM.view(*ask))) for ask in asked]
    return [*(spread(list(way), ".1f") for way in zip(*costs, strict=True)), f"{median(sizes):.0f}"]


def _microseconds(way: Callable[[State, int], object], asked: list[tuple[State, int]]) -> float:
    start = process_time()
    for state, seat in asked:
        way(state, seat)
    return (process_time() - start) / len(asked) * 1e6
