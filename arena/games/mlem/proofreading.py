"""Finds everything that is wrong in a board file. A check whose ground is itself wrong is left out: one slip of the pen
is one mistake, not a list of what follows from it."""

from collections.abc import Sequence
from typing import Any, get_args

from msgspec import Struct

from arena.games.mlem.rules import SEATS
from arena.games.mlem.tables import DEALT, DEEP, FLAME, KEPT, Ability, Effect, Face
from arena.games.toml_tables import Mistake, Sheet, Table, either, is_integer, shown

ROOT = (
    "name",
    "edition",
    "dice",
    "goals",
    "deep_space",
    "crash_track",
    "satellite",
    "ufo",
    "missions",
    "field",
    "moons",
    "planet",
    "expedition_token",
    "exploration_token",
)
TRACK = range(DEEP)
ORBIT = range(6, DEEP)  # the fields that lie beside a moon group or a planet
POINTS = range(1, 100)
POINTS_OR_NONE = range(100)
LENGTH = 40  # of a name
ID_LENGTH = 12
RESERVED = ("comet", "galaxy")
NUMBERS = range(1, 7)  # that a die may show
ANY_FACE: tuple[Face, ...] = (*NUMBERS, FLAME)
DICE = range(1, 13)
FLAMES = range(1, 4)
UFO_STEPS = range(4)
MISSIONS = DEALT * (SEATS.stop - 1)  # tokens that the largest table is dealt


class Dice(Struct, frozen=True):
    """What the other checks need to know of the dice; the most that is possible where that cannot be read."""

    number: int = DICE.stop - 1
    faces: Sequence[Face] = ANY_FACE


class Place(Struct, frozen=True):
    """A moon group or planet, and the fields that it lies beside, if they can be read."""

    table: Table
    fields: list[int] | None


def proofread(text: str, data: dict[str, Any]) -> list[Mistake]:
    """All mistakes of a board file, in the order of its lines."""
    sheet = Sheet(text, data)
    root = sheet.root(ROOT)
    root.text("name", LENGTH)
    root.text("edition", LENGTH)
    dice = _dice(root)
    _single_numbers(root)
    fields = _fields(root, dice)
    moons, planets = _moons(root), _planets(root)
    places = [*moons, *planets]
    complete = bool(moons and planets) and all(place.fields is not None for place in places)
    _ids(places)
    _overlaps(places)
    if complete:
        _gaps(sheet, places, fields)
    _missions(root, len(places) if complete else None)
    _expedition_tokens(root, dice)
    _exploration_tokens(root)
    return sheet.mistakes


def _dice(root: Table) -> Dice:
    table = root.table("dice", ("count", "faces"))
    if table is None:
        return Dice()
    count = table.integer("count", DICE) or Dice().number
    faces = _faces(table, "faces", ANY_FACE, range(1, 7))
    return Dice(count, list(dict.fromkeys(faces)) if faces else ANY_FACE)


def _single_numbers(root: Table) -> None:
    if goals := root.table("goals", ("points",)):
        goals.integer("points", POINTS)
    if deep := root.table("deep_space", ("comet", "galaxy")):
        deep.integer("comet", POINTS)
        deep.integer("galaxy", POINTS)
    if track := root.table("crash_track", ("length",)):
        track.integer("length", POINTS)
    if satellite := root.table("satellite", ("field",)):
        satellite.integer("field", TRACK)
    if ufo := root.table("ufo", ("tokens",)):
        ufo.integers("tokens", POINTS, range(1, 21))


def _fields(root: Table, dice: Dice) -> dict[int, Table]:
    """The fields by number: every number of the track exactly once."""
    tables = root.tables("field", ("number", "faces", "flame"), _field_name) or []
    fields: dict[int, Table] = {}
    unreadable = 0
    for table in tables:
        _field_faces(table, dice)
        number = table.integer("number", TRACK)
        if number is None:
            unreadable += 1
        elif number in fields:
            table.wrong("number", f"is {number} again, after line {fields[number].line}", _each_once(TRACK))
        else:
            fields[number] = table
    lost = [number for number in TRACK if number not in fields]
    if tables and len(lost) > unreadable:
        root.sheet.note("[[field]]", ("field",), f"nothing has the number {either(lost)}", _each_once(TRACK))
    return fields


def _field_name(data: dict[str, Any]) -> str | None:
    number = data.get("number")
    return f"field {number}" if is_integer(number) and number in TRACK else None


def _field_faces(table: Table, dice: Dice) -> None:
    faces = _faces(table, "faces", dice.faces, range(1, len(ANY_FACE) + 1))
    if faces is not None and len(faces) > len(set(faces)):
        table.wrong("faces", f"is {shown(faces)}", "name each face once")
    if faces is None or FLAME in faces:
        if faces or "flame" in table:
            table.integer("flame", FLAMES)
    elif "flame" in table:
        table.wrong("flame", 'is given, but "flame" is not among the faces', 'remove it, or add "flame" to faces')


def _faces(table: Table, key: str, known: Sequence[Face], counts: range) -> list[Face] | None:
    items = table.items(key, counts, f"each {either(known)}")
    if items is None:
        return None
    bad = [item for item in items if not ((is_integer(item) or isinstance(item, str)) and item in known)]
    for item in bad:
        table.wrong(key, f"{shown(item)} is not a face of a die", f"use {either(known)}")
    return None if bad else items


def _moons(root: Table) -> list[Place]:
    places = []
    for table in root.tables("moons", ("id", "fields", "points")) or []:
        table.integers("points", POINTS, range(1, 10))
        places.append(Place(table, table.integers("fields", ORBIT, range(1, len(ORBIT) + 1))))
    return places


def _planets(root: Table) -> list[Place]:
    places = []
    for table in root.tables("planet", ("id", "fields", "points")) or []:
        points = table.integers("points", POINTS_OR_NONE, range(3, 4))
        if points and points != sorted(points, reverse=True):
            right = "write the points for most cats, second most and all others, never rising"
            table.wrong("points", f"is {shown(points)}", right)
        places.append(Place(table, table.integers("fields", ORBIT, range(1, len(ORBIT) + 1))))
    return places


def _ids(places: list[Place]) -> None:
    seen: dict[str, Table] = {}
    for place in _by_line(places):
        table = place.table
        name = table.text("id", ID_LENGTH)
        if name is None:
            continue
        if not name.replace("-", "").replace("_", "").isalnum():
            table.wrong("id", f"is {shown(name)}", "use letters, digits, - and _ only")
        if name.lower() in RESERVED:
            table.wrong("id", f"is {shown(name)}, which is a place in deep space", "choose another id")
        if name in seen:
            table.wrong("id", f"is {shown(name)} again, after line {seen[name].line}", "choose another id")
        seen.setdefault(name, table)


def _overlaps(places: list[Place]) -> None:
    owners: dict[int, Table] = {}
    for place in _by_line(places):
        table = place.table
        for number in place.fields or []:
            if number in owners:
                problem = f"field {number} already lies beside {owners[number].name} on line {owners[number].line}"
                table.wrong("fields", problem, _each_once(ORBIT))
            owners.setdefault(number, table)


def _gaps(sheet: Sheet, places: list[Place], fields: dict[int, Table]) -> None:
    beside = {number for place in places for number in place.fields or []}
    right = "name it in the fields of one [[moons]] or [[planet]]"
    for number in ORBIT:
        if number in beside:
            continue
        if number in fields:
            fields[number].wrong_as_a_whole("lies beside neither moons nor a planet", right)
        else:
            sheet.note(f"field {number}", ("field",), "lies beside neither moons nor a planet", right)


def _by_line(places: list[Place]) -> list[Place]:
    return sorted(places, key=lambda place: place.table.line)


def _missions(root: Table, targets: int | None) -> None:
    table = root.table("missions", ("points", "copies"))
    if table is None:
        return
    points = table.integers("points", POINTS_OR_NONE, range(KEPT + 1, KEPT + 2))
    if points and points != sorted(points):
        table.wrong("points", f"is {shown(points)}", "write the points for 0, 1, 2 and 3 missions done, never falling")
    copies = table.integer("copies", range(1, MISSIONS + 1))
    if copies and targets and copies * targets < MISSIONS:
        problem = f"is {copies}, which makes {copies * targets} tokens for {targets} moon groups and planets"
        table.wrong("copies", problem, f"{MISSIONS} are needed to deal {DEALT} to each of {SEATS.stop - 1} players")


def _expedition_tokens(root: Table, dice: Dice) -> None:
    for table in root.tables("expedition_token", ("ufo", "dice", "ability", "extra")) or []:
        table.integer("ufo", UFO_STEPS)
        table.integer("dice", range(1, dice.number + 1))
        ability = table.choice("ability", get_args(Ability))
        if ability == "extra_dice":
            _faces(table, "extra", dice.faces, range(1, 7))
        elif ability and "extra" in table:
            table.wrong(
                "extra", f"is given with the ability {shown(ability)}", 'only "extra_dice" has extra: remove it'
            )


def _exploration_tokens(root: Table) -> None:
    seen: dict[int, Table] = {}
    for table in root.tables("exploration_token", ("field", "effect", "points")) or []:
        field = table.integer("field", range(1, DEEP))
        if field in seen:  # R22
            table.wrong("field", f"is {field} again, after line {seen[field].line}", "give every token its own field")
        elif field:
            seen[field] = table
        effect = table.choice("effect", get_args(Effect))
        if effect == "points":
            table.integer("points", POINTS)
        elif effect and "points" in table:
            table.wrong("points", f"is given with the effect {shown(effect)}", 'only "points" has points: remove it')


def _each_once(numbers: range) -> str:
    return f"each field from {numbers.start} to {numbers.stop - 1} must be named exactly once"
