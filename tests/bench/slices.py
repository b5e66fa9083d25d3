"""Measuring on a machine that others use too: rounds of short slices, everything that is compared in every round, so
that a noisy moment hits all alike; then medians and quartiles over the rounds. Seconds are processor time: what others
take from this process is not counted."""

from collections.abc import Callable, Mapping
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple


class Effort(NamedTuple):
    """How long to measure."""

    rounds: int
    seconds: float  # of one slice, which ends with the piece of work begun in it
    games: int  # pieces of work in a round, where work is counted and not timed
    at_once: tuple[int, ...]  # matches beside each other, from one to the most


FULL = Effort(rounds=11, seconds=0.05, games=6, at_once=(1, 2, 8))
QUICK = Effort(rounds=2, seconds=0.0, games=1, at_once=(1, 2))

Work = Callable[[], int]  # plays one game and says how many decisions it had


class Rate(NamedTuple):
    """What one slice did in a second."""

    games: float
    decisions: float


def interleaved(works: Mapping[str, Work], effort: Effort) -> dict[str, list[Rate]]:
    """The rates of every work, one for each round."""
    rates: dict[str, list[Rate]] = {name: [] for name in works}
    for _ in range(effort.rounds):
        for name, work in works.items():
            rates[name].append(_slice(work, effort.seconds))
    return rates


def _slice(work: Work, seconds: float) -> Rate:
    games = decisions = 0
    start = now = process_time()
    while not games or now - start < seconds:
        decisions += work()
        games += 1
        now = process_time()
    return Rate(games / (now - start), decisions / (now - start))


def spread(values: list[float], form: str = ",.0f") -> str:
    """The median, and the quartiles around it."""
    low, _, high = quantiles(values, n=4, method="inclusive")
    return f"{median(values):{form}} ({low:{form}} to {high:{form}})"


def judged(what: str, met: bool, found: str) -> str:
    """An aim, and whether it was met."""
    return f"Aim: {what}. {'Met' if met else 'NOT met'} in this run: {found}."
