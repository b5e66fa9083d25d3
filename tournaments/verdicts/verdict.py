"""The answer to `regress`, as a value: everything that is printed, stored or sent to a build server follows from it."""

from shlex import quote
from typing import Any

import msgspec
from msgspec import Struct

from results.verdicts.estimates import Estimate
from tournaments.verdicts.report import Report, notes, sentence
from tournaments.verdicts.rules import Answer, Rule, Want

NOT_SO, UNDECIDED = 1, 3  # exit codes beside 0; 2 is bad input, as everywhere


class Decision(Struct, frozen=True, kw_only=True):
    """Whether NEW is not weaker than OLD, or better, by a rule."""

    rule: Rule
    answer: Answer
    status: str  # of the rule when it ended
    estimate: Estimate  # corrected for the stopping, over the groups that the rule looked at
    played: int  # groups; more than it looked at, where the answer came in the middle of a batch
    report: Report  # over the groups that the rule looked at

    @property
    def code(self) -> int:
        """How the command exits."""
        return {Answer.YES: 0, Answer.NO: NOT_SO, Answer.UNDECIDED: UNDECIDED}[self.answer]

    @property
    def headline(self) -> str:
        """The answer in a line."""
        new, old = self.report.comparison.new.name, self.report.comparison.old.name
        better = self.rule.want is Want.BETTER
        if self.answer is Answer.UNDECIDED:
            wanted = "better" if better else "weaker"
            return f"UNDECIDED after {self.estimate.groups:,} groups: whether {new} is {wanted} than {old}"
        verdict = {
            (False, Answer.YES): "not weaker than",
            (False, Answer.NO): "WEAKER than",
            (True, Answer.YES): "better than",
            (True, Answer.NO): "NOT BETTER than",
        }[better, self.answer]
        return f"{new} is {verdict} {old}"

    @property
    def sentence(self) -> str:
        return sentence(self.report.comparison, self.estimate)

    @property
    def how(self) -> str:
        """By which rule."""
        low, high = (100 * bound + 0.0 for bound in self.rule.between)
        kind = "confidence sequence" if self.rule.anytime else "GSPRT"
        return f"{kind} between {low:+g} and {high:+g} points at {self.rule.certainty:.0%}: {self.status}"

    @property
    def lines(self) -> list[str]:
        """All that is to be said beside the headline."""
        return [self.sentence, self.how, *notes(self.report), f"to repeat it: --seed {quote(self.report.seed)}"]

    @property
    def data(self) -> dict[str, Any]:
        """The decision for programs."""
        fields = {"rule", "answer", "status", "estimate", "played"}
        own = {key: value for key, value in msgspec.to_builtins(self, str_keys=True).items() if key in fields}
        said = {"headline": self.headline, "sentence": self.sentence, "exit_code": self.code}
        return {**said, **own, "report": self.report.data}
