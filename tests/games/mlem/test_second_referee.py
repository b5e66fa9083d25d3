"""Two referees, written apart from each other, must tell the same story about every game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, TypeAlias, get_args

import msgspec
import pytest

from arena.games import GAMES
from arena.games.api import Chance, Event, Over
from arena.games.chance import RandomDraw
from arena.games.mlem.events import AnyEvent
from tests.games.mlem.second_referee import CATS, Dict, Disagreement, replay

Log: TypeAlias = list[Dict]

GAME = GAMES["mlem"]
OPTIONS = [str(options) for options in GAME.every]
SEATS = list(GAME.seats)
GAMES_EACH = 16  # 8 options, 4 numbers of seats
PROOF_EACH = 200

RARE = {"wormhole": 3, "goal_taken": 3, "regained": 1, "token_resolved": 1, "token_taken": 4, "stayed": 1}


Choices: TypeAlias = frozenset[tuple[object, ...]]


class Played(NamedTuple):
    options: str
    seats: int
    log: Log
    score: tuple[int, ...]
    asked: list[tuple[int, int, Choices]]

    def switches(self) -> dict[str, bool]:
        return dict(msgspec.to_builtins(GAME.options(self.options)))


def choice(action: Mapping[str, Any]) -> tuple[object, ...]:
    """An action as a value that can be compared: the order within its lists does not matter."""
    return tuple(
        (key, tuple(sorted(value, key=str)) if isinstance(value, list | tuple) else value)
        for key, value in sorted(action.items())
    )


def choices(actions: Iterable[Mapping[str, Any]]) -> Choices:
    return frozenset(map(choice, actions))


# --- players and luck of all sorts, by means of the contract alone


def bold(action: Mapping[str, Any]) -> float:
    if action["do"] == "leave":
        return 2 if action["to"] == "galaxy" else 0
    things = [*action.get("faces", ()), *action.get("boosters", ())]
    return len(things) + (action.get("ability") is True) + int(action["do"] == "stay")


STYLES: dict[str, Callable[[Mapping[str, Any]], float]] = {
    "random": lambda action: 0,
    "stay": lambda action: 2 * (action.get("to") == "galaxy") + (action["do"] == "stay"),
    "leave": lambda action: action["do"] == "leave",
    "boosters": lambda action: len(action.get("boosters", ())),
    "abilities": lambda action: action["do"] == "reroll" or action.get("ability", False),
    "decline": lambda action: action["do"] in {"crash", "go_home"} or action.get("take") is False,
    "bold": bold,
    "curious": lambda action: 0,  # looks one step ahead for what is rarely told
}


def pleasant(event: Mapping[str, Any]) -> float:
    """How much players who want to fly far like this outcome."""
    if event["event"] == "rolled":
        return float(dict(event["groups"]).get("flame", 0))
    return {"crashed": -9.0, "token_turned": float(event.get("ufo", 0))}.get(event["event"], 0.0)


def unusual(event: Mapping[str, Any]) -> float:
    """How much curious players want to hear this: what is rare, and what can lead to it."""
    hop = 4 * (event.get("to") == 25) + 5 * (event.get("body") == "galaxy")  # a navigator's hop into deep space
    return RARE.get(event["event"], 0) + hop + (event.get("cat") == "navigator" and event["event"] != "landed")


def play(options: str, seats: int, seed: int) -> Played:
    """A game of players with different styles, in some games with steered luck; the same for the same seed."""
    random = Random(f"{options} {seats} {seed}")
    draw = RandomDraw(random)
    styles = random.choices(list(STYLES), k=seats) if seed % 2 else [list(STYLES)[seed // 2 % len(STYLES)]] * seats
    luck = (0, 1, -1)[random.randrange(3)]
    events: list[Event] = []
    asked: list[tuple[int, int, Choices]] = []
    state = GAME.setup(GAME.options(options), seats, tell=events.append)

    def liked(result: Callable[[Callable[[Event], object]], object], value: Callable[[Dict], float]) -> float:
        heard: list[Event] = []
        result(heard.append)
        return sum(value(msgspec.to_builtins(event)) for event in heard)

    while not isinstance(node := GAME.node(state), Over):
        if isinstance(node, Chance):
            drawn = [GAME.sample(state, draw) for _ in range(5 if luck else 1)]
            if luck:
                now = state
                drawn.sort(key=lambda it: -luck * liked(lambda tell: GAME.resolve(now, it, tell), pleasant))  # noqa: B023
            state = GAME.resolve(state, drawn[0], events.append)
            continue
        actions = {}
        for seat in node.seats:
            legal = list(GAME.legal(state, seat))
            asked.append((len(events), seat, choices(map(msgspec.to_builtins, legal))))
            random.shuffle(legal)
            if styles[seat] == "curious" and len(node.seats) == 1:
                now, me = state, seat
                legal.sort(key=lambda it: -liked(lambda tell: GAME.apply(now, {me: it}, tell), unusual))  # noqa: B023
            elif random.random() < 0.9:
                style = STYLES[styles[seat]]
                legal.sort(key=lambda it: -style(msgspec.to_builtins(it)))
            actions[seat] = legal[0]
        state = GAME.apply(state, actions, events.append)
    log = [msgspec.to_builtins(event) for event in events]
    return Played(options, seats, log, GAME.score(state), asked)


def compare(played: Played) -> Counter[str]:
    """Everything that both referees say about one game; returns what was seen on the way."""
    verdict = replay(played.switches(), played.seats, played.log)
    assert tuple(verdict.totals) == played.score
    for (number, seat, actions), offered in zip(verdict.asked, played.asked, strict=True):
        assert (number, seat, choices(actions)) == offered, f"after {played.log[number - 1]}"
    return verdict.seen + Counter(f"event {event['event']}" for event in played.log)


@cache
def agreed(options: str, seats: int) -> Counter[str]:
    return sum((compare(play(options, seats, seed)) for seed in range(GAMES_EACH)), Counter())


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", OPTIONS)
def test_both_referees_agree_on_every_event_choice_and_point(options: str, seats: int) -> None:
    assert agreed(options, seats)["event game_ended"] == GAMES_EACH


@pytest.mark.proof
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", OPTIONS)
def test_both_referees_agree_on_many_games(options: str, seats: int) -> None:
    for seed in range(GAMES_EACH, GAMES_EACH + PROOF_EACH):
        compare(play(options, seats, seed))


# --- nothing of note was left out

SITUATIONS = """
0 missions done, 1 missions done, 2 missions done, 3 missions done, two missions done by one cat
11th crash with parachute, goal by parachute, no room for a parachute, parachute declined, parachute landing
two parachute landings
UFO token, UFO token after a wormhole, UFO token in deep space, crash beside the UFO, last UFO token
expedition tokens ran out
all eight in space; others still aboard, ended by all_in_space, ended by crashes
booster saved the rocket, booster used alone beside usable dice, booster used beside dice, two boosters at once
declined to save the rocket
deep cat on the comet, deep cat on the galaxy, moon cat on a moon, no free moon, tie on a planet
dice kept, keep_dice without effect
extra dice saved the rocket, extra dice showing a flame, some extra dice lost
goal four_moons, goal four_planets, goal three_on_planet, goal two_deep, goal reached too late
last die came back, stopped by the wall, two satellites aboard
navigator captain into the galaxy, navigator hop, navigator hop into deep space
regain declined, regain taken, regain with all six dice
reroll after a crashing roll, reroll saved the rocket
saboteur and the last die, saboteur by the captain, saboteur left last
exploration tokens ran out, token laid under the rocket
wormhole chain, wormhole chain of three
"""


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    return sum((agreed(options, seats) for options in OPTIONS for seats in SEATS), Counter())


def test_every_kind_of_event_was_judged(seen: Counter[str]) -> None:
    tags = {f"event {kind.__struct_config__.tag}" for kind in get_args(AnyEvent)}
    assert tags - set(seen) == set()


def test_every_notable_situation_was_judged(seen: Counter[str]) -> None:
    wanted = {name.strip().replace(";", ",") for name in SITUATIONS.replace("\n", ",").split(",")} - {""}
    assert wanted - set(seen) == set()


def test_two_goals_at_once_cannot_be(seen: Counter[str]) -> None:
    # A cat that is the first of its owner on a planet is not the third one; moons and deep space are apart from those.
    assert seen["two goals at once"] == 0


# --- a false story is found out

Tamper: TypeAlias = Callable[[Log], Iterator[Log]]


def changed(log: Log, at: int, **fields: object) -> Log:
    return [*log[:at], {**log[at], **fields}, *log[at + 1 :]]


def places(log: Log, *tags: str) -> list[int]:
    return [at for at, event in enumerate(log) if event["event"] in tags]


def points_changed(log: Log) -> Iterator[Log]:
    for at in places(log, "scored"):
        yield changed(log, at, points=log[at]["points"] + 1)
        yield changed(log, at, points=log[at]["points"] * 2 or 2)


def points_given_to_another(log: Log) -> Iterator[Log]:
    for at in places(log, "scored"):
        yield changed(log, at, seat=1 - min(1, log[at]["seat"]))


def every_number_changed(log: Log) -> Iterator[Log]:
    for at, event in enumerate(log):
        for key, value in event.items():
            if type(value) is int:
                yield changed(log, at, **{key: value + 1})
                yield changed(log, at, **{key: value - 1})


def every_word_changed(log: Log) -> Iterator[Log]:
    words: dict[str, list[str]] = {}
    for event in log:
        for key, value in event.items():
            if isinstance(value, str) and value not in words.setdefault(key, []):
                words[key].append(value)
    for at, event in enumerate(log):
        for key, value in event.items():
            if isinstance(value, str):
                others = [other for other in words[key] if other != value]
                yield from (
                    changed(log, at, **{key: other}) for other in Random(at).sample(others, min(3, len(others)))
                )


def event_dropped(log: Log) -> Iterator[Log]:
    for at, event in enumerate(log):
        # A die not taken back and an ability not used can be just another game.
        if event["event"] != "regained" and event.get("ability") != "keep_dice":
            yield log[:at] + log[at + 1 :]


def event_told_twice(log: Log) -> Iterator[Log]:
    for at, event in enumerate(log):
        yield [*log[:at], event, *log[at:]]


def neighbours_swapped(log: Log) -> Iterator[Log]:
    end = places(log, "game_ended")[0]
    for at in range(end):
        if log[at]["event"] != "token_laid" or log[at + 1]["event"] != "token_laid":  # drawn in any order
            yield [*log[:at], log[at + 1], log[at], *log[at + 2 :]]


def two_landings_swapped(log: Log) -> Iterator[Log]:
    landings = places(log, "landed")
    for one, two in pairwise(landings):
        first, second = log[one], log[two]
        yield changed(changed(log, one, **second), two, **first)


def rolls(log: Log) -> Iterator[tuple[int, list[tuple[Any, int]], Dict | None]]:
    """Where a roll stands, its groups, and the move by it."""
    for at in places(log, "rolled"):
        follower = log[at + 2] if log[at + 1].get("ability") in {"keep_dice", "extra_dice"} else log[at + 1]
        yield at, list(log[at]["groups"]), follower if follower["event"] == "moved" else None


def die_added(log: Log) -> Iterator[Log]:
    for at, groups, _ in rolls(log):
        for place, (face, count) in enumerate(groups):
            yield changed(log, at, groups=[*groups[:place], (face, count + 1), *groups[place + 1 :]])


def die_removed(log: Log) -> Iterator[Log]:
    for at, groups, _ in rolls(log):
        for place, (face, count) in enumerate(groups):
            fewer = [(face, count - 1)] if count > 1 else []
            yield changed(log, at, groups=[*groups[:place], *fewer, *groups[place + 1 :]])


def used_die_turned(log: Log) -> Iterator[Log]:
    for at, groups, moved in rolls(log):
        if moved and moved["to"] < 26:
            for face in moved["faces"]:
                for other in {1, 2, 3, 4, "flame"} - set(moved["faces"]):
                    roll = Counter(dict(groups))
                    roll.update({face: -1, other: 1})
                    yield changed(log, at, groups=[group for group in roll.items() if group[1]])


def impossible_face(log: Log) -> Iterator[Log]:
    for at, groups, _ in rolls(log):
        for place, (_, count) in enumerate(groups):
            yield changed(log, at, groups=[*groups[:place], (5, count), *groups[place + 1 :]])


def other_groups_used(log: Log) -> Iterator[Log]:
    for at in places(log, "moved"):
        faces = log[at]["faces"]
        for face in (1, 2, 3, 4, "flame"):
            if face not in faces:
                yield changed(log, at, faces=[*faces, face])
        if faces and log[at]["to"] < 26:
            yield changed(log, at, faces=faces[1:])
            yield changed(log, at, faces=[*faces, faces[0]])


def other_boosters_used(log: Log) -> Iterator[Log]:
    for at in places(log, "moved"):
        boosters = log[at]["boosters"]
        if log[at]["to"] < 26:
            yield from (changed(log, at, boosters=[*boosters, seat]) for seat in range(5))
            if boosters:
                yield changed(log, at, boosters=boosters[1:])


def crash_with_a_usable_die(log: Log) -> Iterator[Log]:
    crashes = 0
    for at, event in enumerate(log):
        crashes += event["event"] == "crashed"
        if event["event"] == "moved" and event["faces"]:
            crash = {"event": "crashed", "captain": event["seat"], "field": event["start"], "crashes": crashes + 1}
            known = [log[old]["allowed"] for old in places(log, "crashed") if log[old]["field"] == event["start"]]
            for allowed in known[:1]:
                yield [*log[:at], {**crash, "allowed": allowed}, *log[at + 1 :]]


def flight_without_a_usable_die(log: Log) -> Iterator[Log]:
    for at in places(log, "crashed"):
        seat, field = log[at]["captain"], log[at]["field"]
        move = {"event": "moved", "seat": seat, "start": field, "boosters": [], "dice": 1}
        for face in (1, 2, 3, 4):
            yield [*log[:at], {**move, "faces": [face], "to": field + face}, *log[at + 1 :]]
        yield [*log[:at], {**move, "faces": [], "to": field}, *log[at + 1 :]]


def missions_forged(log: Log) -> Iterator[Log]:
    for at in places(log, "missions_dealt"):
        four = list(log[at]["missions"])
        yield changed(log, at, missions=[*four, "M1"])
        yield changed(log, at, missions=four[:3])
        yield changed(log, at, missions=[four[0]] * 4)
        yield changed(log, at, missions=[*four[:3], "comet"])
        yield changed(log, at, only=None)
    for at in places(log, "missions_kept"):
        three = list(log[at]["missions"])
        yield changed(log, at, missions=three[:2])
        yield changed(log, at, missions=[three[0]] * 3)
        yield changed(log, at, only=None)


def mission_points_of_other_missions(log: Log) -> Iterator[Log]:
    for at in places(log, "scored"):
        if log[at]["source"] == "missions":
            yield from (changed(log, at, points=points) for points in (0, 2, 5, 10) if points != log[at]["points"])


def token_turned_again(log: Log) -> Iterator[Log]:
    turned = places(log, "token_turned")
    for one, two in pairwise(turned):
        yield changed(log, two, **{**log[one], "ufo": log[two]["ufo"]})


def token_laid_again(log: Log) -> Iterator[Log]:
    laid = places(log, "token_laid")
    for one, two in pairwise(laid):
        yield changed(log, two, **log[one])


def goal_taken_again(log: Log) -> Iterator[Log]:
    for at in places(log, "goal_taken"):
        for later in [place for place in places(log, "landed") if place > at][:5]:
            yield [*log[: later + 1], log[at], log[at + 1], *log[later + 1 :]]


def another_cat_boards(log: Log) -> Iterator[Log]:
    for at in places(log, "boarded"):
        yield from (changed(log, at, cat=cat) for cat in CATS if cat != log[at]["cat"])


def boarding_order_changed(log: Log) -> Iterator[Log]:
    for at in places(log, "launched"):
        yield [*log[: at - 2], log[at - 1], log[at - 2], *log[at:]]


def ended_too_early(log: Log) -> Iterator[Log]:
    begun, end = places(log, "expedition_began"), places(log, "game_ended")[0]
    yield from (log[:start] + log[end:] for start in begun[1:])


def ended_too_late(log: Log) -> Iterator[Log]:
    end = places(log, "game_ended")[0]
    for start, until in zip(*[iter(places(log, "expedition_began"))] * 2, strict=False):
        yield [*log[:end], *log[start:until], *log[end:]]


def cut_short(log: Log) -> Iterator[Log]:
    yield from (log[:end] for end in range(len(log)))


def something_after_the_end(log: Log) -> Iterator[Log]:
    yield from ([*log, event] for event in log)


TAMPERINGS: list[Tamper] = [
    points_changed,
    points_given_to_another,
    every_number_changed,
    every_word_changed,
    event_dropped,
    event_told_twice,
    neighbours_swapped,
    two_landings_swapped,
    die_added,
    die_removed,
    used_die_turned,
    impossible_face,
    other_groups_used,
    other_boosters_used,
    crash_with_a_usable_die,
    flight_without_a_usable_die,
    missions_forged,
    mission_points_of_other_missions,
    token_turned_again,
    token_laid_again,
    goal_taken_again,
    another_cat_boards,
    boarding_order_changed,
    ended_too_early,
    ended_too_late,
    cut_short,
    something_after_the_end,
]
TRIES = 25  # of each tampering, spread over some games


@cache
def truths() -> list[Played]:
    full = OPTIONS[-1]
    return [play(full, seats, seed) for seed, seats in ((3, 2), (12, 3), (5, 4), (14, 5))]


def judged(played: Played, log: Log) -> str:
    """What the second referee objects to; empty if it believes the log."""
    try:
        replay(played.switches(), played.seats, log)
    except Disagreement as objection:
        return str(objection)
    return ""


@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_a_tampered_log_is_found_out(tamper: Tamper) -> None:
    false = [(played, log) for played in truths() for log in tamper(played.log) if log != played.log]
    assert len(false) >= 8
    tried = Random(tamper.__name__).sample(false, min(TRIES, len(false)))
    believed = [differences(played.log, log) for played, log in tried if not judged(played, log)]
    assert believed == []


@pytest.mark.proof
@pytest.mark.parametrize("tamper", TAMPERINGS, ids=lambda tamper: tamper.__name__)
def test_every_tampering_is_found_out(tamper: Tamper) -> None:
    for played in truths():
        for log in tamper(played.log):
            assert log == played.log or judged(played, log), differences(played.log, log)


def differences(true: Log, false: Log) -> list[tuple[Dict, Dict]]:
    """The first events that differ: what happened, and what was told."""
    return [(one, two) for one, two in zip(true, false, strict=False) if one != two][:2]
