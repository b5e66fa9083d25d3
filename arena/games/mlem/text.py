"""The log of a game in words: a chapter for every expedition, the final scoring as a table at the end.

Lines follow from events alone, as soon as they can. One small function tells one kind of event; what it must know of
earlier events stands in `Log`. In a roll, the groups that can be used stand in brackets, and a flame is a star.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.games.api import Event, Seat, ranking
from arena.games.mlem import events as told
from arena.games.mlem import words
from arena.games.mlem.state import Rider
from arena.games.mlem.tables import DEEP, Board, Cat, Face, Groups
from arena.games.mlem.words import both, count, either

NAME = 32  # characters of a name in the final table


@dataclass
class Log:
    """What has to be remembered to tell the next event well."""

    names: Sequence[str]
    board: Board
    scores: list[dict[told.Source, int]]
    tokens: list[int]  # points kept face down, by seat
    laid: dict[int, str] = field(default_factory=dict)  # exploration tokens before the first expedition, by field
    missions: dict[Seat, tuple[str, ...]] = field(default_factory=dict)  # as far as they are told
    landed: dict[Rider, str] = field(default_factory=dict)
    expedition: int = 0
    ufo: int = DEEP
    planets: dict[str, list[told.Scored]] = field(default_factory=dict)  # the final scoring, planet by planet
    ended: bool = False
    # this expedition
    aboard: list[Rider] = field(default_factory=list)
    dice: int = 0
    roll: Groups = ()
    spent: set[Seat] = field(default_factory=set)  # whose boosters
    token: told.TokenTurned | None = None  # while its ability is there
    extra: tuple[Face, ...] = ()  # dice of the token, announced for the next move
    arrival: told.Landed | None = None  # a landing whose points are told next
    stayed: list[Seat] = field(default_factory=list)
    home: list[Rider] = field(default_factory=list)

    def riders(self, riders: Iterable[Rider]) -> str:
        return ", ".join(f"{self.names[rider.seat]} ({rider.cat})" for rider in riders)


def narrate(events: Iterable[Event], names: Sequence[str], tables: Board) -> Iterator[str]:
    """One line per thing that happened; private events are told if they are among the events."""
    log = Log(names, tables, scores=[dict.fromkeys(words.SOURCES, 0) for _ in names], tokens=[0] * len(names))
    for event in events:
        for line in TELL[type(event)](log, event):
            yield from words.folded(line)
    yield from _still_aboard(log)
    if log.ended:
        yield from _result(log)


# Before the first expedition


def _token_laid(log: Log, event: told.TokenLaid) -> Iterator[str]:
    what = words.token(event.effect, event.points)
    if log.expedition:
        yield f"    a new exploration token lies on field {event.field}: {what}"
    else:
        log.laid[event.field] = what  # told together


def _missions_dealt(log: Log, event: told.MissionsDealt) -> Iterator[str]:
    yield f"{log.names[event.seat]} is dealt the missions {both(event.missions)}"


def _missions_kept(log: Log, event: told.MissionsKept) -> Iterator[str]:
    log.missions[event.seat] = event.missions
    yield f"{log.names[event.seat]} keeps the missions {both(event.missions)}"


# Launch


def _expedition_began(log: Log, event: told.ExpeditionBegan) -> Iterator[str]:
    if log.expedition:
        yield from _expedition_over(log)
    elif log.laid:
        laid = (f"{number} ({what})" for number, what in sorted(log.laid.items()))
        yield f"Exploration tokens on the fields {', '.join(laid)}"
    if log.expedition or log.laid or log.missions:
        yield ""
    log.expedition, log.dice = event.expedition, event.dice
    log.aboard, log.spent, log.token = [], set(), None
    yield f"Expedition {event.expedition}, started by {log.names[event.starter]}"


def _token_turned(log: Log, event: told.TokenTurned) -> Iterator[str]:
    moves = f"moves from {words.field(log.ufo)} to {words.field(event.ufo)}"
    ufo = moves if event.ufo != log.ufo else f"stays {'in' if log.ufo == DEEP else 'on'} {words.field(log.ufo)}"
    ability = " ".join([words.ABILITIES[event.ability], words.dice(event.extra)]).rstrip()
    log.token, log.ufo, log.dice = event, event.ufo, event.dice
    yield f"  Token: the UFO {ufo}; {count(event.dice, 'die')}; {ability}"


def _boarded(log: Log, event: told.Boarded) -> Iterator[str]:
    log.aboard.append(Rider(event.seat, event.cat))  # told together
    yield from ()


def _launched(log: Log, event: told.Launched) -> Iterator[str]:
    lift = "" if event.field == 0 else ", lifted by a satellite"
    yield f"  Aboard: {log.riders(log.aboard)}"
    yield f"  Launch from field {event.field}{lift}; captain {log.names[event.captain]} has {count(log.dice, 'die')}"


# Travel


def _rolled(log: Log, event: told.Rolled) -> Iterator[str]:
    yield from _still_aboard(log)
    log.roll = event.groups
    roll = words.roll(event.groups, log.board.fields[event.field].faces)
    yield f"  On field {event.field} {log.names[event.seat]} rolls {roll}"


def _ability_used(log: Log, event: told.AbilityUsed) -> Iterator[str]:
    log.token, log.extra = None, event.extra
    spends = {
        "extra_dice": f"for its extra dice {words.dice(event.extra)}",
        "keep_dice": "to keep the dice",
        "reroll": "to roll all dice again",
    }
    yield f"    {log.names[event.seat]} spends the token {spends[event.ability]}"


def _moved(log: Log, event: told.Moved) -> Iterator[str]:
    flame = log.board.fields[event.start].flame
    things = [words.used(face, many, flame) for face, many in log.roll if face in event.faces]
    things += ["the extra dice"] if log.extra else []
    things += [_booster(log, seat, event.seat) for seat in event.boosters]
    log.spent.update(event.boosters)
    log.extra, log.dice = (), event.dice
    way = f"field {event.start} -> {_place(log, event.to)}"
    yield f"    uses {both(things)}: {way}, {count(event.dice, 'die')} left"


def _token_taken(log: Log, event: told.TokenTaken) -> Iterator[str]:
    log.tokens[event.seat] += event.points
    found = "meets the UFO and takes a token" if event.kind == "ufo" else "finds an exploration token"
    yield f"    {log.names[event.seat]} {found} worth {count(event.points, 'point')}"


def _token_resolved(log: Log, event: told.TokenResolved) -> Iterator[str]:
    vain = ", but none is missing" if event.effect == "regain" and log.dice >= log.board.dice else ""
    yield f"    {log.names[event.seat]} finds an exploration token: {words.token(event.effect, 0)}{vain}"


def _regained(log: Log, event: told.Regained) -> Iterator[str]:
    log.dice = event.dice
    yield f"    {log.names[event.seat]} takes it: {count(event.dice, 'die')}"


def _wormhole(log: Log, event: told.Wormhole) -> Iterator[str]:
    yield f"    through the wormhole: field {event.start} -> {_place(log, event.to)}"


# Landing


def _stayed(log: Log, event: told.Stayed) -> Iterator[str]:
    log.stayed.append(event.seat)  # told together
    yield from ()


def _still_aboard(log: Log) -> Iterator[str]:
    if log.stayed:
        names = [log.names[seat] for seat in log.stayed]
        yield f"    {both(names)} {'stays' if len(names) == 1 else 'stay'} aboard"
    log.stayed = []


def _landed(log: Log, event: told.Landed) -> Iterator[str]:
    yield from _still_aboard(log)
    rider = Rider(event.seat, event.cat)
    log.landed[rider] = event.body
    log.aboard = [other for other in log.aboard if other != rider]
    if _kind(log, event.body) == "planet":
        yield f"    {_landing(log, event)}"
    else:
        log.arrival = event  # told with its points


def _scored(log: Log, event: told.Scored) -> Iterator[str]:
    log.scores[event.seat][event.source] += event.points
    if event.source == "planet":
        log.planets.setdefault(event.name, []).append(event)
    if log.arrival is not None:
        doubled = ", doubled" if log.arrival.cat == event.source else ""
        yield f"    {_landing(log, log.arrival)}: {count(event.points, 'point')}{doubled}"
        log.arrival = None


def _goal_taken(log: Log, event: told.GoalTaken) -> Iterator[str]:
    goal, points = words.GOALS[event.goal], count(log.board.goal, "point")
    yield f"    GOAL: {log.names[event.seat]} is the first with {goal}: {points}"


def _captain_changed(log: Log, event: told.CaptainChanged) -> Iterator[str]:
    yield f"    {log.names[event.captain]} is captain now"


def _die_lost(log: Log, event: told.DieLost) -> Iterator[str]:
    log.dice = event.dice
    yield f"    the saboteur takes a die along: {count(event.dice, 'die')} left for {log.names[event.captain]}"


# Crash and end


def _crashed(log: Log, event: told.Crashed) -> Iterator[str]:
    rolled = words.dice(face for face, many in log.roll for _ in range(many))
    takes = either([words.dice([face]) for face in event.allowed])
    yield f"    nothing of {rolled} can be used on field {event.field}, which takes {takes}"
    if declined := _savers(log, event):
        yield f"    {log.names[event.captain]} declines {either(declined)}"
    yield f"  CRASH {event.crashes} of {log.board.crashes}"


def _savers(log: Log, event: told.Crashed) -> list[str]:
    """What the captain could have used in place of the dice."""
    boosters = [rider.seat for rider in log.aboard if rider.cat is Cat.BOOSTER and rider.seat not in log.spent]
    savers = [_booster(log, seat, event.captain) for seat in boosters if 1 in event.allowed]
    if log.token and log.token.ability == "reroll":
        savers.append("the reroll")
    if log.token and any(face in event.allowed for face in log.token.extra):
        savers.append(f"the extra dice {words.dice(log.token.extra)}")
    return savers


def _went_home(log: Log, event: told.WentHome) -> Iterator[str]:
    log.home.append(Rider(event.seat, event.cat))  # told together
    yield from ()


def _expedition_over(log: Log) -> Iterator[str]:
    if log.home:
        yield f"    home again: {log.riders(log.home)}"
    log.home = []
    yield f"  Points: {', '.join(_standing(log, seat) for seat in range(len(log.names)))}"


def _standing(log: Log, seat: Seat) -> str:
    tokens = f" (+{log.tokens[seat]} in tokens)" if log.tokens[seat] else ""
    return f"{log.names[seat]} {sum(log.scores[seat].values())}{tokens}"


def _game_ended(log: Log, event: told.GameEnded) -> Iterator[str]:
    yield from _expedition_over(log)
    log.ended = True
    away = [rider.seat for rider in log.landed]
    done = [name for seat, name in enumerate(log.names) if away.count(seat) == len(Cat)]
    why = f"the crash track has reached {log.board.crashes}"
    if event.ending == "all_in_space":
        why = f"{both(done)} {'has' if len(done) == 1 else 'have'} all {len(Cat)} cats in space"
    yield ""
    yield f"The game is over: {why}"


# The final scoring


def _result(log: Log) -> Iterator[str]:
    for planet, shares in log.planets.items():
        yield from words.folded(f"  Planet {planet}: {', '.join(_share(log, share) for share in shares)}")
    for seat, missions in log.missions.items():
        there = {body for rider, body in log.landed.items() if rider.seat == seat}
        verdicts = (f"{mission} {'done' if mission in there else 'not done'}" for mission in missions)
        yield f"  Missions of {log.names[seat]}: {', '.join(verdicts)}"
    yield from ("", *_table(log), "", *words.folded(_verdict(log)))


def _share(log: Log, share: told.Scored) -> str:
    doubled = " (doubled)" if log.landed.get(Rider(share.seat, Cat.PLANET)) == share.name else ""
    return f"{log.names[share.seat]} {share.points}{doubled}"


def _table(log: Log) -> Iterator[str]:
    width = min(NAME, max(map(len, log.names)))
    yield "  ".join([" " * width, *words.SOURCES.values(), "total"])
    for name, score in zip(log.names, log.scores, strict=True):
        points = [f"{score[source]:>{len(title)}}" for source, title in words.SOURCES.items()]
        yield "  ".join([f"{name[:NAME]:<{width}}", *points, f"{sum(score.values()):>5}"])


def _verdict(log: Log) -> str:
    totals = [sum(score.values()) for score in log.scores]
    winners = [name for name, place in zip(log.names, ranking(totals), strict=True) if place == 1]
    best = count(max(totals), "point")
    return f"{both(winners)} {f'wins with {best}' if len(winners) == 1 else f'share the win with {best} each'}"


# Of whom and of what the lines speak


def _landing(log: Log, event: told.Landed) -> str:
    name = log.names[event.seat]
    if event.how == "navigator":
        return f"{name}'s navigator steers to {event.body}"
    if event.how == "parachute":
        return f"{name}'s parachute opens over {event.body}"
    if _kind(log, event.body) == "deep":
        return f"{name} reaches the {event.body} ({event.cat})"
    return f"{name} leaves for {event.body} ({event.cat})"


def _kind(log: Log, body: str) -> str:
    return next(place.kind for place in log.board.bodies if place.id == body)


def _place(log: Log, number: int) -> str:
    """A field, with what lies beside it."""
    place = log.board.fields[number].body
    if number == DEEP or place is None:
        return "deep space" if number == DEEP else str(number)
    body = log.board.bodies[place]
    full = body.kind == "moons" and list(log.landed.values()).count(body.id) == len(body.points)
    return f"{number} beside {body.id}{' (full)' if full else ''}"


def _booster(log: Log, seat: Seat, captain: Seat) -> str:
    return "its own booster" if seat == captain else f"{log.names[seat]}'s booster"


TELL: dict[type[Event], Callable[[Log, Any], Iterator[str]]] = {
    told.TokenLaid: _token_laid,
    told.MissionsDealt: _missions_dealt,
    told.MissionsKept: _missions_kept,
    told.ExpeditionBegan: _expedition_began,
    told.TokenTurned: _token_turned,
    told.Boarded: _boarded,
    told.Launched: _launched,
    told.Rolled: _rolled,
    told.AbilityUsed: _ability_used,
    told.Moved: _moved,
    told.TokenTaken: _token_taken,
    told.TokenResolved: _token_resolved,
    told.Regained: _regained,
    told.Wormhole: _wormhole,
    told.Stayed: _stayed,
    told.Landed: _landed,
    told.Scored: _scored,
    told.GoalTaken: _goal_taken,
    told.DieLost: _die_lost,
    told.CaptainChanged: _captain_changed,
    told.Crashed: _crashed,
    told.WentHome: _went_home,
    told.GameEnded: _game_ended,
}
