"""A decision as build servers want it: a JUnit file, a summary in Markdown, and annotations of a GitHub workflow."""

from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from arena.errors import UserError
from protocol.text import printable
from results.tables import Form, markdown, render
from tournaments.verdicts.report import table
from tournaments.verdicts.rules import Answer
from tournaments.verdicts.verdict import Decision

_SIGNS = {Answer.YES: "✅", Answer.NO: "❌", Answer.UNDECIDED: "❔"}


def junit(decision: Decision, seconds: float) -> str:
    """One test: NEW is not weaker than OLD. What is undecided is an error, because the test came to no result."""
    wrong = {Answer.NO: "failure", Answer.UNDECIDED: "error"}.get(decision.answer)
    counts = {kind: str(int(wrong == kind[:-1])) for kind in ("failures", "errors")}
    suites = Element("testsuites", {"tests": "1", **counts})
    heading = {"name": "arena regress", "tests": "1", **counts, "time": f"{seconds:.3f}"}
    suite = SubElement(suites, "testsuite", heading)
    comparison = decision.report.comparison
    name = f"{comparison.new.name} is {decision.rule.want.replace('-', ' ')} than {comparison.old.name}"
    case = SubElement(suite, "testcase", classname="arena.regress", name=printable(name), time=f"{seconds:.3f}")
    if wrong:
        told = SubElement(case, wrong, type=decision.answer, message=printable(decision.headline))
        told.text = "\n".join(map(printable, decision.lines))
    SubElement(suite, "system-out").text = "\n".join(map(printable, decision.lines))
    indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(suites, encoding="unicode")}\n'


def summary(decision: Decision) -> str:
    """A page for people."""
    lines = [f"- {markdown(printable(line))}" for line in decision.lines]
    figures = render([table(decision.report)], Form.GITHUB)
    heading = f"## {_SIGNS[decision.answer]} {markdown(printable(decision.headline))}"
    return "\n".join([heading, "", *lines, "", figures, ""])


def annotation(decision: Decision) -> str:
    """A line that a GitHub workflow shows beside its run."""
    kind = {Answer.YES: "notice", Answer.NO: "error", Answer.UNDECIDED: "warning"}[decision.answer]
    text = printable(f"{decision.headline}. {decision.sentence}")
    return f"::{kind} title=arena regress::{text.replace('%', '%25')}"


def write(path: Path, text: str, mode: Literal["w", "a"] = "w") -> None:
    """Write a file for the build server, or add to it."""
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error
