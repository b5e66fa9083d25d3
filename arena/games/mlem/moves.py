"""What players can do and what luck can bring, as values that go over the wire as they are."""

from functools import cache
from itertools import combinations
from typing import TypeAlias, TypeVar

from msgspec import Struct

from arena.games.api import Seat
from arena.games.mlem.tables import Ability, Cat, Face, Groups

Item = TypeVar("Item")


class Keep(Struct, frozen=True, tag_field="do", tag="keep"):
    """Keep these three of the missions dealt."""

    missions: tuple[str, ...]


class Board(Struct, frozen=True, tag_field="do", tag="board"):
    """Put this cat on the rocket."""

    cat: Cat


class Travel(Struct, frozen=True, tag_field="do", tag="travel"):
    """Move by these groups of dice, by the boosters of these seats, and by or with the expedition token's ability."""

    faces: tuple[Face, ...] = ()
    boosters: tuple[Seat, ...] = ()
    ability: bool = False


class Reroll(Struct, frozen=True, tag_field="do", tag="reroll"):
    """Roll all available dice again, by the expedition token's ability."""


class Crash(Struct, frozen=True, tag_field="do", tag="crash"):
    """Let the rocket crash although something could save it."""


class Regain(Struct, frozen=True, tag_field="do", tag="regain"):
    """Take one die back, or not."""

    take: bool


class Stay(Struct, frozen=True, tag_field="do", tag="stay"):
    """Stay aboard."""


class Leave(Struct, frozen=True, tag_field="do", tag="leave"):
    """Leave the rocket for this moon group, planet or the galaxy."""

    to: str


class GoHome(Struct, frozen=True, tag_field="do", tag="go_home"):
    """Do not use the parachute."""


Action: TypeAlias = Keep | Board | Travel | Reroll | Crash | Regain | Stay | Leave | GoHome


class Roll(Struct, frozen=True, tag_field="luck", tag="roll"):
    """The dice, grouped."""

    groups: Groups


class Turned(Struct, frozen=True, tag_field="luck", tag="turned"):
    """The next expedition token, by its place in the board's list."""

    token: int


class Laid(Struct, frozen=True, tag_field="luck", tag="laid"):
    """The next exploration token, by its field."""

    field: int


class Dealt(Struct, frozen=True, tag_field="luck", tag="dealt"):
    """The missions of one seat."""

    missions: tuple[str, ...]


Outcome: TypeAlias = Roll | Turned | Laid | Dealt

REROLL, CRASH, STAY, GO_HOME = Reroll(), Crash(), Stay(), GoHome()
REGAIN = (Regain(True), Regain(False))


@cache
def choices(usable: tuple[Face, ...], boosters: tuple[Seat, ...], ability: Ability | None) -> tuple[Action, ...]:
    """All that a captain may do with these allowed groups, unused boosters and this extra ability."""
    announced = (False, True) if ability in ("extra_dice", "keep_dice") else (False,)
    actions: list[Action] = [
        Travel(faces, used, announce)
        for announce in announced
        for used in subsets(boosters)
        for faces in subsets(usable)
        if faces or used or (announce and ability == "extra_dice")
    ]
    if ability == "reroll":
        actions.append(REROLL)
    if not usable:
        actions.append(CRASH)
    return tuple(actions)


@cache
def boarding(home: tuple[Cat, ...]) -> tuple[Action, ...]:
    """Any cat that is still at home."""
    return tuple(Board(cat) for cat in home)


@cache
def leaving(ways: tuple[str, ...], otherwise: Stay | GoHome) -> tuple[Action, ...]:
    """What a rider with these ways out may do."""
    return (*(Leave(way) for way in ways), otherwise)


@cache
def keeping(dealt: tuple[str, ...], kept: int) -> tuple[Action, ...]:
    """Every different choice among the missions dealt, of which two can be alike."""
    return tuple(dict.fromkeys(Keep(chosen) for chosen in combinations(dealt, kept)))


def subsets(items: tuple[Item, ...]) -> list[tuple[Item, ...]]:
    """All subsets, the empty one first, each in the order of the items."""
    return [chosen for size in range(len(items) + 1) for chosen in combinations(items, size)]
