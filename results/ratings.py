"""TrueSkill ratings as a fold over rows in schedule order: who finished first plays no part."""

from collections.abc import Callable, Iterable, Sequence
from math import isfinite

from msgspec import Struct

from results.rows import Row
from results.trueskill_fast import Belief, draw_margin, rate

# Shares of two bots with one place, as found in matches of equal house bots: 2 to 6 of 100.
DRAW = 0.05
LEAST_DRAW, MOST_DRAW = 0.001, 0.9
LEAST_BETA, MOST_BETA = 0.01, 10_000.0  # beyond, a match would tell everything or nothing, and numbers run out


class Settings(Struct, frozen=True, kw_only=True):
    """What TrueSkill assumes. Skills do not drift: an entrant is one version of a bot, so tau is 0."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0
    beta: float = 25.0 / 6.0  # how much luck and form move one match
    draw: float = DRAW  # how often two equal bots share a place
    package: bool = False  # rated by the `trueskill` package itself, which takes much longer

    def __post_init__(self) -> None:
        if not (isfinite(self.mu) and 0.0 < self.sigma < float("inf")):
            raise ValueError("sigma must be a number above 0")
        if not LEAST_BETA <= self.beta <= MOST_BETA:
            raise ValueError(f"beta must be between {LEAST_BETA} and {MOST_BETA:g}")
        if not LEAST_DRAW <= self.draw <= MOST_DRAW:
            raise ValueError(f"the share of draws must be between {LEAST_DRAW} and {MOST_DRAW}")


class Rating(Struct, frozen=True):
    """What is believed of a bot's skill: a mean and how far off it may be."""

    mu: float
    sigma: float

    @property
    def conservative(self) -> float:
        """The skill that the bot has almost surely."""
        return self.mu - 3.0 * self.sigma


DEFAULT = Settings()


def ratings(rows: Iterable[Row], settings: Settings = DEFAULT) -> dict[str, Rating]:
    """The rating of everybody who sat at a table, in the order of their first match. Void rows change nothing."""
    prior = (settings.sigma**-2, settings.mu * settings.sigma**-2)
    beliefs: dict[str, Belief] = {}
    beta, margin = settings.beta, draw_margin(settings.draw, settings.beta)
    update = _of_the_package() if settings.package else rate
    for row in sorted(rows, key=_number):
        before = [beliefs.setdefault(name, prior) for name in row.entrants]
        if not row.counts:
            continue
        after = update(before, row.places, beta, margin)
        if len(set(row.entrants)) < len(after):
            after = _one_voice(row.entrants, after)
        beliefs.update(zip(row.entrants, after, strict=True))
    return {name: Rating(product / precision, precision**-0.5) for name, (precision, product) in beliefs.items()}


def _of_the_package() -> Callable[[Sequence[Belief], Sequence[int], float, float], list[Belief]]:
    from results.trueskill_package import rate  # loaded for those only who ask for it

    return rate


def _number(row: Row) -> int:
    return row.number


def _one_voice(entrants: Sequence[str], after: list[Belief]) -> list[Belief]:
    """For a bot that has several seats at a table, the mean of what they taught: a match is one voice about a bot."""
    seats: dict[str, list[Belief]] = {}
    for name, belief in zip(entrants, after, strict=True):
        seats.setdefault(name, []).append(belief)
    means = {name: (_mean(b[0] for b in own), _mean(b[1] for b in own)) for name, own in seats.items()}
    return [means[name] for name in entrants]


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers)
