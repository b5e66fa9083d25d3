"""When a comparison may end, and with which answer. A rule sees the scores of groups in schedule order, one after
another, and does not look at any beyond its answer.

Both kinds keep their promise however often one looks. The GSPRT decides between two differences and needs fewest
groups; the betting rule follows an interval that holds at any time, for who wants to watch that.
"""

from collections.abc import Iterable
from enum import StrEnum
from statistics import fmean
from typing import Protocol

from msgspec import Struct

from results.verdicts.betting import Betting
from results.verdicts.estimates import CERTAINTY, Estimate
from results.verdicts.sprt import MARGIN, Sprt, Verdict, after_stopping


class Want(StrEnum):
    """The question."""

    NOT_WEAKER = "not-weaker"
    BETTER = "better"


class Answer(StrEnum):
    """To the question."""

    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided"


class Rule(Struct, frozen=True, kw_only=True):
    """A question, and how sure its answer has to be."""

    want: Want = Want.NOT_WEAKER
    margin: float = MARGIN  # of win share: how much weaker is not weaker, or how much better is better
    certainty: float = CERTAINTY
    anytime: bool = False

    @property
    def between(self) -> tuple[float, float]:
        """The differences that the answers no and yes stand for."""
        return (-self.margin, 0.0) if self.want is Want.NOT_WEAKER else (0.0, self.margin)

    def trial(self) -> "Trial":
        return _AnytimeTrial(self) if self.anytime else _GsprtTrial(self)


class Trial(Protocol):
    """A rule that has seen some groups."""

    answer: Answer
    scores: list[float]  # that it has looked at

    def see(self, scores: Iterable[float]) -> Answer:
        """Look at more groups, up to the one that brings the answer."""

    @property
    def estimate(self) -> Estimate:
        """The difference and its interval, right in spite of the stopping."""

    @property
    def status(self) -> str:
        """How near the answer is, in a few words."""


_ANSWERS = {Verdict.ACCEPT_LOW: Answer.NO, Verdict.ACCEPT_HIGH: Answer.YES, Verdict.UNDECIDED: Answer.UNDECIDED}


class _GsprtTrial:
    def __init__(self, rule: Rule) -> None:
        low, high = rule.between
        error = 1.0 - rule.certainty
        self._rule, self._test = rule, Sprt(low, high, error, error)
        self._run = self._test.run()
        self.answer, self.scores = Answer.UNDECIDED, list[float]()

    def see(self, scores: Iterable[float]) -> Answer:
        for score in scores:
            if self.answer is Answer.UNDECIDED:
                self.scores.append(score)
                self.answer = _ANSWERS[self._run.add(score)]
        return self.answer

    @property
    def estimate(self) -> Estimate:
        return after_stopping(self._test, self.scores, self._rule.certainty)

    @property
    def status(self) -> str:
        low, high = self._test.bounds
        return f"LLR {self._run.llr:+.2f} in [{low:.2f}, {high:.2f}]"


class _AnytimeTrial:
    def __init__(self, rule: Rule) -> None:
        self._rule, self._bets = rule, Betting(rule.certainty)
        self.answer, self.scores = Answer.UNDECIDED, list[float]()

    def see(self, scores: Iterable[float]) -> Answer:
        for score in scores:
            if self.answer is Answer.UNDECIDED:
                self.scores.append(score)
                self._bets.add(score)
                self.answer = self._judged()
        return self.answer

    def _judged(self) -> Answer:
        """Whether the interval lies beyond one of the differences, found without looking for all of it."""
        no, yes = self._rule.between
        rich = 2.0 / (1.0 - self._rule.certainty)
        if self._bets.evidence(no) >= rich:
            return Answer.YES
        return Answer.NO if self._bets.evidence_below(yes) >= rich else Answer.UNDECIDED

    @property
    def estimate(self) -> Estimate:
        low, high = self._bets.interval
        mean = fmean(self.scores) if self.scores else (low + high) / 2.0
        return Estimate(mean=mean, low=low, high=high, groups=len(self.scores), certainty=self._rule.certainty)

    @property
    def status(self) -> str:
        low, high = self._bets.interval
        return f"at any time {100 * low:+.1f} to {100 * high:+.1f}"
