"""The whole position of a game as one frozen value. The stacks are sets of what is left in them: their order is luck
that has not happened yet, so there is nothing here that a view would have to hide but the missions."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from arena.games.api import Seat
from arena.games.mlem.moves import Action
from arena.games.mlem.options import Options
from arena.games.mlem.tables import Board, Cat, Groups


class Goal(StrEnum):
    """The four goals, each for the first player only."""

    FOUR_PLANETS = "four_planets"
    THREE_ON_PLANET = "three_on_planet"
    FOUR_MOONS = "four_moons"
    TWO_DEEP = "two_deep"


class Phase(StrEnum):
    """What the table waits for: luck in the first four, players in the next six, nobody in the last."""

    LAY = "lay"  # exploration tokens on the mat
    DEAL = "deal"  # missions
    TURN = "turn"  # the next expedition token
    ROLL = "roll"
    KEEP = "keep"  # three missions, all players at once
    BOARD = "board"
    TRAVEL = "travel"
    REGAIN = "regain"
    LAND = "land"
    PARACHUTE = "parachute"
    OVER = "over"


class Rider(Struct, frozen=True, array_like=True):
    """A cat away from home, and whose it is."""

    seat: Seat
    cat: Cat


Space: TypeAlias = tuple[tuple[Rider, ...], ...]  # who stands on each of `Board.bodies`, in order of arrival


class Player(Struct, frozen=True):
    """What one player has."""

    home: tuple[Cat, ...]
    points: int = 0  # from moons, deep space and goals
    tokens: tuple[int, ...] = ()  # UFO and exploration tokens kept face down, worth this at the end
    dealt: tuple[str, ...] | None = ()  # missions; None in the view of another seat
    missions: tuple[str, ...] | None = ()  # the missions kept; None in the view of another seat


class Setting(Struct, frozen=True):
    """What stays the same for the whole game."""

    options: Options
    seats: int
    board: Board


class State(Struct, frozen=True):
    """A position."""

    setting: Setting
    phase: Phase
    players: tuple[Player, ...]
    space: Space
    goals: tuple[Seat | None, ...] = (None, None, None, None)  # who took each `Goal`
    crashes: int = 0
    asked: Seat = 0  # who owes an action, or is dealt missions
    legal: tuple[Action, ...] = ()  # what that seat may do; empty where luck, nobody or everybody at once is waited for
    # this expedition
    expedition: int = 0  # counted from 1
    aboard: tuple[Rider, ...] = ()  # in rocket order; the first one's owner is the captain
    field: int = 0
    dice: int = 0  # available
    spent: tuple[Seat, ...] = ()  # whose boosters were used
    rolls: int = 0  # travel phases before this one
    rerolled: bool = False
    roll: Groups = ()
    # variants
    token: int | None = None  # the expedition token turned up
    ability: bool = False  # its extra ability has not been used
    ufo: int = 0  # field
    ufo_taken: int = 0
    turns_left: tuple[int, ...] = ()  # expedition tokens not yet turned, by place in the board's list
    face_up: tuple[int, ...] = ()  # fields with an exploration token
    stack: tuple[int, ...] = ()  # fields of the exploration tokens not yet drawn
    to_lay: int = 0  # exploration tokens to be drawn before anything else
