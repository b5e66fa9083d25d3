"""What the search believes about MLEM: the outlook agrees with the rules at the end, and what it flies can happen."""

from collections.abc import Iterator
from math import exp
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.api import Chance, Decide, Over
from arena.games.chance import RandomDraw
from arena.games.mlem import MLEM, moves
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from bots import _learn
from bots._crew import riders_of, stand_of
from bots._expedition import OVER, Expedition
from bots._outlook import FEATURES, Learnt, Outlook, learnt
from bots._worth import tuned
from bots.planner import Player

BASE = Options()
games = st.tuples(st.sampled_from(MLEM.every), st.sampled_from(MLEM.seats), st.integers(0, 10_000))


def played(options: Options, seats: int, seed: int, steps: int) -> State:
    """A game by lot, after so many steps."""
    random = Random(seed)
    state = MLEM.setup(options, seats)
    for _ in range(steps):
        node = MLEM.node(state)
        if isinstance(node, Chance):
            state = MLEM.resolve(state, MLEM.sample(state, RandomDraw(random)))
        elif isinstance(node, Decide):
            state = MLEM.apply(state, {seat: random.choice(list(MLEM.legal(state, seat))) for seat in node.seats})
        else:
            break
    return state


def expedition(state: State) -> Expedition:
    options, seats, board = state.setting.options, state.setting.seats, state.setting.board
    plans = Player(board, options, seats, tuned()).plans(state)
    return Expedition(plans, Outlook(board, options, seats, learnt()[seats]))


def test_there_is_a_weight_for_everything_that_is_seen_with_every_number_of_seats() -> None:
    assert list(learnt()) == list(MLEM.seats)
    for seats in MLEM.seats:
        assert list(learnt()[seats].weights) == list(FEATURES)


@given(games)
@settings(max_examples=25, deadline=None)
def test_at_the_end_the_outlook_knows_the_winners(game: tuple[Options, int, int]) -> None:
    state = played(*game, steps=10_000)
    chances = expedition(state).chances(state, OVER)
    winners = [place == 1 for place in MLEM.places(state)]
    assert chances == [won / sum(winners) for won in winners]


def test_missions_that_are_not_known_leave_even_the_end_open() -> None:
    state = played(MLEM.options("missions"), 3, 1, steps=10_000)
    known = _learn.scene(state)
    outlook = Outlook(MLEM.tables(), MLEM.options("missions"), 3, learnt()[3])
    assert sorted(outlook.chances(known)) == [0.0, 0.0, 1.0]
    hidden = outlook.chances(known._replace(missions=[known.missions[0], None, None]))
    assert all(0.0 < chance < 1.0 for chance in hidden)
    assert sum(hidden) == pytest.approx(1.0)


@given(games, st.integers(10, 300))
@settings(max_examples=40, deadline=None)
def test_what_is_flown_can_happen(game: tuple[Options, int, int], steps: int) -> None:
    state = played(*game, steps=steps)
    while state.phase not in (Phase.ROLL, Phase.OVER):
        state = played_on(state)
    if state.phase is Phase.OVER:
        return
    flights = expedition(state)
    for world in range(5):
        end = flights.fly(state, Random(world).random)
        assert end == flights.fly(state, Random(world).random)
        riders = [rider for rider, _ in end.landed]
        assert len(set(riders)) == len(riders)
        assert set(riders) <= set(state.aboard)
        assert end.crashed or len(riders) == len(state.aboard)
        for body, here in enumerate(state.setting.board.bodies):
            there = len(state.space[body]) + sum(to == body for _, to in end.landed)
            assert here.kind != "moons" or there <= len(here.points)
        assert sum(flights.chances(state, end)) == pytest.approx(1.0)


def test_when_two_are_aboard_they_leave_in_imagination_when_the_planner_does() -> None:
    grudges = 0
    for state in landings(games=12):
        place = [rider.seat for rider in state.aboard].index(state.asked)
        wish = expedition(state)._wish(riders_of(state), state.aboard, place, stand_of(state))
        player = Player(state.setting.board, BASE, 2, tuned())
        values = dict(zip(state.legal, player.values(state.asked, state, list(state.legal)), strict=True))
        leaves = {action: value for action, value in values.items() if isinstance(action, moves.Leave)}
        stays = max(value for action, value in values.items() if action not in leaves)
        assert (wish is not None) == (max(leaves.values()) >= stays)
        if wish is not None:
            assert values[moves.Leave(state.setting.board.bodies[wish].id)] == max(leaves.values())
        grudges += (wish is not None) != selfish(state, place)
    assert grudges > 0  # otherwise nothing was tried


def selfish(state: State, place: int) -> bool:
    """Whether this rider would leave if it thought of its own points only."""
    plans, riders = Player(state.setting.board, BASE, 2, tuned()).plans(state), riders_of(state)
    near = state.setting.board.fields[state.field].near[: None if riders[place][1] == "navigator" else 1]
    stay = plans.riding(riders, place, stand_of(state))
    return max(plans.worth.landing(*riders[place], body) for body in near) >= stay


def landings(games: int) -> Iterator[State]:
    """Positions of games by lot in which one of two riders may leave."""
    for seed in range(games):
        random, state = Random(seed), MLEM.setup(BASE, 2)
        while not isinstance(node := MLEM.node(state), Over):
            if isinstance(node, Chance):
                state = MLEM.resolve(state, MLEM.sample(state, RandomDraw(random)))
                continue
            if state.phase is Phase.LAND and len(state.aboard) == 2 and len(state.legal) > 1:
                yield state
            state = MLEM.apply(state, {seat: random.choice(list(MLEM.legal(state, seat))) for seat in node.seats})


def played_on(state: State) -> State:
    node = MLEM.node(state)
    if isinstance(node, Chance):
        return MLEM.resolve(state, MLEM.sample(state, RandomDraw(Random(state.rolls))))
    assert isinstance(node, Decide)
    return MLEM.apply(state, {seat: MLEM.default(state, seat) for seat in node.seats})


@given(games, st.integers(10, 300))
@settings(max_examples=60, deadline=None)
def test_the_chances_are_what_the_features_weigh(game: tuple[Options, int, int], steps: int) -> None:
    state = played(*game, steps=steps)
    seats, options = state.setting.seats, state.setting.options
    seen = _learn.scene(state)._replace(missions=[MLEM.view(state, 0).players[seat].missions for seat in range(seats)])
    if state.crashes >= state.setting.board.crashes or not all(seen.homes):
        return
    known = learnt()[seats]
    outlook = Outlook(state.setting.board, options, seats, known)
    time, rows = outlook.features(seen)
    points = [
        sure + sum((end + more * time) * value for (end, more), value in zip(known.weights.values(), row, strict=True))
        for sure, row in zip(seen.points, rows, strict=True)
    ]
    shares = [exp(each / known.spread_at(time, options)) for each in points]
    for _ in range(2):  # at first sight, and when it remembers
        assert outlook.chances(seen) == pytest.approx([share / sum(shares) for share in shares])


def test_with_variants_it_takes_more_points_to_be_as_sure() -> None:
    known = Learnt(dict.fromkeys(FEATURES, (0.0, 0.0)), (2.0, 4.0), 0.1, (0.0, 1.0))
    base, every = (known.spread_at(0.5, MLEM.options(name)) for name in ("base", "ufo+exploration+missions"))
    assert (base, every) == pytest.approx((4.0, 5.2))


def test_points_in_hand_and_cats_at_home_make_a_better_outlook() -> None:
    scene = _learn.scene(played(BASE, 3, 1, 60))
    outlook = Outlook(MLEM.tables(), BASE, 3, learnt()[3])
    better = scene._replace(points=[scene.points[0] + 5, *scene.points[1:]])
    assert outlook.chances(better)[0] > outlook.chances(scene)[0]
    assert outlook.chances(better)[1] < outlook.chances(scene)[1]


# How the weights are learnt.


def test_a_match_is_watched_the_same_way_again() -> None:
    first, again, other = (_learn.watch("greedy", number, 1) for number in (0, 0, 6))
    assert first == again
    assert first != other
    assert len(first.scenes) > 3


def test_everybody_sees_only_its_own_missions() -> None:
    match = next(
        match for match in (_learn.watch("greedy", number, 1) for number in range(60)) if match.options.missions
    )
    unknown = FEATURES.index("missions_unknown")
    for number, sight in enumerate(_learn.seen(match)):
        seats = range(len(match.final))
        assert [row[unknown] for row in sight.rows] == [float(seat != number % len(seats)) for seat in seats]


def test_what_unknown_missions_pay_is_right_on_average() -> None:
    matches = [match for match in (_learn.watch("greedy", number, 1) for number in range(40)) if match.options.missions]
    always, each = _learn.unknown_missions(matches)
    likely, paid = zip(*[pair for match in matches for pair in _learn._missions_paid(match)], strict=True)
    assert always + each * mean(likely) == pytest.approx(mean(paid), abs=0.01)
    assert set(paid) <= {0.0, 2.0, 5.0, 10.0}


def test_the_weights_come_from_the_matches_alone() -> None:
    matches = [_learn.watch("greedy", number, 1) for number in range(6)]
    first, again = (_learn.learn(matches[:3], matches[3:]) for _ in range(2))
    assert first == again
    assert list(first) == list(MLEM.seats)


def test_least_squares_find_what_makes_the_difference_between_seats() -> None:
    random = Random(1)
    sights = []
    for _ in range(60):
        time, common = random.random(), random.random()
        rows = [[common, float(random.randrange(6))] for _ in range(3)]
        final = [9 * common + 2 * x - time * x for _, x in rows]
        sights.append(_learn.Sight(time, rows, [0.0] * 3, final))
    assert _learn.fit(sights, 0.0, [0.0] * 4) == pytest.approx([0.0, 2.0, 0.0, -1.0], abs=1e-3)


def test_a_weight_that_nothing_speaks_for_stays_where_it_was() -> None:
    sights = [_learn.Sight(0.5, [[1.0, 0.0], [3.0, 0.0]], [0.0, 0.0], [3, 4])]
    assert _learn.fit(sights, 1.0, [0.0, 7.0, 0.0, 8.0])[1::2] == [7.0, 8.0]
