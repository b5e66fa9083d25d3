"""`arena check`: is this program a good bot? A list of steps, each with a verdict, the bytes that show it and a cure.

check(manifest, settings) -> verdicts, one after the other, as they are known
"""

import re
from collections.abc import AsyncIterator, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from arena.conformance_steps import NEEDS, STEPS, Bench, Doubt, Settings, chosen
from arena.conformance_wire import Flaw, hexed, readable
from arena.manifest import Manifest
from protocol.text import printable

__all__ = ["Grade", "Settings", "Verdict", "check", "lines"]

DOCUMENT = "docs/protocol.md"
LOG_LINES = 8


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
    heard_readable: str = ""
    sent: str = ""  # hex of what it was sent last
    sent_readable: str = ""
    log: str = ""  # the end of its stderr


async def check(manifest: Manifest, settings: Settings, only: Sequence[str] = ()) -> AsyncIterator[Verdict]:
    """Take all steps, or only these and what they need."""
    bench = Bench(manifest, settings)
    failed: set[str] = set()
    for name in chosen(list(only)):
        verdict = await _take(name, bench, failed)
        if verdict.grade is Grade.FAIL:
            failed.add(name)
        yield verdict


async def _take(name: str, bench: Bench, failed: set[str]) -> Verdict:
    step = STEPS[name]
    tests = " ".join((step.__doc__ or "").split())
    broken = [need for need in NEEDS[name] if need in failed]
    if broken:
        return Verdict(step=name, tests=tests, grade=Grade.SKIP, detail=f"because {broken[-1]} failed")
    try:
        return Verdict(step=name, tests=tests, grade=Grade.PASS, detail=printable(await step(bench)))
    except Doubt as doubt:
        return Verdict(step=name, tests=tests, grade=Grade.WARN, detail=printable(str(doubt)))
    except Flaw as flaw:
        return _failed(name, tests, flaw)


def _failed(name: str, tests: str, flaw: Flaw) -> Verdict:
    return Verdict(
        step=name,
        tests=tests,
        grade=Grade.FAIL,
        detail=printable(flaw.what),
        do=flaw.do,
        see=flaw.section,
        heard=hexed(flaw.heard),
        heard_readable=readable(flaw.heard) if flaw.heard else "",
        sent=hexed(flaw.sent),
        sent_readable=readable(flaw.sent) if flaw.sent else "",
        log="\n".join(printable(line) for line in flaw.log.splitlines()[-LOG_LINES:]),
    )


def lines(verdict: Verdict) -> list[str]:
    """A verdict for the terminal."""
    told = [f"{verdict.grade:<4}  {verdict.step:<8}  {verdict.tests}", f"{'':16}{verdict.detail}"]
    if verdict.grade is not Grade.FAIL:
        return told
    rows: list[tuple[str, Any]] = [
        ("it wrote", verdict.heard),
        ("that is", verdict.heard_readable),
        ("we sent", verdict.sent),
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


def anchor(section: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", section.lower()).replace(" ", "-")
