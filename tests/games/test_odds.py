"""What a game says about its luck is what its luck does: `outcomes` against `sample`, by Pearson's chi-square.

All seeds are fixed, so nothing here fails by chance; the bound says how surprising a sample may be at all.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from arena.games.api import Chance
from arena.games.chance import Draw, Item, Key, KeyedDraw, RandomDraw
from arena.games.mlem import MLEM
from arena.games.mlem.moves import Dealt, Laid
from arena.games.mlem.state import Phase, State

SURPRISING = 1e-6
Odds: TypeAlias = Sequence[tuple[Any, Fraction]]


def keyed(key: Key) -> Iterator[Draw]:
    """One key under many seeds, as many matches see it."""
    number = 0
    while True:
        yield KeyedDraw(number.to_bytes(16, "big"), key)
        number += 1


def random(key: Key) -> Iterator[Draw]:
    draw = RandomDraw(Random(repr(key)))
    while True:
        yield draw


def tail(x: float, freedom: int) -> float:
    """The chance of a chi-square above x: exact, by the recurrence from one or two degrees of freedom upwards."""
    half = x / 2
    tail = math.erfc(math.sqrt(half)) if freedom % 2 else math.exp(-half)
    for k in range(2 - freedom % 2, freedom, 2):
        tail += math.exp(k / 2 * math.log(half) - half - math.lgamma(k / 2 + 1))
    return tail


def surprise(odds: Odds, sample: Callable[[], Any], size: int) -> float:
    """How likely so bad a fit is. Neighbouring outcomes share a bin until each is expected twenty times."""
    counts = Counter(sample() for _ in range(size))
    assert set(counts) <= {outcome for outcome, _ in odds}
    bins: list[tuple[float, int]] = [(0.0, 0)]
    for outcome, chance in odds:
        if bins[-1][0] >= 20:
            bins.append((0.0, 0))
        bins[-1] = (bins[-1][0] + float(chance * size), bins[-1][1] + counts[outcome])
    if len(bins) > 1 and bins[-1][0] < 20:
        (expected, seen), (more, there) = bins.pop(), bins.pop()
        bins.append((expected + more, seen + there))
    return tail(sum((seen - expected) ** 2 / expected for expected, seen in bins), len(bins) - 1)


def positions() -> Iterator[tuple[str, State]]:
    """Every kind of luck, early and late."""
    start = MLEM.setup(MLEM.options("base"), 2)
    flying = replace(start, phase=Phase.ROLL, legal=())
    yield from ((f"roll of {dice}", replace(flying, dice=dice)) for dice in range(1, 7))
    full = MLEM.setup(MLEM.options("ufo+exploration+missions"), 5)
    yield "first exploration token", full
    for field in (4, 9, 12, 17, 20):
        full = MLEM.resolve(full, Laid(field))
    yield "first deal", full
    full = MLEM.resolve(full, Dealt(("M1", "M1", "P1", "P2")))
    yield "second deal", full
    yield "expedition token", replace(full, phase=Phase.TURN)
    yield "late expedition token", replace(full, phase=Phase.TURN, turns_left=(0, 3, 13))
    yield "late exploration token", replace(full, phase=Phase.LAY, stack=(5, 10, 11, 23))


def _next(state: State, luck: Iterator[Draw]) -> Any:
    return MLEM.sample(state, next(luck))


@pytest.mark.parametrize("draws", [keyed, random])
@pytest.mark.parametrize("state", [pytest.param(state, id=name) for name, state in positions()])
def test_samples_fall_as_the_outcomes_say(state: State, draws: Callable[[Key], Iterator[Draw]]) -> None:
    node = MLEM.node(state)
    assert isinstance(node, Chance)
    luck = draws(node.key)
    assert surprise(MLEM.outcomes(state) or (), partial(_next, state, luck), 3000) > SURPRISING


def test_an_imagined_hand_falls_as_the_deal_says() -> None:
    state = MLEM.resolve(MLEM.setup(MLEM.options("missions"), 2), Dealt(("M1", "M1", "P1", "P2")))
    odds = [(outcome.missions, chance) for outcome, chance in MLEM.outcomes(state) or () if isinstance(outcome, Dealt)]
    dealt = MLEM.resolve(state, Dealt(("M2", "M3", "P4", "P5")))
    view, draw = MLEM.view(dealt, 0), RandomDraw(Random(1))

    def imagined() -> tuple[str, ...] | None:
        return MLEM.imagine(MLEM.options("missions"), 2, MLEM.tables(), view, draw).players[1].dealt

    assert surprise(odds, imagined, 3000) > SURPRISING


class Loaded:
    """A die that shows its first face a little too often."""

    def __init__(self) -> None:
        self._fair, self._random = RandomDraw(Random(2)), Random(3)

    def below(self, n: int) -> int:
        return 0 if self._random.random() < 0.07 else self._fair.below(n)

    def first(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]


def test_a_loaded_draw_is_noticed() -> None:
    states, draw = dict(positions()), Loaded()
    for name in ("roll of 6", "first exploration token", "expedition token"):
        state = states[name]
        assert surprise(MLEM.outcomes(state) or (), partial(MLEM.sample, state, draw), 3000) < SURPRISING


@pytest.mark.parametrize(
    ("x", "freedom", "chance"),
    # from printed tables of the distribution
    [
        (3.841, 1, 0.05),
        (5.991, 2, 0.05),
        (11.345, 3, 0.01),
        (18.307, 10, 0.05),
        (27.877, 9, 0.001),
        (124.342, 100, 0.05),
    ],
)
def test_the_tail_is_that_of_the_tables(x: float, freedom: int, chance: float) -> None:
    assert tail(x, freedom) == pytest.approx(chance, rel=0.002)


@pytest.mark.proof
@pytest.mark.parametrize("draws", [keyed, random])
def test_many_samples_fall_as_the_outcomes_say(
    draws: Callable[[Key], Iterator[Draw]], capsys: pytest.CaptureFixture[str]
) -> None:
    least, size = 1.0, 50_000
    for name, state in positions():
        node = MLEM.node(state)
        assert isinstance(node, Chance)
        luck = draws(node.key)
        found = surprise(MLEM.outcomes(state) or (), partial(_next, state, luck), size)
        assert found > SURPRISING, name
        least = min(least, found)
    with capsys.disabled():
        print(f"\n{draws.__name__} luck: {size} samples of each kind, the most surprising has p = {least:.4f}")
