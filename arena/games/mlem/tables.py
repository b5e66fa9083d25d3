"""The mat and the tokens: all the numbers of the game that are printed and not spoken of in the rules.

A `Board` is what a board file says, put in the order in which the rules look things up. It is also what a bot is sent.
"""

from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from msgspec import Struct

Face: TypeAlias = int | Literal["flame"]
FLAME: Literal["flame"] = "flame"
Kind: TypeAlias = Literal["moons", "planet", "deep"]
Ability: TypeAlias = Literal["extra_dice", "keep_dice", "reroll"]
Effect: TypeAlias = Literal["points", "regain", "wormhole"]

Groups: TypeAlias = tuple[tuple[Face, int], ...]  # a roll: how many dice show each face, faces not rolled left out

DEEP = 26  # the last field, printed as +
WORMHOLE = 4  # fields ahead
FACE_UP = 5  # exploration tokens on the mat
DEALT, KEPT = 4, 3  # missions


class Cat(StrEnum):
    """The eight cats that every player has, each with its power."""

    SATELLITE = "satellite"
    NAVIGATOR = "navigator"
    PARACHUTE = "parachute"
    MOON = "moon"
    PLANET = "planet"
    DEEP = "deep"
    SABOTEUR = "saboteur"
    BOOSTER = "booster"

    __hash__ = str.__hash__  # an enum's own is written in Python, and a search looks up cats all the time


class Field(Struct, frozen=True):
    """A field of the rocket's track: which faces may be used on leaving it, what a flame moves, what lies beside it."""

    faces: tuple[Face, ...]
    flame: int
    body: int | None  # place in `Board.bodies`
    near: tuple[int, ...]  # what a navigator can reach from here: this field's body first, then one lower, one higher


class Body(Struct, frozen=True):
    """Where a cat can stand. Points: of each moon, the best first; of a planet for most cats, second most, the rest."""

    id: str
    kind: Kind
    points: tuple[int, ...]


class ExpeditionToken(Struct, frozen=True):
    """Turned up at the start of an expedition in the variant `ufo`."""

    ufo: int
    dice: int
    ability: Ability
    extra: tuple[Face, ...] = ()


class ExplorationToken(Struct, frozen=True):
    """Lies on the field of its number in the variant `exploration`."""

    field: int
    effect: Effect
    points: int = 0


class Board(Struct, frozen=True):
    """One edition of the mat with its tokens."""

    name: str
    edition: str
    dice: int
    faces: tuple[Face, ...]  # of one die
    fields: tuple[Field, ...]  # 0 to 26
    bodies: tuple[Body, ...]  # moons and planets along the track, then comet and galaxy
    satellite: int
    goal: int
    crashes: int
    ufo: tuple[int, ...]  # the UFO tokens, top first
    missions: tuple[int, ...]  # points for 0, 1, 2, 3 missions done
    mission_copies: int
    expedition_tokens: tuple[ExpeditionToken, ...]
    exploration_tokens: tuple[ExplorationToken, ...]

    @property
    def comet(self) -> int:
        return len(self.bodies) - 2

    @property
    def galaxy(self) -> int:
        return len(self.bodies) - 1

    def groups(self) -> tuple[Face, ...]:
        """The different faces of a die in the order in which groups are told."""
        return tuple(dict.fromkeys(self.faces))


@cache
def reconstructed() -> Board:
    """The mat that ships with the game. It is a reconstruction, not the published one."""
    from arena.games.mlem.boardfile import read

    return read(files(__package__).joinpath("reconstructed.toml").read_text("utf-8"))
