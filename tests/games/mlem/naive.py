"""MLEM played slowly and naively, straight from the rules text: only to count, and only to be compared with.

It shares nothing with the engine but the board file, read anew. Its positions are clumsy on purpose: cats as names,
dice as a list of single dice, and every question answered by trying everything.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any

MAT: dict[str, Any] = tomllib.loads(files("arena.games.mlem").joinpath("reconstructed.toml").read_text("utf-8"))
MOONS = {moons["id"]: moons for moons in MAT["moons"]}
BESIDE = {field: body["id"] for kind in ("moons", "planet") for body in MAT[kind] for field in body["fields"]}
FACES = {field["number"]: field["faces"] for field in MAT["field"]}
FLAME = {field["number"]: field.get("flame", 0) for field in MAT["field"]}
EXPLORE = {token["field"]: token["effect"] for token in MAT["exploration_token"]}
LAST = 26


class Position:
    """Where everything is, and what is waited for."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.waits = "board"
        self.home: list[set[str]] = [set() for _ in range(seats)]
        self.rocket: list[tuple[int, str]] = []
        self.space: list[tuple[int, str, str]] = []  # seat, cat, body, in order of arrival
        self.asked: list[tuple[int, str]] = []  # riders still to be asked in this landing phase or crash
        self.expedition, self.field, self.dice, self.crashes = 1, 0, 6, 0
        self.roll: tuple[Any, ...] = ()
        self.spent: set[int] = set()
        self.token: dict[str, Any] | None = None
        self.ability = False
        self.turns: set[int] = set()
        self.with_ufo, self.ufo, self.ufo_taken = False, LAST, 0
        self.mat: set[int] = set()
        self.stack: set[int] = set()
        self.owed = 0

    def clone(self) -> "Position":
        other = copy(self)
        other.home = [set(cats) for cats in self.home]
        for name in ("rocket", "space", "asked", "spent", "turns", "mat", "stack"):
            setattr(other, name, copy(getattr(self, name)))
        return other


def successors(now: Position) -> Iterator[Position]:
    """Every position that one decision or one stroke of luck leads to."""
    yield from globals()[f"_{now.waits}"](now)


def _turn(now: Position) -> Iterator[Position]:
    for place in now.turns:
        new = now.clone()
        new.turns.remove(place)
        new.token = MAT["expedition_token"][place]
        new.ufo = max(0, now.ufo - new.token["ufo"])  # R14
        new.dice, new.ability, new.waits = new.token["dice"], True, "board"
        yield new


def _board(now: Position) -> Iterator[Position]:
    seat = (now.expedition - 1 + len(now.rocket)) % now.seats
    for cat in now.home[seat]:
        new = now.clone()
        new.home[seat].remove(cat)
        new.rocket.append((seat, cat))
        if len(new.rocket) == new.seats:
            new.field = 3 if "satellite" in [cat for _, cat in new.rocket] else 0
            new.waits = "roll"
        yield new


def _roll(now: Position) -> Iterator[Position]:
    for roll in _rolls(now.dice):
        new = now.clone()
        new.roll, new.waits = roll, "travel"
        can_be_saved = any(True for _ in _moves(new)) or _may_reroll(new)
        if not can_be_saved:
            _crash(new)
        yield new


@cache
def _rolls(dice: int) -> set[tuple[Any, ...]]:
    return {tuple(sorted(roll, key=str)) for roll in product(MAT["dice"]["faces"], repeat=dice)}


def _may_reroll(now: Position) -> bool:
    return now.ability and now.token is not None and now.token["ability"] == "reroll"


def _moves(now: Position) -> Iterator[tuple[list[Any], list[int], bool]]:
    """Dice, boosters, ability: any pick of single dice that is made of whole allowed groups, and so on."""
    allowed, token = FACES[now.field], now.token if now.ability else None
    boosters = [seat for seat, cat in now.rocket if cat == "booster" and seat not in now.spent and 1 in allowed]
    extra = [face for face in token.get("extra", ()) if face in allowed] if token else []
    for takes in product((False, True), repeat=len(now.roll)):
        dice = [die for die, take in zip(now.roll, takes, strict=True) if take]
        if any(die not in allowed or dice.count(die) < now.roll.count(die) for die in dice):
            continue
        for uses in product((False, True), repeat=len(boosters)):
            used = [seat for seat, use in zip(boosters, uses, strict=True) if use]
            if dice or used:
                yield dice, used, False
            if token and token["ability"] == "keep_dice" and (dice or used):
                yield dice, used, True
            if token and token["ability"] == "extra_dice" and extra:
                yield dice, used, True


def _travel(now: Position) -> Iterator[Position]:
    for dice, boosters, announced in _moves(now):
        new = now.clone()
        _advance(new, dice, boosters, announced)
        yield new
    if _may_reroll(now):
        new = now.clone()
        new.ability, new.roll, new.waits = False, (), "roll"
        yield new
    if not any(die in FACES[now.field] for die in now.roll):
        new = now.clone()
        _crash(new)
        yield new


def _advance(now: Position, dice: list[Any], boosters: list[int], announced: bool) -> None:
    moving, aside = list(dice), len([die for die in dice if die != "flame"])
    if announced and now.token:
        moving += [face for face in now.token.get("extra", ()) if face in FACES[now.field]]
        aside = 0 if now.token["ability"] == "keep_dice" else aside
        now.ability = False
    steps = sum(FLAME[now.field] if die == "flame" else die for die in moving) + len(boosters)
    now.field = min(LAST, now.field + steps)
    now.dice = max(1, now.dice - aside)
    now.spent |= set(boosters)
    now.roll = ()
    _explore(now)


def _explore(now: Position) -> None:
    while now.field in now.mat:
        now.mat.remove(now.field)
        now.owed += 1
        effect = EXPLORE[now.field]
        if effect == "regain" and now.dice < 6:  # R20, R21
            now.waits = "regain"
            return
        if effect != "wormhole":
            break
        now.field = min(LAST, now.field + 4)  # R19
    _lay_or_arrive(now)


def _regain(now: Position) -> Iterator[Position]:
    for more in (0, 1):
        new = now.clone()
        new.dice += more
        _lay_or_arrive(new)
        yield new


def _lay_or_arrive(now: Position) -> None:
    if now.owed and now.stack:
        now.waits = "lay"
        return
    now.owed = 0
    if now.field == now.ufo and now.with_ufo and now.ufo_taken < 5:
        now.ufo_taken += 1
    if now.field == LAST:
        for place, (seat, cat) in enumerate(now.rocket):
            now.space.append((seat, cat, "galaxy" if place else "comet"))
        now.rocket = []
        _end_expedition(now)
    elif now.field < 6:  # R3
        now.waits = "roll"
    else:
        now.asked = list(now.rocket)
        _ask(now, "land")


def _lay(now: Position) -> Iterator[Position]:
    for field in now.stack:
        new = now.clone()
        new.stack.remove(field)
        new.mat.add(field)
        new.owed -= 1
        _lay_or_arrive(new)
        yield new


def _ways(now: Position, cat: str) -> set[str]:
    """Where this cat can land: beside the rocket's field, and a navigator one field lower or higher too."""
    if now.field < 6:
        return set()
    fields = [now.field - 1, now.field, now.field + 1] if cat == "navigator" else [now.field]
    bodies = {"galaxy" if field == LAST else BESIDE[field] for field in fields if field >= 6}  # R3, R5
    taken = Counter(body for _, _, body in now.space)
    return {body for body in bodies if body not in MOONS or taken[body] < len(MOONS[body]["points"])}


def _ask(now: Position, what: str) -> None:
    """The next rider who has a choice; the phase is over when there is none."""
    while now.asked and not _ways(now, now.asked[0][1]):
        now.asked.pop(0)
    if now.asked:
        now.waits = what
    elif what == "land":
        now.waits = "roll"
    else:
        for seat, cat in now.rocket:
            now.home[seat].add(cat)
        now.rocket = []
        _end_expedition(now)


def _land(now: Position) -> Iterator[Position]:
    yield from _stay_or_leave(now, "land")


def _parachute(now: Position) -> Iterator[Position]:
    yield from _stay_or_leave(now, "parachute")


def _stay_or_leave(now: Position, what: str) -> Iterator[Position]:
    rider = now.asked[0]
    for body in [None, *_ways(now, rider[1])]:
        new = now.clone()
        new.asked.pop(0)
        if body is not None:
            new.rocket.remove(rider)
            new.space.append((*rider, body))
            if rider[1] == "saboteur" and new.rocket:  # R6
                new.dice = max(1, new.dice - 1)
        if new.rocket or what == "parachute":
            _ask(new, what)
        else:
            _end_expedition(new)
        yield new


def _crash(now: Position) -> None:
    now.crashes += 1
    now.roll = ()
    now.asked = [rider for rider in now.rocket if rider[1] == "parachute"]  # R7
    _ask(now, "parachute")


def _end_expedition(now: Position) -> None:
    if now.crashes == 11 or any(len([1 for s, _, _ in now.space if s == seat]) == 8 for seat in range(now.seats)):
        now.waits = "over"
        return
    now.expedition += 1
    now.field, now.dice, now.spent, now.token, now.ability = 0, 6, set(), None, False
    now.waits = "turn" if now.turns else "board"


def _over(now: Position) -> Iterator[Position]:
    yield from ()
