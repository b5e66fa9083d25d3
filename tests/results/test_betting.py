"""The interval that may be looked at after every group: its law, its errors under peeking, and its price."""

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from results.verdicts.betting import Betting
from results.verdicts.estimates import estimate
from results.verdicts.sprt import Sprt
from tests.results.differences import EQUAL, Odds, draws, moved

SCORE = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0])
SCORES = st.lists(SCORE, max_size=40)
MEANS = st.floats(-0.95, 0.95)
RICH = 2.0 / 0.05


def betting(scores: list[float]) -> Betting:
    bets = Betting()
    for score in scores:
        bets.add(score)
    return bets


@given(SCORES, SCORE, SCORE, MEANS)
def test_if_the_mean_is_true_nobody_expects_to_win_or_to_lose(
    scores: list[float], worse: float, better: float, mean: float
) -> None:
    assume(worse < mean < better)
    chance = (mean - worse) / (better - worse)
    now, lost, won = betting(scores), betting([*scores, worse]), betting([*scores, better])
    for capital in (Betting.evidence, Betting.evidence_below):
        later = chance * capital(won, mean) + (1.0 - chance) * capital(lost, mean)
        assert later == pytest.approx(capital(now, mean), rel=1e-9)


@given(SCORES, MEANS, MEANS)
def test_the_lower_the_mean_the_stronger_the_evidence_that_the_truth_is_above(
    scores: list[float], one: float, other: float
) -> None:
    bets, (low, high) = betting(scores), sorted((one, other))
    assert bets.evidence(low) >= bets.evidence(high) * (1.0 - 1e-9)
    assert bets.evidence_below(low) <= bets.evidence_below(high) * (1.0 + 1e-9)


@given(SCORES)
def test_at_the_ends_of_the_interval_somebody_has_just_grown_rich(scores: list[float]) -> None:
    bets = betting(scores)
    low, high = bets.interval
    assert low > -1.0 or bets.evidence(-1.0 + 1e-6) < RICH
    assert low == -1.0 or bets.evidence(low - 1e-5) >= RICH > bets.evidence(low + 1e-5)
    assert high == 1.0 or bets.evidence_below(high + 1e-5) >= RICH > bets.evidence_below(high - 1e-5)


@given(SCORES, st.randoms(use_true_random=False))
def test_the_order_of_the_groups_plays_no_part(scores: list[float], random: Random) -> None:
    before = betting(scores).interval
    random.shuffle(scores)
    assert betting(scores).interval == before


@given(SCORES)
def test_the_other_bot_has_the_mirror_image(scores: list[float]) -> None:
    (low, high), (lowest, highest) = betting(scores).interval, betting([-score for score in scores]).interval
    assert (lowest, highest) == pytest.approx((-high, -low), abs=1e-5)


def test_before_the_first_group_everything_is_possible_and_nobody_has_won() -> None:
    assert Betting(floor=-0.5, ceiling=0.25).interval == (-0.5, 0.25)
    assert Betting().evidence(0.0) == Betting().evidence_below(0.0) == Betting().evidence(-1.0) == 1.0


def test_what_was_seen_refutes_the_ends_of_the_range() -> None:
    assert betting([0.0]).evidence(-1.0) > 1e300
    assert betting([0.0]).evidence_below(1.0) > 1e300
    assert betting([-1.0] * 50).interval[0] == -1.0


def test_groups_that_hardly_vary_give_a_narrow_interval() -> None:
    widths = []
    for name in ("4 seats, 90 % zeros", "2 seats, 40 % zeros"):
        stream = draws(EQUAL[name], 5)
        low, high = betting([next(stream) for _ in range(1000)]).interval
        widths.append(high - low)
    assert widths[0] / widths[1] == pytest.approx((0.10 / 0.45) ** 0.5, rel=0.15)
    low, high = betting([0.0] * 1000).interval
    assert high - low < 0.015


def false_alarms(odds: Odds, groups: int, comparisons: int) -> tuple[int, int]:
    """How often the true mean 0 was ever out with a look after every group; and how often by the plain interval, looked
    at after every group from the tenth on."""
    ours = plain = 0
    for seed in range(comparisons):
        stream, bets = draws(odds, seed), Betting()
        total = squares = 0.0
        rich = fooled = False
        for seen in range(1, groups + 1):
            score = next(stream)
            bets.add(score)
            total, squares = total + score, squares + score * score
            winning = bets.evidence if total > 0.0 else bets.evidence_below  # the other has lost money
            rich = rich or winning(0.0) >= RICH
            fooled = fooled or (seen >= 10 and total * total > 1.96**2 * (squares - total * total / seen))
        ours += rich
        plain += fooled
    return ours, plain


def test_peeking_after_every_group_raises_few_false_alarms() -> None:
    ours, plain = false_alarms(EQUAL["2 seats, 40 % zeros"], 150, 100)
    assert ours <= 8
    assert plain > 15


@pytest.mark.proof
@pytest.mark.parametrize("name", EQUAL)
def test_peeking_at_two_thousand_comparisons_of_equal_bots(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    ours, plain = false_alarms(EQUAL[name], 500, 2000)
    with capsys.disabled():
        print(
            f"\n{name}: a look after each of 500 groups, {ours / 2000:.1%} false alarms of 5 % promised; "
            f"by the plain interval {plain / 2000:.1%}"
        )
    assert ours / 2000 <= 0.05


@pytest.mark.proof
@pytest.mark.parametrize("name", EQUAL)
def test_price_of_peeking_in_width(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    looks = (100, 300, 1000, 3000, 10000)
    ratios = dict.fromkeys(looks, 0.0)
    held = 0
    for seed in range(50):
        stream, bets, scores = draws(EQUAL[name], seed), Betting(), list[float]()
        inside = True
        while len(scores) < looks[-1]:
            scores.append(next(stream))
            bets.add(scores[-1])
            if len(scores) in ratios:
                (low, high), plain = bets.interval, estimate(scores)
                ratios[len(scores)] += (high - low) / (plain.high - plain.low) / 50
                inside = inside and low <= 0.0 <= high
        held += inside
    with capsys.disabled():
        figures = ", ".join(f"{ratio:.2f} at {groups}" for groups, ratio in ratios.items())
        print(f"\n{name}: width over that of one look: {figures} groups")
    assert ratios[1000] < 1.8
    assert held >= 44


@pytest.mark.proof
@pytest.mark.parametrize("truth", [-0.03, 0.0])
def test_price_of_peeking_in_groups(truth: float, capsys: pytest.CaptureFixture[str]) -> None:
    test, odds = Sprt(), moved(EQUAL["4 seats, 80 % zeros"], truth)
    ours = theirs = wrong = 0
    for seed in range(200):
        theirs += test.run(draws(odds, seed)).groups
        bets, stream = Betting(), draws(odds, seed)
        above = under = False
        while not (above or under):
            bets.add(next(stream))
            above, under = bets.evidence(test.low) >= RICH, bets.evidence_below(test.high) >= RICH
        ours += bets.tally.groups
        wrong += above if truth else under
    with capsys.disabled():
        print(
            f"\ntrue mean {truth:+.2f}: {ours / 200:.0f} groups to a verdict by betting, {theirs / 200:.0f} by the "
            f"sequential test; {wrong / 200:.1%} wrong by betting"
        )
    assert ours / theirs < 3.0
    assert wrong <= 10
