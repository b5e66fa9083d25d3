"""How a tournament goes, for whoever watches: a line that is drawn anew on a terminal, plain lines elsewhere."""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Protocol, TextIO

from arena.fixture import Fixture
from protocol.text import printable
from results.rows import Row

REFRESH = 0.25  # seconds between two drawings: drawing stalls the loop
PLAIN = 10.0  # seconds between two lines where nobody watches
WIDTH = 24  # of the bar
COLUMNS = 80


class Tail(Protocol):
    """What the results so far say, in a few words at the end of the line."""

    def played(self, row: Row) -> None:
        """One more match, in the order in which they end."""

    def __str__(self) -> str: ...


class Leaders:
    """Who beat the greatest share of its opponents so far: good enough to watch."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._shares: dict[str, float] = {}
        self._matches: Counter[str] = Counter()
        for row in rows:  # of the runs before this one
            self.played(row)

    def played(self, row: Row) -> None:
        for name, place in zip(row.entrants, row.places, strict=False):
            beaten = sum(other > place for other in row.places) + (row.places.count(place) - 1) / 2
            self._shares[name] = self._shares.get(name, 0.0) + beaten / (len(row.places) - 1)
            self._matches[name] += 1

    def __str__(self) -> str:
        shares = {name: self._shares[name] / self._matches[name] for name in self._matches}
        best = sorted(shares, key=lambda name: (-shares[name], name))[:3]
        return f"leading: {', '.join(f'{printable(name)} {shares[name]:.0%}' for name in best)}"


class Progress:
    """A bar with rate, time left and what the results so far say, on stderr."""

    def __init__(
        self, *, verbose: bool = False, quiet: bool = False, out: TextIO | None = None, tail: Tail | None = None
    ) -> None:
        self._tail = tail or Leaders()
        self._verbose = verbose
        self._quiet = quiet
        self._out = out or sys.stderr
        self._terminal = self._out.isatty()
        self._total = self._done = self._here = 0
        self._begin = time.monotonic()
        self._drawn = 0.0

    def scheduled(self, total: int, played: int) -> None:
        self._total, self._done = total, played

    def played(self, row: Row) -> None:
        self._done += 1
        self._here += 1
        self._tail.played(row)
        if self._verbose:
            self._line(_told(row))
        self._draw()

    def failed(self, fixture: Fixture, why: str) -> None:
        self._line(f"match {fixture.match}: the arena failed, played again: {printable(why)}")

    def warned(self, text: str) -> None:
        self._line(printable(text))

    def close(self) -> None:
        """Leave a terminal clean, and everywhere else how it stood at the end."""
        self._clear()
        if self._here and not (self._terminal or self._quiet or self._verbose):
            print(self._status(time.monotonic()), file=self._out, flush=True)

    def _clear(self) -> None:
        if self._terminal and not self._quiet:
            self._out.write("\r\x1b[K")
            self._out.flush()

    def _line(self, text: str) -> None:
        if not self._quiet:
            self._clear()
            print(text, file=self._out, flush=True)

    def _draw(self) -> None:
        now = time.monotonic()
        if self._quiet or now - self._drawn < (REFRESH if self._terminal else PLAIN):
            return
        self._drawn = now
        if self._terminal:
            self._out.write(f"\r\x1b[K{self._status(now)[: self._columns() - 1]}")  # in the last one, some wrap
            self._out.flush()
        elif not self._verbose:
            print(self._status(now), file=self._out, flush=True)

    def _columns(self) -> int:
        """Of the terminal as it is now; one that does not say has 80."""
        try:
            return os.get_terminal_size(self._out.fileno()).columns or COLUMNS
        except OSError:
            return COLUMNS

    def _status(self, now: float) -> str:
        rate = self._here / max(now - self._begin, 1e-9)
        left = (self._total - self._done) / rate if rate else 0.0
        filled = WIDTH * self._done // max(self._total, 1)
        bar = "#" * filled + "." * (WIDTH - filled)
        return (
            f"[{bar}] {self._done}/{self._total} matches, {rate:.1f}/s, "
            f"{int(left) // 60}:{int(left) % 60:02} left, {self._tail}"
        )


def _told(row: Row) -> str:
    if not row.counts:
        return f"match {row.match} ({row.variants}): void: {printable(row.void)}"
    seats = ", ".join(
        f"{place}. {printable(name)} {points}" + (f" ({ended})" if ended != "played" else "")
        for place, name, points, ended in sorted(zip(row.places, row.entrants, row.points, row.ended, strict=True))
    )
    return f"match {row.match} ({row.variants}): {seats}"
