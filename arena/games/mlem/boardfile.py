"""Reading a board file: a text is proofread as a whole, and only one without mistakes becomes a board."""

from collections.abc import Iterable
from typing import Any, TypeAlias

from arena.games.api import Refused
from arena.games.mlem.proofreading import proofread
from arena.games.mlem.tables import DEEP, Board, Body, ExpeditionToken, ExplorationToken, Field
from arena.games.toml_places import SyntaxProblem, parse
from arena.games.toml_tables import Mistake

__all__ = ["BadBoard", "Mistake", "read"]

Raw: TypeAlias = dict[str, Any]  # a table as it stands in the file


class BadBoard(Refused):
    """A text that is not a board file, with all its mistakes, in the order of its lines."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        return "\n".join(f"line {mistake.line}: {mistake}" for mistake in self.mistakes)


def read(text: str) -> Board:
    """The board that a text describes; raises BadBoard with all mistakes at once."""
    data = parse(text)
    if isinstance(data, SyntaxProblem):
        raise BadBoard([_not_toml(data)])
    if mistakes := proofread(text, data):
        raise BadBoard(mistakes)
    return _board(data)


def _not_toml(problem: SyntaxProblem) -> Mistake:
    place = f"column {problem.column}" if problem.column else "syntax"
    return Mistake(place, problem.line, problem.message, "the file must be TOML: [table], [[table]], key = value")


def _board(data: Raw) -> Board:
    places = [(sorted(raw["fields"]), _moons(raw)) for raw in data["moons"]]
    places += [(sorted(raw["fields"]), _planet(raw)) for raw in data["planet"]]
    places.sort(key=lambda place: place[0])  # along the track
    bodies = [body for _, body in places] + [
        Body("comet", "deep", (data["deep_space"]["comet"],)),
        Body("galaxy", "deep", (data["deep_space"]["galaxy"],)),
    ]
    return Board(
        name=data["name"],
        edition=data["edition"],
        dice=data["dice"]["count"],
        faces=tuple(data["dice"]["faces"]),
        fields=_fields(data["field"], [fields for fields, _ in places], len(bodies) - 1),
        bodies=tuple(bodies),
        satellite=data["satellite"]["field"],
        goal=data["goals"]["points"],
        crashes=data["crash_track"]["length"],
        ufo=tuple(data["ufo"]["tokens"]),
        missions=tuple(data["missions"]["points"]),
        mission_copies=data["missions"]["copies"],
        expedition_tokens=tuple(map(_expedition_token, data["expedition_token"])),
        exploration_tokens=tuple(map(_exploration_token, data["exploration_token"])),
    )


def _moons(raw: Raw) -> Body:
    return Body(raw["id"], "moons", tuple(sorted(raw["points"], reverse=True)))


def _planet(raw: Raw) -> Body:
    return Body(raw["id"], "planet", tuple(raw["points"]))


def _fields(raws: list[Raw], places: list[list[int]], galaxy: int) -> tuple[Field, ...]:
    """The fields in order. From the last one before deep space a navigator reaches the galaxy, never the comet (R5)."""
    beside = {number: body for body, numbers in enumerate(places) for number in numbers} | {DEEP: galaxy}
    track = [
        Field(tuple(raw["faces"]), raw.get("flame", 0), beside.get(raw["number"]), _near(raw["number"], beside))
        for raw in sorted(raws, key=lambda raw: int(raw["number"]))
    ]
    return (*track, Field((), 0, galaxy, ()))


def _near(number: int, beside: dict[int, int]) -> tuple[int, ...]:
    """The bodies within a navigator's reach, the field's own first; none where there is no landing (R3)."""
    if number not in beside:
        return ()
    return tuple(dict.fromkeys(beside[near] for near in (number, number - 1, number + 1) if near in beside))


def _expedition_token(raw: Raw) -> ExpeditionToken:
    return ExpeditionToken(raw["ufo"], raw["dice"], raw["ability"], tuple(raw.get("extra", ())))


def _exploration_token(raw: Raw) -> ExplorationToken:
    return ExplorationToken(raw["field"], raw["effect"], raw.get("points", 0))
