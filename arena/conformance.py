"""`arena check`: is this program a good bot? A list of steps, each with a verdict, the bytes that show it and a cure.

check(manifest, settings) -> verdicts, one after the other, as they are known
"""

import re
from collections.abc import AsyncIterator, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from arena.conformance_evidence import hexed, readable
from arena.conformance_flaw import Flaw
from arena.conformance_place import Place
from arena.conformance_steps import STEPS, Bench, Doubt, Settings, chosen
from arena.conformance_told import Told
from arena.manifest import Manifest
from protocol.text import printable

__all__ = ["Grade", "Settings", "Verdict", "check", "lines"]

DOCUMENT = "docs/protocol.md"
LOG_LINES = 8
WRONG = 16  # bytes of what is wrong that are shown apart
MOST = 131_072  # bytes of what was heard and sent that a verdict keeps: more than a message of a bot may have


class Grade(StrEnum):
    """What came of a step. Only FAIL makes the check fail."""

    PASS = "PASS"
    WARN = "WARN"
    FAIL = "FAIL"
    SKIP = "SKIP"


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step: what it tests, what came of it and, if it failed, how to see it and what to do."""

    step: str
    tests: str
    grade: Grade
    detail: str
    do: str = ""
    see: str = ""  # section of the document
    heard: str = ""  # hex of what the bot wrote
    heard_bytes: int = 0  # how many those were, also where not all are kept
    heard_place: Place | None = None  # which of them are wrong, if it is for some of them to be
    heard_readable: str = ""
    sent: str = ""  # hex of what it was sent last
    sent_bytes: int = 0
    sent_place: Place | None = None  # which of them this is about
    sent_readable: str = ""
    log: str = ""  # the end of its stderr


async def check(manifest: Manifest, settings: Settings, only: Sequence[str] = ()) -> AsyncIterator[Verdict]:
    """Take all steps, or only these and what they need."""
    bench = Bench(manifest, settings)
    told = Told(chosen(list(only)))
    for name in told.steps:
        yield await _take(name, bench, told)


async def _take(name: str, bench: Bench, told: Told) -> Verdict:
    step = STEPS[name]
    tests = " ".join((step.__doc__ or "").split())
    if culprit := told.why_not(name):
        return Verdict(step=name, tests=tests, grade=Grade.SKIP, detail=f"because {culprit} failed")
    try:
        if flaw := told.left_to(name):
            raise flaw
        return Verdict(step=name, tests=tests, grade=Grade.PASS, detail=printable(await step(bench)))
    except Doubt as doubt:
        return Verdict(step=name, tests=tests, grade=Grade.WARN, detail=printable(str(doubt)))
    except Flaw as flaw:
        teller = told.hand(name, flaw)
        if teller != name:
            return Verdict(step=name, tests=tests, grade=Grade.SKIP, detail=f"because {teller} failed")
        return _failed(name, tests, flaw)


def _failed(name: str, tests: str, flaw: Flaw) -> Verdict:
    return Verdict(
        step=name,
        tests=tests,
        grade=Grade.FAIL,
        detail=printable(flaw.what),
        do=flaw.do,
        see=flaw.section,
        heard=flaw.heard[:MOST].hex(" "),
        heard_bytes=len(flaw.heard),
        heard_place=flaw.heard_place,
        heard_readable=readable(flaw.heard) if flaw.heard else "",
        sent=flaw.sent[:MOST].hex(" "),
        sent_bytes=len(flaw.sent),
        sent_place=flaw.sent_place,
        sent_readable=readable(flaw.sent) if flaw.sent else "",
        log="\n".join(printable(line) for line in flaw.log.splitlines()[-LOG_LINES:]),
    )


def lines(verdict: Verdict) -> list[str]:
    """A verdict for the terminal."""
    told = [f"{verdict.grade:<4}  {verdict.step:<8}  {verdict.tests}", f"{'':16}{verdict.detail}"]
    if verdict.grade is not Grade.FAIL:
        return told
    rows: list[tuple[str, Any]] = [
        ("it wrote", hexed(bytes.fromhex(verdict.heard), verdict.heard_place, verdict.heard_bytes)),
        ("wrong at", _wrong(verdict)),
        ("that is", verdict.heard_readable),
        ("we sent", hexed(bytes.fromhex(verdict.sent), verdict.sent_place, verdict.sent_bytes)),
        ("that is", verdict.sent_readable),
        ("stderr", verdict.log),
        ("to do", verdict.do),
        ("see", f'{DOCUMENT}, "{verdict.see}" ({DOCUMENT}#{anchor(verdict.see)})'),
    ]
    for name, text in rows:
        first, *rest = str(text).splitlines() or [""]
        if text:
            told += [f"{'':6}{name:<8}  {first}", *(f"{'':16}{line}" for line in rest)]
    return told


def _wrong(verdict: Verdict) -> str:
    """Which of the bytes it is, counted from 0."""
    place = verdict.heard_place
    if place is None:
        return ""
    named = f", the value of `{printable(place.field)}`" if place.field else ""
    return f"byte {place.begin}: {hexed(bytes.fromhex(verdict.heard)[place.begin : place.end][:WRONG])}{named}"


def anchor(section: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", section.lower()).replace(" ", "-")
