"""Pieces of sentences for the log: how dice, counts and lists are written. A flame is a star."""

from collections.abc import Iterable, Sequence
from textwrap import wrap

from arena.games.mlem.events import Source
from arena.games.mlem.state import Goal
from arena.games.mlem.tables import DEEP, Ability, Effect, Face, Groups

WIDTH = 100

SOURCES: dict[Source, str] = {
    "moon": "moons",
    "deep": "deep",
    "goal": "goals",
    "planet": "planets",
    "token": "tokens",
    "missions": "missions",
}
ABILITIES: dict[Ability, str] = {
    "extra_dice": "extra dice",
    "keep_dice": "keep the dice of one travel",
    "reroll": "one reroll",
}
GOALS = {
    Goal.FOUR_PLANETS: "cats on 4 planets",
    Goal.THREE_ON_PLANET: "3 cats on one planet",
    Goal.FOUR_MOONS: "cats on 4 moons",
    Goal.TWO_DEEP: "2 cats in deep space",
}


def token(effect: Effect, points: int) -> str:
    """What an exploration token brings."""
    return {"points": count(points, "point"), "regain": "a die back", "wormhole": "a wormhole"}[effect]


def field(number: int) -> str:
    return "deep space" if number == DEEP else f"field {number}"


def dice(faces: Iterable[Face]) -> str:
    """Dice as they lie on the table."""
    return " ".join("*" if face == "flame" else str(face) for face in faces)


def roll(groups: Groups, allowed: tuple[Face, ...]) -> str:
    """A roll, the groups that can be used in brackets."""
    written = [(dice([face] * many), face in allowed) for face, many in groups]
    return " ".join(f"[{group}]" if usable else group for group, usable in written)


def used(face: Face, many: int, flame: int) -> str:
    """A group of dice that the rocket moves by."""
    if face != "flame":
        return dice([face] * many)
    return f"a flame worth {flame}" if many == 1 else f"{many} flames worth {flame} each"


def count(number: int, thing: str) -> str:
    if number == 1:
        return f"1 {thing}"
    return f"{number} dice" if thing == "die" else f"{number} {thing}s"


def both(things: Sequence[str]) -> str:
    """One, two and three."""
    return _listed(things, "and")


def either(things: Sequence[str]) -> str:
    """One, two or three."""
    return _listed(things, "or")


def _listed(things: Sequence[str], word: str) -> str:
    *most, last = things
    return f"{', '.join(most)} {word} {last}" if most else last


def folded(line: str) -> list[str]:
    """The line, or as many as it takes, the further ones indented deeper."""
    if len(line) <= WIDTH:
        return [line]
    deeper = " " * (len(line) - len(line.lstrip()) + 4)
    return wrap(line, WIDTH, subsequent_indent=deeper, break_long_words=False, break_on_hyphens=False)
