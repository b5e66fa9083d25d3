"""The smallest game that has everything the contract knows: everybody at once, then in turn, luck, and a secret.

All take at once, a coin gives somebody a point, then each takes in turn. What is taken counts double for whoever has
the secret card. Taking most is always best. An endless one never ends.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from arena.games.api import AnyGame, Chance, Decide, Evaluator, Kinds, Node, Over, Tell, ignore, ranking
from arena.games.chance import Draw

ENDLESS = 1_000_000


class Options(Struct, frozen=True):
    endless: bool = False


class Tables(Struct, frozen=True):
    most: int = 3


class Take(Struct, frozen=True, tag_field="do", tag="take"):
    many: int


class Coin(Struct, frozen=True, tag_field="luck", tag="coin"):
    seat: int


class State(Struct, frozen=True):
    options: Options
    tables: Tables
    points: tuple[int, ...]
    lucky: int  # seat with the secret card
    step: int = 0  # 0: all take; 1: the coin; then everybody in turn


class View(Struct, frozen=True):
    seat: int
    points: tuple[int, ...]
    lucky: bool
    step: int


class Toy:
    name = "toy"
    title = "Toy"
    version = 1
    seats = range(2, 4)
    variants: tuple[str, ...] = ("endless",)
    every = (Options(), Options(True))
    kinds = Kinds(Options, Tables, State, Take, Coin, View, None)
    evaluator: Evaluator | None = None

    def options(self, text: str) -> Options:
        return Options(text == "endless")

    def tables(self) -> Tables:
        return Tables()

    def setup(self, options: Options, seats: int, tables: Tables | None = None, tell: Tell = ignore) -> State:
        return State(options, tables or Tables(), (0,) * seats, 0)

    def node(self, state: State) -> Node:
        if state.step == 0:
            return Decide(tuple(range(len(state.points))))
        if state.step == 1:
            return Chance(("coin",))
        turn = state.step - 2
        if turn >= (ENDLESS if state.options.endless else len(state.points)):
            return Over()
        return Decide((turn % len(state.points),))

    def legal(self, state: State, seat: int) -> tuple[Take, ...]:
        node = self.node(state)
        asked = isinstance(node, Decide) and seat in node.seats
        return tuple(Take(many) for many in range(state.tables.most + 1)) if asked else ()

    def apply(self, state: State, actions: Mapping[int, Take], tell: Tell = ignore) -> State:
        points = list(state.points)
        for seat, action in actions.items():
            assert action in self.legal(state, seat)
            points[seat] += action.many * (2 if seat == state.lucky else 1)
        return replace(state, points=tuple(points), step=state.step + 1)

    def outcomes(self, state: State) -> Sequence[tuple[Coin, Fraction]]:
        return [(Coin(seat), Fraction(1, len(state.points))) for seat in range(len(state.points))]

    def sample(self, state: State, draw: Draw) -> Coin:
        return Coin(draw.below(len(state.points)))

    def resolve(self, state: State, outcome: Coin, tell: Tell = ignore) -> State:
        points = tuple(value + (seat == outcome.seat) for seat, value in enumerate(state.points))
        return replace(state, points=points, step=state.step + 1)

    def view(self, state: State, seat: int) -> View:
        return View(seat, state.points, state.lucky == seat, state.step)

    def imagine(self, options: Options, seats: int, tables: Tables, view: View, draw: Draw) -> State:
        others = [seat for seat in range(seats) if seat != view.seat]
        lucky = view.seat if view.lucky else others[draw.below(len(others))]
        return State(options, tables, view.points, lucky, view.step)

    def default(self, state: State, seat: int) -> Take:
        return Take(0)

    def score(self, state: State) -> tuple[int, ...]:
        return state.points

    def places(self, state: State) -> tuple[int, ...]:
        return ranking(state.points)

    def narrate(self, events: Any, names: Any, tables: Any) -> Any:
        return iter(())


TOY: AnyGame = Toy()
