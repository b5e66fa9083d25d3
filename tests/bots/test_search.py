"""The search: any game of the contract, never late, and the same again where looks are counted."""

import gc
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import mean
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

import bots._thinking
import bots.search
from arena.fixture import Fixture
from arena.games.api import Chance, Over
from arena.games.chance import RandomDraw
from arena.games.mlem import MLEM
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from arena.inprocess import InProcess, load
from arena.manifest import find
from arena.match import Table
from arena.record import Record
from arena.referee import Bots, open_referee
from bots._expedition import OVER, Expedition
from bots._imagined import Prospects
from bots._pilot import Pilot
from bots._race import Race
from bots._reckoning import Reckoning
from bots._thinking import Thinking, from_arguments
from bots.planner import Planner
from bots.search import Search, thinking
from protocol.words import Budget
from tests.bots.test_outlook import expedition, played
from tests.bots.toy import TOY
from tests.playing import fixture

PLENTY = {"decision": 60.0, "bank": 60.0}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.search, "GAMES", {"toy": TOY})


def start(seat: int, seats: int, variant: str = "", seed: int = 1) -> dict[str, Any]:
    plain = msgspec.to_builtins
    return {
        "game": "toy",
        "options": plain(TOY.options(variant)),
        "tables": plain(TOY.tables()),
        "seat": seat,
        "seats": seats,
        "seed": seed,
    }


def ask(state: Any, seat: int, budget: dict[str, float] = PLENTY) -> dict[str, Any]:
    view, legal = TOY.view(state, seat), list(TOY.legal(state, seat))
    return msgspec.to_builtins({"turn": state.step, "view": view, "legal": legal, "budget": budget})  # type: ignore[no-any-return]


def told(seat: int, seats: int, seed: int = 1) -> dict[str, Any]:
    """How a match of MLEM starts."""
    return {"game": "mlem", "options": Options(), "tables": MLEM.tables(), "seat": seat, "seats": seats, "seed": seed}


def play(fixture: Fixture, *players: Callable[[dict[str, Any]], Any]) -> Record:
    return trio.run(Table(fixture, [InProcess(player) for player in players]).play)


# Any game.


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("seats", TOY.seats)
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_a_game_that_it_has_never_seen_and_finds_what_is_best(seats: int, seed: int) -> None:
    players = [thinking(Thinking(looks=200))(start(seat, seats, seed=seed)) for seat in range(seats)]
    state, random = TOY.setup(TOY.options(""), seats), Random(seed)
    while not isinstance(node := TOY.node(state), Over):
        if isinstance(node, Chance):
            state = TOY.resolve(state, TOY.sample(state, RandomDraw(random)))
            continue
        said = {seat: players[seat].choose(ask(state, seat))[0] for seat in node.seats}
        assert all(action == {"do": "take", "many": 3} for action in said.values())
        state = TOY.apply(state, msgspec.convert(said, dict[int, TOY.kinds.action]))  # type: ignore[name-defined]


@pytest.mark.usefixtures("toy")
def test_a_game_without_end_is_judged_as_it_stands_after_a_while() -> None:
    state = TOY.setup(TOY.options("endless"), 2)
    action, note, _ = thinking(Thinking(looks=20))(start(0, 2, "endless")).choose(ask(state, 0))
    assert action in ask(state, 0)["legal"]
    assert note == "20 looks at 4 of 4 actions"


# In time.


class Ticking:
    """A clock that is a little later whenever somebody looks at it."""

    def __init__(self, tick: float) -> None:
        self._ticks = self._tick(tick)

    def _tick(self, tick: float) -> Iterator[float]:
        now = 0.0
        while True:
            now += tick
            yield now

    def __call__(self) -> float:
        return next(self._ticks)


@given(
    decision=st.floats(0.001, 2.0), bank=st.floats(0.0, 10.0), ticks=st.floats(20.0, 1000.0), think=st.floats(0.0, 9.0)
)
def test_it_stops_in_time_whatever_its_steps_cost(decision: float, bank: float, ticks: float, think: float) -> None:
    clock = Ticking(decision / ticks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bots.search, "GAMES", {"toy": TOY})
        patch.setattr(bots._thinking, "time", SimpleNamespace(monotonic=clock, process_time=clock))
        state = TOY.setup(TOY.options("endless"), 2)
        player = thinking(Thinking(think))(start(0, 2, "endless"))
        began = clock()
        player.choose(ask(state, 0, {"decision": decision, "bank": bank}))
        took = clock() - began
    assert took <= decision + bank
    assert took <= think + decision / 2


@pytest.fixture
def _little_garbage() -> Iterator[None]:
    """To look through all that the tests remember would take longer than the shortest decision."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_little_garbage")
@pytest.mark.parametrize(("decision", "bank"), [(0.02, 0.0), (0.1, 0.1), (0.5, 1.0)])
def test_it_is_never_late_by_the_real_clock(decision: float, bank: float) -> None:
    match = msgspec.structs.replace(
        fixture("search", "random", variants="ufo+exploration+missions"), budget=Budget(10.0, decision, bank)
    )
    record = play(match, thinking(Thinking(0.01)), load(find("random")))
    assert [fault.detail for fault in record.faults()] == []


@given(st.floats(0.001, 1.0), st.lists(st.floats(0.0, 1.0), min_size=1, max_size=60))
def test_time_that_is_saved_is_used_later_but_never_twice(seconds: float, shares: list[float]) -> None:
    how, saved, total = Thinking(seconds), 0.0, 0.0
    for number, share in enumerate(shares, 1):
        used = share * (seconds + saved)
        saved, total = how.save(saved, used), total + used
        assert 0 <= saved <= bots._thinking.SAVED * seconds
        assert total + saved <= number * seconds * (1 + 1e-9)


def test_a_decision_may_take_what_was_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    for saved, looks in ((0.0, 10), (0.25, 35)):
        cpu = Ticking(0.01)
        monkeypatch.setattr(bots._thinking, "time", SimpleNamespace(monotonic=Ticking(0.0), process_time=cpu))
        more = Thinking(0.105).begin(PLENTY, saved)
        assert sum(more() for _ in range(100)) == looks


def test_what_takes_long_is_begun_only_with_enough_time_left() -> None:
    player = Search(msgspec.to_builtins(told(0, 4)))
    dear = Prospects([0, 1], [0.0, 0.0], lambda action, world: 0.0, lambda more: lambda action, world: 1.0, dear=0.3)
    for left, seen in ((0.2, "looks at"), (30.0, "reckonings of")):
        assert player._compared(dear, lambda: True, time.process_time() + left)[1] == seen


# What the others do.


def test_who_boards_later_is_expected_to_send_what_a_planner_would() -> None:
    boarded = 0
    for seed in range(12):
        state = played(Options(), 3, seed, 40 + 5 * seed)
        while state.phase is not Phase.BOARD or len(state.aboard) != 1:
            state = played(Options(), 3, seed := seed + 100, 40)
        expected = Pilot(MLEM.tables(), Options(), 3, 0).boarding(state)
        while state.phase is Phase.BOARD:
            seat, asked = state.asked, {"view": MLEM.view(state, state.asked), "legal": list(state.legal)}
            action = Planner(msgspec.to_builtins(told(seat, 3))).choose(msgspec.to_builtins(asked))[0]
            assert msgspec.to_builtins(expected[seat]) == action
            state, boarded = MLEM.apply(state, {seat: expected[seat]}), boarded + 1
    assert boarded == 24


# Better with more time.


class Blind(Search):
    """Knows nothing of the game."""

    def __init__(self, start: dict[str, Any]) -> None:
        super().__init__(start)
        self._guide = self._plain


@pytest.fixture(scope="module")
def decisions() -> list[tuple[State, list[float]]]:
    """Positions of games of two, and the chance to win that each legal action leaves, worked out."""
    found = []
    for seed in range(400):
        state = played(Options(), 2, seed, 50 + seed % 50)
        if state.phase in (Phase.LAND, Phase.TRAVEL) and len(state.legal) > 1:
            flights = expedition(state)
            after = [MLEM.apply(state, {state.asked: action}) for action in state.legal]
            found.append((state, [reckoned(flights, each, state) for each in after]))
    return found[:40]


def reckoned(flights: Expedition, after: State, before: State) -> float:
    if after.expedition != before.expedition or after.phase is Phase.OVER:
        return flights.chances(after, OVER)[before.asked]
    chance = Reckoning(flights, after, before.asked, lambda: True).chance(after)
    assert chance is not None
    return chance


def loss(kind: type[Search], looks: int, decisions: list[tuple[State, list[float]]]) -> float:
    """Of chance to win, by the actions that it chooses, on average."""
    losses: list[float] = []
    for number, (state, chances) in enumerate(decisions):
        plain, seat = msgspec.to_builtins, state.asked
        asked = {"turn": 0, "view": MLEM.view(state, seat), "legal": list(state.legal), "budget": PLENTY}
        player = type("Player", (kind,), {"thinking": Thinking(looks=looks)})(plain(told(seat, 2, number)))
        action = player.choose(plain(asked))[0]
        losses.append(max(chances) - chances[plain(asked)["legal"].index(action)])
    return mean(losses)


def test_with_more_looks_it_loses_less(decisions: list[tuple[State, list[float]]]) -> None:
    none, few, many = (loss(Search, looks, decisions) for looks in (0, 60, 5000))
    assert none > few > many


def test_with_more_looks_it_loses_less_even_if_it_knows_nothing_of_the_game(
    decisions: list[tuple[State, list[float]]],
) -> None:
    none, few, many = (loss(Blind, looks, decisions) for looks in (0, 8, 80))
    assert none > few > many


# The same again.


def test_where_looks_are_counted_the_same_seed_gives_the_same_match() -> None:
    names, others = ("search", "random", "random"), [load(find("random"))] * 2
    first, again, other = (
        play(fixture(*names, variants="missions", seed="again"), thinking(Thinking(looks=looks)), *others).steps
        for looks in (15, 15, 0)
    )
    assert first == again
    assert first != other


async def test_its_command_takes_the_number_of_looks() -> None:
    match = fixture("search --work 9", "random", variants="missions")
    async with open_referee(Bots.FRESH) as referee:
        record = (await referee.play(match, [find(bot) for bot in match.bots])).record
    inside = await Table(match, [InProcess(thinking(Thinking(looks=9))), InProcess(load(find("random")))]).play()
    assert list(record.faults()) == []
    assert record.steps == inside.steps


def test_a_house_bot_with_arguments_keeps_them_in_its_name() -> None:
    manifest = find("search --think 20")
    assert manifest.name == "search --think 20"
    assert manifest.command[-4:] == ("-m", "bots.search", "--think", "20")
    assert manifest.entry is None


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        ("", Thinking(0.05)),
        ("--think 20", Thinking(0.02)),
        ("--work 7", Thinking(0.05, 7)),
        ("--work 0", Thinking(0.05, 0)),
    ],
)
def test_arguments(arguments: str, meant: Thinking) -> None:
    assert from_arguments(arguments.split()) == meant


@pytest.mark.parametrize("arguments", ["--work 7 --think 7", "--work -1", "--think -1", "--work x", "--wrok 7", "7"])
def test_wrong_arguments_are_refused(arguments: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        from_arguments(arguments.split())
    assert refused.value.code == 2
    assert "usage: search" in capsys.readouterr().err


# The race.


def counted(looks: int) -> Any:
    left = iter(range(looks))
    return lambda: next(left, None) is not None


def test_the_best_of_noisy_actions_wins_the_race() -> None:
    race = Race([0.0] * 4, lambda action, world: action / 10 + Random(world).random())
    race.run(counted(100))
    assert race.best() == 3


def test_whoever_is_clearly_behind_is_looked_at_no_more() -> None:
    race = Race([0.0] * 2, lambda action, world: action + Random(f"{action}/{world}").random() / 10)
    race.run(counted(1000))
    assert race.best() == 1
    assert race.looks == 16


def test_without_a_look_and_among_equals_the_favourite_is_taken() -> None:
    unseen, equal = (Race([0.0] * 3, lambda action, world: 1.0) for _ in range(2))
    unseen.run(counted(0))
    equal.run(counted(40))
    assert (unseen.best(), equal.best()) == (0, 0)


def test_what_is_known_before_is_added_to_every_look() -> None:
    race = Race([0.0, -0.5], lambda action, world: 0.4 * action)
    race.run(counted(40))
    assert race.best() == 0


def test_a_look_that_was_broken_off_does_not_count() -> None:
    race = Race([0.0] * 2, lambda action, world: 1.0 if world < 2 else None)
    race.run(counted(40))
    assert race.looks == 4


def test_the_house_bot_thinks_fifty_milliseconds() -> None:
    assert load(find("search")) is Search
    assert Search.thinking == Thinking(seconds=0.05, looks=None)
