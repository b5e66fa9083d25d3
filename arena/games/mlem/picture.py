"""The mat and its tokens as a picture of text: a board becomes lines, the last field on top, as the rocket flies."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap

from msgspec.structs import replace

from arena.games.mlem.state import Goal
from arena.games.mlem.tables import (
    DEALT,
    DEEP,
    FACE_UP,
    FLAME,
    KEPT,
    WORMHOLE,
    Board,
    Body,
    ExpeditionToken,
    ExplorationToken,
    Face,
    reconstructed,
)

WIDTH = 92
NOTE = "a reconstruction, not the published mat"
_MARGIN = 14  # columns before the text of a section
_LEGEND = (
    "1 2 flame 1    faces that may be used on leaving a field; fields that one flame moves",
    "(6) (4) (3)    moons, each with its points and room for one cat",
    "7 / 5 / 3      a planet: points for most cats, for second most, for everybody else",
    "comet, galaxy  points of the captain's cat, and of everybody else's",
)
_GOALS = {
    Goal.FOUR_PLANETS: "cats on 4 different planets",
    Goal.THREE_ON_PLANET: "3 cats on one planet",
    Goal.FOUR_MOONS: "cats on 4 moons",
    Goal.TWO_DEEP: "2 cats in deep space",
}


def picture(board: Board) -> list[str]:
    """The whole mat: the rocket's way with what lies beside it, then all else that is printed, then the tokens."""
    title = f"MLEM, the mat: {board.name}, {board.edition}"
    return [
        f"{title} ({NOTE})" if is_reconstruction(board) else title,
        "",
        *_mat(board),
        "",
        *_lines("legend", _LEGEND),
        "",
        *_section("dice", f"{board.dice}, each with the faces {_spaced(board.faces)}"),
        *_section("goals", f"{board.goal} points each, for the first player only"),
        *_lines("", (f"{goal:<15}  {_GOALS[goal]}" for goal in Goal)),
        *_section("crash track", f"{_spaced(range(1, board.crashes + 1))} and the game is over"),
        "",
        *_ufo(board),
        "",
        *_exploration(board),
        "",
        *_missions(board),
    ]


def is_reconstruction(board: Board) -> bool:
    """Whether a board calls itself a reconstruction, or is the one that ships with the game under another name."""
    shipped = reconstructed()
    said = f"{board.name} {board.edition}".lower()
    return "reconstruct" in said or replace(board, name=shipped.name, edition=shipped.edition) == shipped


def _mat(board: Board) -> Iterator[str]:
    """A row for every field in a box, moons to the left of it and planets to the right."""
    numbers = sorted(face for face in set(board.faces) if face != FLAME)
    inside = [_inside(number, board, numbers) for number in range(DEEP)]
    width = len(inside[0])
    left = [_label(number, board, "moons") for number in range(DEEP)]
    right = [_label(number, board, "planet") for number in range(DEEP)]
    comet, galaxy = (f"{body.id}  {body.points[0]}" for body in (board.bodies[board.comet], board.bodies[board.galaxy]))
    margin = max(map(len, [*left, comet])) + 2
    yield f"{'':{margin}}   ┌{'─' * width}┐"
    yield f"{comet:>{margin}} ──┤{'   +    deep space':<{width}}├── {galaxy}"
    yield f"{'':{margin}}   ├{'─' * width}┤"
    for number in reversed(range(DEEP)):
        before, after = _brackets(number, board)
        yield f"{left[number]:>{margin}} {before}{inside[number]}{after} {right[number]}".rstrip()
    yield f"{'':{margin}}   └{'─' * width}┘"


def _inside(number: int, board: Board, numbers: list[int]) -> str:
    field = board.fields[number]
    faces = " ".join(str(face) if face in field.faces else "·" for face in numbers)
    flame = f"flame {field.flame}" if FLAME in field.faces else ""
    mark = "satellite" if number == board.satellite else "start" if number == 0 else ""
    return f"  {number:>2}    {faces}   {flame:<7}   {mark:<9}  "


def _label(number: int, board: Board, kind: str) -> str:
    """What the body beside a field is worth, written at the highest of its fields in a row."""
    body = _body(number, board)
    if body is None or body.kind != kind or _body(number + 1, board) is body:
        return ""
    if kind == "moons":
        return f"{body.id}  {' '.join(f'({points})' for points in body.points)}"
    return f"{body.id}  {' / '.join(map(str, body.points))}"


def _brackets(number: int, board: Board) -> tuple[str, str]:
    """The box's left and right side at a field, with a bracket around the fields of one body."""
    body = _body(number, board)
    if body is None:
        return "  │", "│"
    above, below = _body(number + 1, board) is body, _body(number - 1, board) is body
    left, right = {
        (False, False): ("──┤", "├──"),
        (False, True): ("┌─┤", "├─┐"),
        (True, True): ("│ │", "│ │"),
        (True, False): ("└─┤", "├─┘"),
    }[above, below]
    return (left, "│") if body.kind == "moons" else ("  │", right)


def _body(number: int, board: Board) -> Body | None:
    place = board.fields[number].body if 0 <= number < DEEP else None
    return None if place is None else board.bodies[place]


def _ufo(board: Board) -> Iterator[str]:
    tokens = [_expedition(token) for token in board.expedition_tokens]
    half = (len(tokens) + 1) // 2
    head = " UFO   dice   ability"
    yield from _section("ufo", f"UFO tokens, taken in this order: {_spaced(board.ufo)}")
    yield from _section("", f"{len(tokens)} expedition tokens: how far the UFO comes, dice of this expedition, ability")
    pairs = zip_longest([head, *tokens[:half]], [head, *tokens[half:]] if tokens[half:] else [], fillvalue="")
    yield from _lines("", (f"{left:<36}{right}".rstrip() for left, right in pairs))


def _expedition(token: ExpeditionToken) -> str:
    ability = token.ability.replace("_", " ")
    return f"{token.ufo:>3}   {token.dice:>4}    {ability}{': ' if token.extra else ''}{_spaced(token.extra)}"


def _exploration(board: Board) -> Iterator[str]:
    fields: dict[str, list[int]] = {}
    for token in sorted(board.exploration_tokens, key=lambda token: (token.effect, token.points, token.field)):
        fields.setdefault(_effect(token), []).append(token.field)
    total = len(board.exploration_tokens)
    text = f"{total} tokens, each for the field of its number; {min(FACE_UP, total)} lie face up"
    yield from _section("exploration", text)
    rows = (f"{effect:<26}{''.join(f'{field:>4}' for field in on)}" for effect, on in fields.items())
    yield from _lines("", rows)


def _effect(token: ExplorationToken) -> str:
    if token.effect == "points":
        return f"{token.points} point{'s' if token.points > 1 else ''}"
    return {"regain": "regain: one die back", "wormhole": f"wormhole: {WORMHOLE} fields ahead"}[token.effect]


def _missions(board: Board) -> Iterator[str]:
    targets = len(board.bodies) - 2
    copies = board.mission_copies
    text = f"{targets * copies} tokens, {copies} for each of {targets} moon groups and planets"
    yield from _section("missions", text)
    yield from _section("", f"{DEALT} dealt to every player, {KEPT} kept in secret")
    worth = ", ".join(f"{done} done: {points}" for done, points in enumerate(board.missions))
    yield from _section("", f"points at the end: {worth}")


def _section(label: str, text: str) -> Iterator[str]:
    return _lines(label, wrap(text, WIDTH - _MARGIN))


def _lines(label: str, lines: Iterable[str]) -> Iterator[str]:
    for line in lines:
        yield f"{label:<{_MARGIN}}{line}"
        label = ""


def _spaced(values: Iterable[Face]) -> str:
    return " ".join(map(str, values))
