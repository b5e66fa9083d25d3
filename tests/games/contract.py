"""The laws that every game keeps, each as a function that looks at one played game and asserts.

A law looks at a few positions of a game, picked by the random generator that it is given, so that the same laws serve
a few games in the default run and many thousands in the long one. What only one game's tests can know, such as how to
deal its secrets anew, is in its `Facts`.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, TypeAlias, TypeVar

import msgpack
import msgspec

from arena.games import GAMES
from arena.games.api import (
    AnyGame,
    Chance,
    Decide,
    Event,
    IllegalAction,
    IllegalOutcome,
    Over,
    Refused,
    Seat,
    load,
    save,
)
from arena.games.chance import KeyedDraw, RandomDraw
from tests.games.facts import Step
from tests.games.mlem.facts import FACTS as MLEM

Pick: TypeAlias = Callable[[int], int]  # a number from 0 to n-1
Item = TypeVar("Item")

encode = msgspec.msgpack.encode


class Setting(NamedTuple):
    """What is played, and by how many."""

    game: AnyGame
    options: Any
    seats: int

    def __str__(self) -> str:
        return f"{self.game.name}-{self.options}-{self.seats}"


class Trace(NamedTuple):
    """A game played to its end."""

    setting: Setting
    seed: bytes
    opening: list[Event]
    steps: list[Step]
    end: Any

    @property
    def states(self) -> list[Any]:
        return [step.state for step in self.steps] + [self.end]

    @property
    def events(self) -> list[Event]:
        return self.opening + [event for step in self.steps for event in step.events]


SETTINGS = [Setting(game, options, seats) for game in GAMES.values() for options in game.every for seats in game.seats]
FACTS = {"mlem": MLEM}

Law: TypeAlias = Callable[[Trace, Random], None]
LAWS: list[Law] = []


def law(check: Law) -> Law:
    LAWS.append(check)
    return check


def play(setting: Setting, seed: bytes, pick: Pick, start: Any = None) -> Trace:
    """A game from the start, or from a given position, to its end; fails when that is not within the bound."""
    game, options, seats = setting
    opening: list[Event] = []
    state = game.setup(options, seats, None, opening.append) if start is None else start
    steps: list[Step] = []
    left = FACTS[game.name].bound(options, seats)
    while not isinstance(node := game.node(state), Over):
        events: list[Event] = []
        given: Any
        if isinstance(node, Chance):
            given = game.sample(state, KeyedDraw(seed, node.key))
            after = game.resolve(state, given, events.append)
            left = left._replace(outcomes=left.outcomes - 1)
        else:
            given = {seat: _picked(list(game.legal(state, seat)), pick) for seat in node.seats}
            after = game.apply(state, given, events.append)
            left = left._replace(decisions=left.decisions - 1)
        assert min(left) >= 0, f"{setting} goes on after the most that the rules allow: {left}"
        steps.append(Step(state, node, given, events))
        state = after
    return Trace(setting, seed, opening, steps, state)


def seeded(number: int, choices: Sequence[int] = ()) -> tuple[bytes, Pick]:
    """A dice seed and a player: the choices given, then random ones."""
    random, planned = Random(number), iter(choices)
    return number.to_bytes(16, "big"), lambda n: next(planned, random.randrange(2**32)) % n


def _picked(items: Sequence[Item], pick: Pick) -> Item:
    return items[pick(len(items))]


def some(items: Sequence[Item], random: Random, most: int = 4) -> list[Item]:
    """A few of the items, in their order."""
    return list(items) if len(items) <= most else [items[i] for i in sorted(random.sample(range(len(items)), most))]


@law
def somebody_can_always_act(trace: Trace, random: Random) -> None:
    game, _, seats = trace.setting
    for state in trace.states:
        node = game.node(state)
        idle = set(range(seats))
        if isinstance(node, Decide):
            assert node.seats
            assert all(game.legal(state, seat) for seat in node.seats)
            idle -= set(node.seats)
        if isinstance(node, Chance):
            assert game.sample(state, RandomDraw(random)) is not None
        assert not any(game.legal(state, seat) for seat in idle)


@law
def every_legal_action_is_accepted(trace: Trace, random: Random) -> None:
    game = trace.setting.game
    for step in some([step for step in trace.steps if isinstance(step.node, Decide)], random):
        for seat, given in step.given.items():
            listed = list(game.legal(step.state, seat))
            assert given in listed
            assert len(set(listed)) == len(listed), "an action is listed twice"
            for action in some(listed, random):
                assert game.apply(step.state, step.given | {seat: action}) != step.state


@law
def every_other_action_is_refused_and_nothing_is_changed(trace: Trace, random: Random) -> None:
    game, _, seats = trace.setting
    acted = list(
        dict.fromkeys(action for step in trace.steps if isinstance(step.node, Decide) for action in step.given.values())
    )
    for state in some(trace.states, random):
        node = game.node(state)
        asked = node.seats if isinstance(node, Decide) else ()
        right = {seat: _picked(list(game.legal(state, seat)), random.randrange) for seat in asked}
        others = some(acted, random, 12)
        others += [mutant for action in [*right.values(), *others[:3]] for mutant in _mutants(trace, action)]
        wrong: list[dict[Seat, Any]] = [
            right | {seat: action} for action in others for seat in asked if action not in game.legal(state, seat)
        ]
        wrong += [right | {seat: others[0]} for seat in (*range(seats), -1, seats) if seat not in asked]
        wrong += [{other: action for other, action in right.items() if other != seat} for seat in asked]
        before = encode(state)
        for actions in wrong:
            _refuses(IllegalAction, partial(game.apply, state, actions), actions)
        assert encode(state) == before


@law
def nobody_acting_is_refused(trace: Trace, random: Random) -> None:
    game = trace.setting.game
    for state in [*some(trace.states, random), trace.end]:
        _refuses(IllegalAction, partial(game.apply, state, {}), "no actions")


@law
def outcomes_are_all_that_luck_can_bring(trace: Trace, random: Random) -> None:
    game = trace.setting.game
    came = list(dict.fromkeys(step.given for step in trace.steps if isinstance(step.node, Chance)))
    for state in some(trace.states, random):
        listed = game.outcomes(state)
        known = dict(listed or ())
        if isinstance(game.node(state), Chance) and listed is not None:
            assert len(known) == len(listed), "an outcome is listed twice"
            assert sum(known.values()) == 1
            assert min(known.values()) > 0
            for outcome in some(list(known), random):
                assert game.resolve(state, outcome) != state
        elif not isinstance(game.node(state), Chance):
            assert not known
        before = encode(state)
        others = some(came, random, 12) + some(list(known), random, 2)
        others += [mutant for outcome in others[-4:] for mutant in FACTS[game.name].false_outcomes(outcome)]
        for wrong in [outcome for outcome in others if outcome not in known]:
            _refuses(IllegalOutcome, partial(game.resolve, state, wrong), wrong)
        assert encode(state) == before


def _mutants(trace: Trace, action: Any) -> Iterable[Any]:
    yield None
    yield msgspec.to_builtins(action)
    yield from FACTS[trace.setting.game.name].mutants(action)


def _refuses(kind: type[Refused], act: Callable[[Callable[[Event], object]], Any], what: Any) -> None:
    told: list[Event] = []
    try:
        act(told.append)
    except kind:
        assert not told, f"refused, but told of {told}"
    else:
        raise AssertionError(f"accepted: {what}")


@law
def what_a_seat_may_not_know_changes_nothing_that_it_sees(trace: Trace, random: Random) -> None:
    """The same game again, with everything dealt anew that this seat may not know: it cannot tell them apart."""
    game, options, seats = trace.setting
    seat = random.randrange(seats)
    disguise = FACTS[game.name].disguise(trace.steps, seats, seat, random)
    seen: list[Event] = []
    twin = game.setup(options, seats, None, seen.append)
    shown = [event for event in trace.opening if event.seen_by(seat)]
    for step in trace.steps:
        assert encode(game.view(twin, seat)) == encode(game.view(step.state, seat))
        told: list[Event] = []
        given = disguise(twin, step.given)
        if isinstance(step.node, Decide):
            assert list(game.legal(twin, seat)) == list(game.legal(step.state, seat))
            twin = game.apply(twin, given, told.append)
        else:
            twin = game.resolve(twin, given, told.append)
        if not isinstance(game.node(twin), Over):  # the final scoring may show what was hidden
            seen += [event for event in told if event.seen_by(seat)]
            shown += [event for event in step.events if event.seen_by(seat)]
    assert encode(seen) == encode(shown)
    names = [f"bot{number}" for number in range(seats)]
    tables = game.tables()
    assert list(game.narrate(seen, names, tables)) == list(game.narrate(shown, names, tables))


@law
def points_are_the_sum_of_what_was_told(trace: Trace, random: Random) -> None:
    game, _, seats = trace.setting
    points = [0] * seats
    for event in trace.events:
        if scored := FACTS[game.name].scored(event):
            points[scored[0]] += scored[1]
    assert tuple(points) == game.score(trace.end)
    places = game.places(trace.end)
    assert places == tuple(1 + sum(other > mine for other in points) for mine in points)


@law
def everything_survives_msgpack(trace: Trace, random: Random) -> None:
    game, options, seats = trace.setting
    kinds = game.kinds
    _survives(options, kinds.options)
    for state in some(trace.states, random, 2):
        _survives(state, kinds.state)
        _survives(game.view(state, random.randrange(seats)), kinds.view)
    for step in some(trace.steps, random, 8):
        for action in step.given.values() if isinstance(step.node, Decide) else ():
            _survives(action, kinds.action)
        if isinstance(step.node, Chance):
            _survives(step.given, kinds.outcome)
    for event in some(trace.events, random, 8):
        _survives(event, kinds.event)


def _survives(value: Any, kind: Any) -> None:
    """Through msgspec alone, and through plain lists and maps as another language's library gives them."""
    data = encode(value)
    assert msgspec.msgpack.decode(data, type=kind) == value
    plain = msgpack.unpackb(data)
    assert plain != value
    assert msgspec.convert(plain, kind) == value
    assert msgpack.packb(plain) == data


@law
def a_saved_state_is_loaded_as_it_was(trace: Trace, random: Random) -> None:
    game = trace.setting.game
    for state in some(trace.states, random, 2):
        assert load(game, save(game, state)) == state


@law
def imagined_states_look_the_same_and_can_be_played(trace: Trace, random: Random) -> None:
    game, options, seats = trace.setting
    for state in some(trace.states, random, 2):
        seat = random.randrange(seats)
        view = game.view(state, seat)
        imagined = game.imagine(options, seats, game.tables(), view, RandomDraw(random))
        assert game.view(imagined, seat) == view
        assert game.legal(imagined, seat) == game.legal(state, seat)
        assert game.node(imagined) == game.node(state)
        rest = play(trace.setting, trace.seed, random.randrange, imagined)
        assert len(game.score(rest.end)) == seats


@law
def what_is_imagined_could_be_true(trace: Trace, random: Random) -> None:
    game, options, seats = trace.setting
    for state in some(trace.states, random, 40):
        view = game.view(state, random.randrange(seats))
        FACTS[game.name].alike(state, game.imagine(options, seats, game.tables(), view, RandomDraw(random)))


@law
def the_default_is_legal_and_always_the_same(trace: Trace, random: Random) -> None:
    game = trace.setting.game
    for step in some([step for step in trace.steps if isinstance(step.node, Decide)], random, 8):
        again = load(game, save(game, step.state))
        for seat in step.given:
            action = game.default(step.state, seat)
            assert action in game.legal(step.state, seat)
            assert game.default(again, seat) == action


@law
def looking_changes_nothing(trace: Trace, random: Random) -> None:
    game, _, seats = trace.setting
    for state in some(trace.states, random, 2):
        before = encode(state)
        looks = [_look(game, state, seats) for _ in range(2)]
        assert looks[0] == looks[1]
        assert encode(state) == before


def _look(game: AnyGame, state: Any, seats: int) -> list[Any]:
    node = game.node(state)
    owed = node.seats if isinstance(node, Decide) else ()
    return [
        node,
        game.score(state),
        game.places(state),
        game.outcomes(state),
        [(list(game.legal(state, seat)), game.view(state, seat)) for seat in range(seats)],
        [game.default(state, seat) for seat in owed],
    ]


@law
def the_same_seed_is_the_same_luck_whatever_was_decided(trace: Trace, random: Random) -> None:
    game = trace.setting.game
    other = play(trace.setting, trace.seed, random.randrange)
    FACTS[game.name].same_luck(trace.seed, [trace.steps, other.steps])


@law
def every_log_can_be_told_in_words(trace: Trace, random: Random) -> None:
    game, _, seats = trace.setting
    names, tables = [f"bot{number}" for number in range(seats)], game.tables()
    seat, part = random.randrange(seats), random.randrange(len(trace.events))
    for log in (trace.events, trace.events[:part], [event for event in trace.events if event.seen_by(seat)]):
        assert all(isinstance(line, str) for line in game.narrate(log, names, tables))


@law
def a_game_keeps_its_own_laws(trace: Trace, random: Random) -> None:
    for check in FACTS[trace.setting.game.name].laws:
        check(trace.steps, trace.events)
