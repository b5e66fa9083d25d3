"""What the bots of a tournament used: time, processor and memory, out of what the clock noted in every record."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from arena.clock import Use
from results.rows import Row
from results.tables import Column, Table

LEGEND = (
    "wall, CPU and waiting for a core: for one decision, on average; idle CPU, in the others' turns, and log: for one "
    "match; slowest and memory: the most ever."
)
COLUMNS = (
    *(Column("bot", text=True), Column("matches"), Column("decisions")),
    *(Column("wall_ms", 2), Column("cpu_ms", 2), Column("wait_ms", 2), Column("slowest_ms", 1)),
    *(Column("idle_cpu_s", 2), Column("memory_mib", 1), Column("log_kib", 1)),
)


class Total(Struct):
    """What one bot used in all its matches."""

    matches: int = 0
    decisions: int = 0
    wall: int = 0
    cpu: int = 0
    wait: int = 0
    slowest: int = 0
    idle: int = 0
    memory: int = 0
    log: int = 0

    def add(self, use: Use) -> None:
        self.matches += 1
        self.decisions += use.decisions
        self.wall += use.wall
        self.cpu += use.cpu
        self.wait += use.wait
        self.slowest = max(self.slowest, use.slowest)
        self.idle += use.idle
        self.memory = max(self.memory, use.memory)
        self.log += use.log


def totals(played: Iterable[tuple[Row, Sequence[Use]]]) -> dict[str, Total]:
    """By bot. A bot that sits twice at a table has used both."""
    found: dict[str, Total] = {}
    for row, uses in played:
        for name, use in zip(row.entrants, uses, strict=False):
            found.setdefault(name, Total()).add(use)
    return found


def resources_table(played: Iterable[tuple[Row, Sequence[Use]]], part: tuple[str, str | int] | None = None) -> Table:
    """A line for each bot, who needs most processor time first: means for one decision, the slowest decision, CPU time
    in the others' turns and writing to stderr for one match, and the most memory ever."""
    ordered = sorted(totals(played).items(), key=lambda item: (-_share(item[1].cpu, item[1].decisions), item[0]))
    return Table(COLUMNS, [_line(name, total) for name, total in ordered], part)


def _line(name: str, total: Total) -> tuple[str | int | float, ...]:
    each = total.decisions * 1000
    return (
        *(name, total.matches, total.decisions),
        *(_share(total.wall, each), _share(total.cpu, each), _share(total.wait, each), total.slowest / 1e3),
        *(
            _share(total.idle, total.matches * 1_000_000),
            total.memory / (1 << 20),
            _share(total.log, total.matches << 10),
        ),
    )


def _share(whole: float, parts: int) -> float:
    return whole / parts if parts else 0.0
