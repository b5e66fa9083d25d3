"""The log of a game: given events, exact lines."""

from collections.abc import Iterable
from random import Random
from typing import get_args

import pytest

from arena.games.api import Chance, Decide, Event
from arena.games.chance import RandomDraw
from arena.games.mlem import MLEM
from arena.games.mlem import events as told
from arena.games.mlem.options import EVERY, Options
from arena.games.mlem.state import Goal, State
from arena.games.mlem.tables import Cat
from arena.games.mlem.text import TELL
from arena.games.mlem.words import WIDTH

NAMES = ("ann", "bob", "cid")


def lines(*events: Event, names: Iterable[str] = NAMES) -> list[str]:
    return list(MLEM.narrate(events, tuple(names), MLEM.tables()))


def played(options: Options, seats: int, seed: int) -> tuple[State, list[Event]]:
    """A whole game of random players, with its events."""
    random, events = Random(seed), list[Event]()
    state: State = MLEM.setup(options, seats, tell=events.append)
    while isinstance(node := MLEM.node(state), Decide | Chance):
        if isinstance(node, Decide):
            actions = {seat: random.choice(list(MLEM.legal(state, seat))) for seat in node.seats}
            state = MLEM.apply(state, actions, events.append)
        else:
            state = MLEM.resolve(state, MLEM.sample(state, RandomDraw(random)), events.append)
    return state, events


def test_an_expedition_begins_with_who_starts_and_who_boards() -> None:
    assert lines(
        told.ExpeditionBegan(1, 1, 6),
        told.Boarded(1, Cat.NAVIGATOR),
        told.Boarded(2, Cat.SATELLITE),
        told.Boarded(0, Cat.MOON),
        told.Launched(3, 1),
    ) == [
        "Expedition 1, started by bob",
        "  Aboard: bob (navigator), cid (satellite), ann (moon)",
        "  Launch from field 3, lifted by a satellite; captain bob has 6 dice",
    ]


def test_the_expedition_token_tells_where_the_ufo_goes_the_dice_and_the_ability() -> None:
    assert lines(
        told.TokenTurned(5, 25, 4, "extra_dice", (2, "flame")),
        told.TokenTurned(0, 25, 1, "reroll", ()),
    ) == [
        "  Token: the UFO moves from deep space to field 25; 4 dice; extra dice 2 *",
        "  Token: the UFO stays on field 25; 1 die; one reroll",
    ]


def test_a_roll_shows_in_brackets_what_the_field_takes() -> None:
    roll = told.Rolled(0, 9, ((1, 2), (2, 1), ("flame", 2)))
    assert lines(roll) == ["  On field 9 ann rolls [1 1] 2 [* *]"]


def test_a_move_tells_what_it_was_made_of_and_what_lies_beside_its_end() -> None:
    assert lines(
        told.Rolled(0, 9, ((1, 2), (2, 1), ("flame", 2))),
        told.Moved(0, 9, 16, (1, "flame"), (0,), 4),
    ) == [
        "  On field 9 ann rolls [1 1] 2 [* *]",
        "    uses 1 1, 2 flames worth 2 each and its own booster: field 9 -> 16 beside P3, 4 dice left",
    ]


def test_a_booster_alone_is_told_with_its_owner() -> None:
    assert lines(told.Moved(0, 5, 6, (), (2,), 2)) == ["    uses cid's booster: field 5 -> 6 beside M1, 2 dice left"]


def test_the_ability_is_told_before_the_move_that_it_serves() -> None:
    assert lines(
        told.Rolled(0, 22, ((1, 1),)),
        told.AbilityUsed(0, "extra_dice", (2, 1)),
        told.Moved(0, 22, 26, (1,), (), 1),
    ) == [
        "  On field 22 ann rolls [1]",
        "    ann spends the token for its extra dice 2 1",
        "    uses 1 and the extra dice: field 22 -> deep space, 1 die left",
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (told.AbilityUsed(0, "keep_dice", ()), "ann spends the token to keep the dice"),
        (told.AbilityUsed(0, "reroll", ()), "ann spends the token to roll all dice again"),
        (told.TokenTaken(1, "ufo", 19, 5), "bob meets the UFO and takes a token worth 5 points"),
        (told.TokenTaken(1, "exploration", 6, 1), "bob finds an exploration token worth 1 point"),
        (told.TokenResolved(2, 9, "wormhole"), "cid finds an exploration token: a wormhole"),
        (told.Wormhole(9, 13), "through the wormhole: field 9 -> 13 beside P2"),
        (told.TokenResolved(2, 8, "regain"), "cid finds an exploration token: a die back"),
        (told.Regained(2, 4), "cid takes it: 4 dice"),
        (told.CaptainChanged(1), "bob is captain now"),
        (told.DieLost(1, 2), "the saboteur takes a die along: 2 dice left for bob"),
        (told.GoalTaken(0, Goal.TWO_DEEP), "GOAL: ann is the first with 2 cats in deep space: 5 points"),
    ],
)
def test_what_happens_on_the_way_has_a_line_of_its_own(event: Event, line: str) -> None:
    assert lines(event) == [f"    {line}"]


def test_a_die_that_cannot_come_back_is_told_so() -> None:
    events = (told.ExpeditionBegan(1, 0, 6), told.TokenResolved(2, 8, "regain"))
    assert lines(*events)[-1] == "    cid finds an exploration token: a die back, but none is missing"


def test_a_landing_is_told_with_its_points() -> None:
    assert lines(
        told.Landed(0, Cat.MOON, "M1", "rocket"),
        told.Scored(0, 4, "moon", "M1"),
        told.Landed(1, Cat.NAVIGATOR, "P1", "navigator"),
        told.Landed(2, Cat.DEEP, "comet", "rocket"),
        told.Scored(2, 14, "deep", "comet"),
        told.Landed(1, Cat.PARACHUTE, "M1", "parachute"),
        told.Scored(1, 1, "moon", "M1"),
    ) == [
        "    ann leaves for M1 (moon): 4 points, doubled",
        "    bob's navigator steers to P1",
        "    cid reaches the comet (deep): 14 points, doubled",
        "    bob's parachute opens over M1: 1 point",
    ]


def test_those_who_stay_are_told_together_in_their_order() -> None:
    assert lines(
        told.Stayed(2, Cat.MOON),
        told.Stayed(0, Cat.DEEP),
        told.Landed(1, Cat.PLANET, "P2", "rocket"),
        told.Stayed(2, Cat.MOON),
    ) == [
        "    cid and ann stay aboard",
        "    bob leaves for P2 (planet)",
        "    cid stays aboard",
    ]


def test_a_moon_group_without_a_free_moon_is_marked() -> None:
    taken = [told.Landed(0, cat, "M1", "rocket") for cat in (Cat.MOON, Cat.DEEP, Cat.PLANET)]
    move = told.Moved(0, 4, 6, (2,), (), 3)
    assert lines(*taken, told.Rolled(0, 4, ((2, 1),)), move)[-1].endswith("field 4 -> 6 beside M1 (full), 3 dice left")


def test_a_forced_crash_tells_why() -> None:
    assert lines(told.Rolled(1, 8, ((1, 1), (3, 2), ("flame", 1))), told.Crashed(1, 8, (2, 4), 3)) == [
        "  On field 8 bob rolls 1 3 3 *",
        "    nothing of 1 3 3 * can be used on field 8, which takes 2 or 4",
        "  CRASH 3 of 11",
    ]


def test_a_crash_tells_what_could_have_saved_the_rocket() -> None:
    events: list[Event] = [
        told.ExpeditionBegan(1, 0, 6),
        told.TokenTurned(2, 25, 6, "extra_dice", (1, "flame")),
        *(told.Boarded(seat, Cat.BOOSTER) for seat in range(3)),
        told.Rolled(0, 0, ((1, 1), (2, 1))),
        told.Moved(0, 0, 5, (1, 2), (1, 2), 4),
        told.Rolled(0, 5, ((2, 4),)),
        told.Crashed(0, 5, (1, 4), 1),
    ]
    assert lines(*events)[-3:-1] == [
        "    nothing of 2 2 2 2 can be used on field 5, which takes 1 or 4",
        "    ann declines its own booster or the extra dice 1 *",
    ]


def test_a_spent_ability_saves_nothing() -> None:
    assert lines(
        told.TokenTurned(0, 26, 6, "reroll", ()),
        told.AbilityUsed(0, "reroll", ()),
        told.Rolled(0, 8, ((1, 1),)),
        told.Crashed(0, 8, (2, 4), 1),
    )[-2:] == ["    nothing of 1 can be used on field 8, which takes 2 or 4", "  CRASH 1 of 11"]


def test_after_an_expedition_stand_who_went_home_and_everybodys_points() -> None:
    assert lines(
        told.ExpeditionBegan(1, 0, 6),
        told.Landed(0, Cat.DEEP, "M5", "rocket"),
        told.Scored(0, 6, "moon", "M5"),
        told.TokenTaken(2, "ufo", 24, 5),
        told.WentHome(1, Cat.MOON),
        told.WentHome(2, Cat.PLANET),
        told.ExpeditionBegan(2, 1, 6),
    )[-4:] == [
        "    home again: bob (moon), cid (planet)",
        "  Points: ann 6, bob 0, cid 0 (+5 in tokens)",
        "",
        "Expedition 2, started by bob",
    ]


def test_tokens_laid_before_the_first_expedition_are_told_together_later_ones_at_once() -> None:
    first = [told.TokenLaid(21, "points", 3), told.TokenLaid(4, "wormhole", 0)]
    assert lines(*first, told.ExpeditionBegan(1, 0, 6), told.TokenLaid(5, "regain", 0)) == [
        "Exploration tokens on the fields 4 (a wormhole), 21 (3 points)",
        "",
        "Expedition 1, started by ann",
        "    a new exploration token lies on field 5: a die back",
    ]


def test_missions_are_told_as_far_as_they_are_known() -> None:
    assert lines(
        told.MissionsDealt(0, ("M1", "M2", "P1", "P2"), only=0),
        told.MissionsKept(0, ("M1", "P1", "P2"), only=0),
        told.ExpeditionBegan(1, 0, 6),
        told.Landed(0, Cat.DEEP, "P2", "rocket"),
        told.GameEnded("crashes"),
    )[:6] == [
        "ann is dealt the missions M1, M2, P1 and P2",
        "ann keeps the missions M1, P1 and P2",
        "",
        "Expedition 1, started by ann",
        "    ann leaves for P2 (deep)",
        "  Points: ann 0, bob 0, cid 0",
    ]


def test_the_end_is_a_table_and_a_winner() -> None:
    assert lines(
        told.Scored(0, 8, "moon", "M3"),
        told.Scored(2, 14, "deep", "comet"),
        told.Scored(2, 5, "goal", Goal.TWO_DEEP),
        told.Landed(1, Cat.PLANET, "P3", "rocket"),
        told.GameEnded("crashes"),
        told.Scored(1, 10, "planet", "P3"),
        told.Scored(0, 3, "planet", "P3"),
        told.Scored(1, 7, "token", ""),
        told.Scored(1, 2, "missions", ""),
    ) == [
        "    bob leaves for P3 (planet)",
        "  Points: ann 8, bob 0, cid 19",
        "",
        "The game is over: the crash track has reached 11",
        "  Planet P3: bob 10 (doubled), ann 3",
        "",
        "     moons  deep  goals  planets  tokens  missions  total",
        "ann      8     0      0        3       0         0     11",
        "bob      0     0      0       10       7         2     19",
        "cid      0    14      5        0       0         0     19",
        "",
        "bob and cid share the win with 19 points each",
    ]


def test_whose_cats_are_all_in_space_has_ended_the_game() -> None:
    away = [told.Landed(1, cat, "P1", "rocket") for cat in Cat]
    assert "The game is over: bob has all 8 cats in space" in lines(*away, told.GameEnded("all_in_space"))


def test_lines_come_while_the_game_runs() -> None:
    def game() -> Iterable[Event]:
        yield told.ExpeditionBegan(1, 0, 6)
        raise AssertionError("the log must not wait for the next event")

    assert next(iter(MLEM.narrate(game(), NAMES, MLEM.tables()))) == "Expedition 1, started by ann"


def test_every_kind_of_event_has_words() -> None:
    assert set(TELL) == set(get_args(told.AnyEvent))


@pytest.mark.parametrize("options", EVERY, ids=str)
@pytest.mark.parametrize("seats", MLEM.seats)
def test_the_log_of_a_whole_game_ends_with_the_points_of_the_game(options: Options, seats: int) -> None:
    names = [f"bot-{seat}-{'x' * 40}" for seat in range(seats)]
    state, events = played(options, seats, seed=seats)
    log = lines(*events, names=names)
    cut = next(place for place, line in enumerate(log) if line.endswith("  missions  total"))
    table = [line.split() for line in log[cut + 1 : cut + 1 + seats]]
    assert tuple(int(row[-1]) for row in table) == MLEM.score(state)
    assert [sum(map(int, row[1:-1])) for row in table] == [int(row[-1]) for row in table]
    assert all(len(line) <= WIDTH for line in log)


def test_a_log_without_the_private_events_tells_no_mission() -> None:
    _, events = played(Options(missions=True), 3, seed=1)
    public = [event for event in events if event.only is None]
    assert not [line for line in lines(*public) if "keeps the missions" in line or "Missions of" in line]
