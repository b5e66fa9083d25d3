"""Every change of the position, told. Two kinds are for one seat only, all others for everybody."""

from typing import Literal, TypeAlias

from arena.games.api import Event, Seat
from arena.games.mlem.state import Goal
from arena.games.mlem.tables import Ability, Cat, Effect, Face, Groups

How: TypeAlias = Literal["rocket", "navigator", "parachute"]
Source: TypeAlias = Literal["moon", "deep", "goal", "planet", "token", "missions"]
Ending: TypeAlias = Literal["crashes", "all_in_space"]


class TokenLaid(Event, frozen=True, tag="token_laid"):
    """An exploration token is drawn and lies face up on its field."""

    field: int
    effect: Effect
    points: int


class MissionsDealt(Event, frozen=True, tag="missions_dealt"):
    """Four secret missions for one player. For that player only."""

    seat: Seat
    missions: tuple[str, ...]


class MissionsKept(Event, frozen=True, tag="missions_kept"):
    """The three that the player keeps. For that player only."""

    seat: Seat
    missions: tuple[str, ...]


class ExpeditionBegan(Event, frozen=True, tag="expedition_began"):
    """A new expedition, with all its dice but those that the expedition token will leave out."""

    expedition: int
    starter: Seat
    dice: int


class TokenTurned(Event, frozen=True, tag="token_turned"):
    """The expedition token of this expedition: the UFO has moved to `ufo`, the captain has `dice` dice."""

    token: int
    ufo: int
    dice: int
    ability: Ability
    extra: tuple[Face, ...]


class Boarded(Event, frozen=True, tag="boarded"):
    """A cat leaves home and takes the next place in the rocket."""

    seat: Seat
    cat: Cat


class Launched(Event, frozen=True, tag="launched"):
    """Everybody is aboard; the rocket stands on `field` under this captain."""

    field: int
    captain: Seat


class Rolled(Event, frozen=True, tag="rolled"):
    """The captain rolled all available dice."""

    seat: Seat
    field: int
    groups: Groups


class AbilityUsed(Event, frozen=True, tag="ability_used"):
    """The expedition token's extra ability is spent; `extra`: the printed dice that count here."""

    seat: Seat
    ability: Ability
    extra: tuple[Face, ...]


class Moved(Event, frozen=True, tag="moved"):
    """The rocket advanced by the captain's choice; `dice` are available after it, the used ones being set aside."""

    seat: Seat
    start: int
    to: int
    faces: tuple[Face, ...]
    boosters: tuple[Seat, ...]
    dice: int


class TokenTaken(Event, frozen=True, tag="token_taken"):
    """The captain keeps a token worth `points` at the end, face down."""

    seat: Seat
    kind: Literal["ufo", "exploration"]
    field: int
    points: int


class TokenResolved(Event, frozen=True, tag="token_resolved"):
    """An exploration token that is not kept leaves the mat."""

    seat: Seat
    field: int
    effect: Effect


class Regained(Event, frozen=True, tag="regained"):
    """The captain took one die back; `dice` are available now."""

    seat: Seat
    dice: int


class Wormhole(Event, frozen=True, tag="wormhole"):
    """The rocket jumped ahead."""

    start: int
    to: int


class Stayed(Event, frozen=True, tag="stayed"):
    """A player who could have left stays aboard."""

    seat: Seat
    cat: Cat


class Landed(Event, frozen=True, tag="landed"):
    """A cat left the rocket and stands on this body for the rest of the game."""

    seat: Seat
    cat: Cat
    body: str
    how: How


class Scored(Event, frozen=True, tag="scored"):
    """Points for a player, with the name of the body or goal that they are for. All points of a game are told so."""

    seat: Seat
    points: int
    source: Source
    name: str  # empty for tokens and missions


class GoalTaken(Event, frozen=True, tag="goal_taken"):
    """The first player to reach this goal."""

    seat: Seat
    goal: Goal


class DieLost(Event, frozen=True, tag="die_lost"):
    """A saboteur left: the captain sets one die aside; `dice` are available now."""

    captain: Seat
    dice: int


class CaptainChanged(Event, frozen=True, tag="captain_changed"):
    """The captain's cat left; the next one in rocket order commands."""

    captain: Seat


class Crashed(Event, frozen=True, tag="crashed"):
    """The rocket crashed; `crashes` is where the crash track stands now, `allowed` what the roll would have needed."""

    captain: Seat
    field: int
    allowed: tuple[Face, ...]
    crashes: int


class WentHome(Event, frozen=True, tag="went_home"):
    """A cat is back home after the crash."""

    seat: Seat
    cat: Cat


class GameEnded(Event, frozen=True, tag="game_ended"):
    """Nothing more happens but the final scoring, which is told next."""

    ending: Ending


AnyEvent: TypeAlias = (
    TokenLaid
    | MissionsDealt
    | MissionsKept
    | ExpeditionBegan
    | TokenTurned
    | Boarded
    | Launched
    | Rolled
    | AbilityUsed
    | Moved
    | TokenTaken
    | TokenResolved
    | Regained
    | Wormhole
    | Stayed
    | Landed
    | Scored
    | GoalTaken
    | DieLost
    | CaptainChanged
    | Crashed
    | WentHome
    | GameEnded
)
