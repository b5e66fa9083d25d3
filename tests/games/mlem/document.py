"""The parts of `docs/games/mlem.md` that follow from the definitions: actions, outcomes, events and a view on the wire.

`python -m tests.games.mlem.document` writes them anew between their markers; a test fails while they are stale.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from textwrap import indent

import msgspec
from msgspec import Struct

from arena.games.mlem import MLEM
from arena.games.mlem import events as told
from arena.games.mlem.moves import (
    CRASH,
    GO_HOME,
    REROLL,
    STAY,
    Board,
    Dealt,
    Keep,
    Laid,
    Leave,
    Outcome,
    Regain,
    Roll,
    Travel,
    Turned,
)
from arena.games.mlem.state import Goal
from arena.games.mlem.tables import Cat
from arena.games.mlem.view import View

PATH = Path(__file__).parents[3] / "docs" / "games" / "mlem.md"
MARKED = re.compile(r"(<!-- generated: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

ACTIONS: tuple[Struct, ...] = (
    Keep(("M1", "P2", "P5")),
    Board(Cat.NAVIGATOR),
    Travel(faces=(2, "flame"), boosters=(1,), ability=False),
    REROLL,
    CRASH,
    Regain(take=True),
    STAY,
    Leave("M3"),
    GO_HOME,
)
OUTCOMES: tuple[Struct, ...] = (
    Roll(((1, 1), (2, 3), ("flame", 2))),
    Turned(5),
    Laid(14),
    Dealt(("M1", "M1", "P2", "P5")),
)
EVENTS: tuple[Struct, ...] = (
    told.TokenLaid(14, "points", 2),
    told.MissionsDealt(0, ("M1", "M1", "P2", "P5"), only=0),
    told.MissionsKept(0, ("M1", "P2", "P5"), only=0),
    told.ExpeditionBegan(expedition=1, starter=0, dice=6),
    told.TokenTurned(token=5, ufo=25, dice=4, ability="extra_dice", extra=(2, 2, 3)),
    told.Boarded(0, Cat.NAVIGATOR),
    told.Launched(field=3, captain=0),
    told.Rolled(0, 3, ((1, 1), (2, 1), ("flame", 2))),
    told.AbilityUsed(0, "extra_dice", (2, 2)),
    told.Moved(0, start=3, to=10, faces=(2,), boosters=(1,), dice=3),
    told.TokenTaken(0, "exploration", 14, 2),
    told.TokenResolved(0, 9, "wormhole"),
    told.Regained(0, dice=4),
    told.Wormhole(start=9, to=13),
    told.Stayed(0, Cat.NAVIGATOR),
    told.Landed(1, Cat.MOON, "M2", "rocket"),
    told.Scored(1, 6, "moon", "M2"),
    told.GoalTaken(1, Goal.FOUR_MOONS),
    told.DieLost(captain=0, dice=2),
    told.CaptainChanged(1),
    told.Crashed(captain=1, field=8, allowed=(2, 4), crashes=3),
    told.WentHome(1, Cat.DEEP),
    told.GameEnded("crashes"),
)


def example_view() -> View:
    """What a captain sees after its first roll, as both players of a game with all variants are aboard."""
    state = MLEM.setup(MLEM.options("ufo+exploration+missions"), 2)
    luck: list[Outcome] = [
        *map(Laid, (6, 9, 14, 20, 23)),
        Dealt(("M1", "M4", "P2", "P5")),
        Dealt(("M1", "M2", "M3", "P4")),
    ]
    for outcome in luck:
        state = MLEM.resolve(state, outcome)
    state = MLEM.apply(state, {0: Keep(("M1", "M4", "P2")), 1: Keep(("M2", "M3", "P4"))})
    state = MLEM.resolve(state, Turned(5))
    for seat, cat in enumerate((Cat.NAVIGATOR, Cat.BOOSTER)):
        state = MLEM.apply(state, {seat: Board(cat)})
    return MLEM.view(MLEM.resolve(state, Roll(((1, 1), (2, 2), (4, 1)))), 0)


def fill(document: str) -> str:
    """The document with all that is generated in it made anew."""
    return MARKED.sub(lambda found: f"{found[1]}{BLOCKS[found[2]]}\n{found[3]}", document)


def _table(head: str, structs: Iterable[Struct]) -> str:
    rows = (f"| `{wire(struct)}` | {_meaning(struct)} |" for struct in structs)
    return "\n".join((f"| {head} | meaning |", "|---|---|", *rows))


def _meaning(struct: Struct) -> str:
    return " ".join((type(struct).__doc__ or "").split())


def wire(value: object) -> str:
    """A value as JSON, with spaces: the same maps, lists, numbers and texts that go over the wire as msgpack."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def _view() -> str:
    fields = msgspec.to_builtins(example_view()).items()
    lines = (f'"{name}": {wire(value)}' for name, value in fields)
    return "```text\n{\n" + indent(",\n".join(lines), "  ") + "\n}\n```"


BLOCKS = {
    "view": _view(),
    "actions": _table("action", ACTIONS),
    "outcomes": _table("outcome", OUTCOMES),
    "events": _table("event", EVENTS),
}


if __name__ == "__main__":
    PATH.write_text(fill(PATH.read_text(encoding="utf-8")), encoding="utf-8")
