"""The sequential test: likelihood ratios against other formulas, promised errors against simulated ones."""

from collections import Counter
from math import ceil, exp, log
from statistics import fmean, pvariance

import pytest
from hypothesis import given
from hypothesis import strategies as st

from results.verdicts.estimates import estimate
from results.verdicts.sprt import Sprt, SprtRun, Verdict, after_stopping
from tests.results.differences import EQUAL, Odds, draws, moments, moved, wald_groups

SCORES = st.lists(st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]), min_size=1, max_size=60)
MEANS = st.floats(-0.9, 0.9)


def expected_score(elo: float) -> float:
    return 1.0 / (1.0 + exp(-elo * log(10) / 400.0))


def by_fitted_probabilities(counts: Counter[float], low: float, high: float) -> float:
    """The likelihood ratio by writing down the fitted distributions, of scores that include both ends."""
    total = counts.total()

    def fitted(mean: float) -> dict[float, float]:
        tilts = [-1.0 / (max(counts) - mean), -1.0 / (min(counts) - mean)]
        for _ in range(200):
            tilt = sum(tilts) / 2.0
            slope = sum(times * (score - mean) / (1.0 + tilt * (score - mean)) for score, times in counts.items())
            tilts = [tilt, tilts[1]] if slope > 0.0 else [tilts[0], tilt]
        chances = {score: times / total / (1.0 + tilts[0] * (score - mean)) for score, times in counts.items()}
        assert sum(chances.values()) == pytest.approx(1.0)
        assert sum(score * chance for score, chance in chances.items()) == pytest.approx(mean)
        return chances

    worse, better = fitted(low), fitted(high)
    return sum(times * log(better[score] / worse[score]) for score, times in counts.items())


def test_bounds_are_those_that_everybody_prints() -> None:
    assert Sprt().bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(alpha=0.05, beta=0.1).bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))


@given(st.integers(0, 500), st.integers(0, 500), st.floats(0.05, 0.9), st.floats(0.01, 0.09))
def test_with_wins_and_losses_only_it_is_the_ratio_of_two_binomials(
    wins: int, losses: int, worse: float, more: float
) -> None:
    better = worse + more
    closed = wins * log(better / worse) + losses * log((1 - better) / (1 - worse))
    test = Sprt(low=worse, high=better, floor=0.0, ceiling=1.0)
    assert test.llr([1.0] * wins + [0.0] * losses) == pytest.approx(closed, abs=1e-6)


@pytest.mark.parametrize(
    ("counts", "elo", "published"),
    [
        ((21184, 40708, 21404), (0.5, 2.5), -1.57),
        ((57030, 106593, 57433), (0.0, 2.0), -2.59),
        ((223, 9863, 21279, 10037, 246), (0.5, 2.5), -3.07),
        ((871, 26175, 55983, 26678, 821), (0.0, 2.0), -4.98),
    ],
)
def test_with_draws_and_with_pairs_it_is_what_chess_testers_publish(
    counts: tuple[int, ...], elo: tuple[float, float], published: float
) -> None:
    test = Sprt(low=expected_score(elo[0]), high=expected_score(elo[1]), floor=0.0, ceiling=1.0)
    scores = [place / (len(counts) - 1) for place, times in enumerate(counts) for _ in range(times)]
    assert test.llr(scores) == pytest.approx(published, rel=0.01)


@given(SCORES, st.floats(-0.5, 0.3), st.floats(0.01, 0.2))
def test_it_is_the_ratio_of_the_two_best_explanations(scores: list[float], low: float, apart: float) -> None:
    scores = [*scores, -1.0, 1.0]
    fitted = by_fitted_probabilities(Counter(scores), low, low + apart)
    assert Sprt(low=low, high=low + apart).llr(scores) == pytest.approx(fitted, abs=1e-6)


@pytest.mark.parametrize("odds", EQUAL.values(), ids=EQUAL)
def test_it_is_near_the_normal_formula_where_there_are_many_groups(odds: Odds) -> None:
    stream = draws(odds, 1)
    scores = [next(stream) for _ in range(5000)]
    test = Sprt()
    normal = len(scores) * (test.high - test.low) * (2 * fmean(scores) - test.low - test.high) / 2 / pvariance(scores)
    assert test.llr(scores) == pytest.approx(normal, rel=0.05, abs=0.1)


@given(SCORES)
def test_the_mirror_image_has_the_opposite_ratio(scores: list[float]) -> None:
    test, mirror = Sprt(low=-0.1, high=0.05), Sprt(low=-0.05, high=0.1)
    assert mirror.llr([-score for score in scores]) == pytest.approx(-test.llr(scores), abs=1e-6)


@given(SCORES)
def test_a_test_under_way_knows_what_a_fresh_one_would_say(scores: list[float]) -> None:
    test = Sprt(alpha=1e-9, beta=1e-9)
    run = SprtRun(test)
    for seen, score in enumerate(scores, start=1):
        run.add(score)
        assert run.llr == pytest.approx(test.llr(scores[:seen]), abs=1e-6)
    assert run.groups == len(scores)


def test_a_bot_against_itself_is_not_weaker_after_as_many_groups_as_rule_out_rare_losses() -> None:
    run = Sprt().run([0.0] * 1000)
    assert run.verdict is Verdict.ACCEPT_HIGH
    assert run.groups == ceil(log(19) / -log(1.0 - 0.03)) == 97


def test_a_bot_that_always_loses_is_weaker_soon() -> None:
    run = Sprt(low=-0.05, high=0.0).run([-1.0] * 1000)
    assert run.verdict is Verdict.ACCEPT_LOW
    assert run.groups == ceil(log(19) / log((1 + 0.05) / 1.0))


def test_a_verdict_stands_whatever_comes_after() -> None:
    test = Sprt()
    assert test.verdict([0.0] * 96) is Verdict.UNDECIDED
    assert test.verdict([0.0] * 97 + [-1.0] * 1000) is Verdict.ACCEPT_HIGH
    assert after_stopping(test, [0.0] * 97 + [-1.0] * 1000) == estimate([0.0] * 97)
    with pytest.raises(ValueError, match="ended"):
        test.run([0.0] * 97).add(0.0)


@pytest.mark.parametrize(
    "wrong", [{"low": 0.0}, {"low": -1.0}, {"high": 1.0}, {"alpha": 0.0}, {"alpha": 0.6, "beta": 0.5}]
)
def test_a_test_that_cannot_be_made_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="test"):
        Sprt(**wrong)


def test_a_score_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="not between"):
        SprtRun(Sprt()).add(1.5)


@given(SCORES)
def test_an_estimate_after_stopping_is_within_its_interval(scores: list[float]) -> None:
    found = after_stopping(Sprt(low=-0.2, high=0.1), scores)
    assert -1.0 <= found.low <= found.mean <= found.high <= 1.0
    assert found.groups <= len(scores)


def test_without_an_end_the_estimate_is_about_the_plain_one() -> None:
    stream = draws(EQUAL["2 seats, 40 % zeros"], 3)
    scores = [next(stream) for _ in range(300)]
    corrected, plain = after_stopping(Sprt(low=-0.03, high=0.03, alpha=1e-6, beta=1e-6), scores), estimate(scores)
    assert corrected.mean == pytest.approx(plain.mean, abs=0.002)
    assert (corrected.low, corrected.high) == pytest.approx((plain.low, plain.high), abs=0.01)


def simulated(odds: Odds, test: Sprt, seed: int) -> tuple[SprtRun, list[float]]:
    run, scores = SprtRun(test), []
    for score in draws(odds, seed):
        scores.append(score)
        if run.add(score) is not Verdict.UNDECIDED:
            break
    return run, scores


@pytest.mark.parametrize("truth", [-0.2, 0.0])
def test_errors_are_as_rare_as_promised(truth: float) -> None:
    odds = moved(EQUAL["2 seats, 40 % zeros"], truth)
    wrong = Verdict.ACCEPT_HIGH if truth else Verdict.ACCEPT_LOW
    errors = sum(simulated(odds, Sprt(low=-0.2, high=0.0), seed)[0].verdict is wrong for seed in range(300))
    assert errors == pytest.approx(15, abs=12)


def test_after_stopping_the_estimate_is_as_often_too_high_as_too_low_and_the_raw_mean_is_not() -> None:
    test, odds = Sprt(low=-0.2, high=0.0), EQUAL["2 seats, 40 % zeros"]
    runs = [simulated(odds, test, seed) for seed in range(200)]
    corrected = [after_stopping(test, scores) for _, scores in runs]
    assert sum(found.mean > 0.0 for found in corrected) == pytest.approx(100, abs=25)
    assert sum(fmean(scores) > 0.0 for _, scores in runs) > 112
    assert sum(found.low <= 0.0 <= found.high for found in corrected) >= 182


# The fewer the zeros, the longer the test; so the last has a wider margin.
DESIGNS = [(name, 0.05 if name == "2 seats, 40 % zeros" else 0.03) for name in EQUAL]


@pytest.mark.proof
@pytest.mark.parametrize("true", ["low", "high"])
@pytest.mark.parametrize(("name", "margin"), DESIGNS)
def test_errors_and_durations_of_two_thousand_tests(
    name: str, margin: float, true: str, capsys: pytest.CaptureFixture[str]
) -> None:
    test, truth = Sprt(low=-margin), -margin if true == "low" else 0.0
    odds = moved(EQUAL[name], truth)
    runs = [simulated(odds, test, seed) for seed in range(2000)]
    wrong = Verdict.ACCEPT_HIGH if true == "low" else Verdict.ACCEPT_LOW
    errors = sum(run.verdict is wrong for run, _ in runs) / len(runs)
    groups, wald = fmean(run.groups for run, _ in runs), wald_groups(odds, margin, test.alpha, test.beta)
    found = [(after_stopping(test, scores), estimate(scores)) for _, scores in runs[:500]]
    above = [fmean(each.mean > truth for each in kind) for kind in zip(*found, strict=True)]
    held = [fmean(each.low <= truth <= each.high for each in kind) for kind in zip(*found, strict=True)]
    with capsys.disabled():
        print(
            f"\n{name}, margin {margin}, true mean {truth:+.2f}, variance {moments(odds)[1]:.2f}: "
            f"{errors:.1%} wrong verdicts, {groups:.0f} groups (Wald {wald:.0f}), at most "
            f"{max(run.groups for run, _ in runs)}; the estimate is above the truth in {above[0]:.0%} (raw mean "
            f"{above[1]:.0%}), and its 95 % interval holds it in {held[0]:.1%} (plain one {held[1]:.1%})"
        )
    assert 0.035 <= errors <= 0.065  # three standard errors beside 5 %
    assert groups == pytest.approx(wald, rel=0.15)
    assert above[0] == pytest.approx(0.5, abs=0.07)
    assert held[0] >= 0.93
