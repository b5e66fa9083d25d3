"""`arena check`: every broken bot is found out by the right step, and no good bot by any."""

import json
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import trio

from arena import commands_bot
from arena.conformance import DOCUMENT, Grade, Settings, Verdict, anchor, check, lines
from arena.conformance_steps import STEPS
from arena.errors import UserError
from arena.manifest import Manifest, find

ROOT = Path(__file__).parents[1]
HOUSE = ("random", "greedy")
BROKEN = {
    file.stem: match[1]
    for file in sorted((ROOT / "tests/broken_bots").glob("*.py"))
    if (match := re.search(r"^EXPECT: (\w+)$", file.read_text("utf-8"), re.MULTILINE))
}
QUICK = Settings(budget=0.5, start=3.0, quick=True)
PATIENT = Settings(budget=2.0, start=20.0, quick=True)  # no false alarm on a busy machine
AT_ONCE = 6
BAD = (Grade.FAIL, Grade.WARN)


def broken(name: str) -> Manifest:
    return Manifest(name=name, command=(sys.executable, "-m", f"tests.broken_bots.{name}"), folder=ROOT)


def without_sdk(folder: Path) -> Manifest:
    """The bot that is printed in the document of the protocol."""
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / DOCUMENT).read_text("utf-8"), re.DOTALL)
    (folder / "bot.py").write_text(code, "utf-8")
    return Manifest(name="without-sdk", command=(sys.executable, "bot.py"), folder=folder)


async def take(manifest: Manifest, settings: Settings, *only: str) -> list[Verdict]:
    return [verdict async for verdict in check(manifest, settings, only)]


def all_at_once(checks: dict[str, Callable[[], object]]) -> dict[str, list[Verdict]]:
    """Several checks beside each other: most of their time is waiting."""
    verdicts: dict[str, list[Verdict]] = {}
    limit = trio.CapacityLimiter(AT_ONCE)

    async def one(name: str, run: Callable[[], object]) -> None:
        async with limit:
            verdicts[name] = await run()  # type: ignore[misc]  # it is `take`, with its arguments

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            for name, run in checks.items():
                nursery.start_soon(one, name, run)

    trio.run(main)
    return verdicts


@pytest.fixture(scope="module")
def found() -> dict[str, list[Verdict]]:
    """What the step that each broken bot names says about it."""
    return all_at_once({name: partial(take, broken(name), QUICK, step) for name, step in BROKEN.items()})


def test_there_is_a_broken_bot_for_every_step_but_the_one_that_only_measures() -> None:
    assert set(BROKEN.values()) == set(STEPS) - {"memory"}
    assert len(BROKEN) >= 30


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_bot_is_found_out_by_the_right_step(name: str, found: dict[str, list[Verdict]]) -> None:
    assert BROKEN[name] in [verdict.step for verdict in found[name] if verdict.grade in BAD], found[name]


def test_every_failure_says_what_to_do_and_where_to_read_more(found: dict[str, list[Verdict]]) -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / DOCUMENT).read_text("utf-8"), re.MULTILINE)
    failures = [verdict for verdicts in found.values() for verdict in verdicts if verdict.grade is Grade.FAIL]
    assert failures
    for verdict in failures:
        assert verdict.detail
        assert verdict.do
        assert verdict.see in headings


def test_only_what_is_unwise_and_not_wrong_is_a_warning(found: dict[str, list[Verdict]]) -> None:
    warned = {verdict.step for verdicts in found.values() for verdict in verdicts if verdict.grade is Grade.WARN}
    assert warned == {"repeat"}


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Verdict]]:
    bots = [*map(find, HOUSE), without_sdk(tmp_path_factory.mktemp("bot")), broken("honest")]
    return all_at_once({bot.name: partial(take, bot, PATIENT) for bot in bots})


@pytest.mark.parametrize("name", [*HOUSE, "without-sdk", "honest"])
def test_a_good_bot_passes_every_step(name: str, good: dict[str, list[Verdict]]) -> None:
    assert [verdict.step for verdict in good[name]] == list(STEPS)
    assert [verdict for verdict in good[name] if verdict.grade is not Grade.PASS] == []


def test_a_print_is_shown_byte_by_byte_and_as_text(found: dict[str, list[Verdict]]) -> None:
    text = "\n".join(lines(found["banner"][0]))
    assert text.startswith("FAIL  ready ")
    assert "42 72 6f 6b 65 6e" in text
    assert "Broken Bot 1.0" in text
    assert f"{DOCUMENT}#the-wire" in text


def test_an_illegal_action_is_shown_with_what_was_asked(found: dict[str, list[Verdict]]) -> None:
    verdict = next(verdict for verdict in found["unknown_action"] if verdict.step == "legal")
    assert '"action":{"do":"win"}' in verdict.heard_readable
    assert verdict.sent_readable.startswith('{"type":"ask"')


def test_an_illegal_action_is_shown_with_the_legal_ones(found: dict[str, list[Verdict]]) -> None:
    verdict = next(verdict for verdict in found["illegal_action"] if verdict.step == "legal")
    assert '{"do":"board","cat":"moon"} is not among the' in verdict.detail
    assert '"do":"travel"' in verdict.detail
    assert '"legal":[{"do":"travel"' in verdict.sent_readable
    assert "a5 6c 65 67 61 6c" in next(line for line in lines(verdict) if "we sent" in line)


def test_what_is_not_a_number_is_shown_for_what_it_is(found: dict[str, list[Verdict]]) -> None:
    verdict = next(verdict for verdict in found["nan_value"] if verdict.step == "match")
    assert '"value":NaN' in verdict.heard_readable
    assert "cb 7f f8 00 00 00 00 00 00, the value of `value`" in "\n".join(lines(verdict))


def test_a_program_is_given_all_bytes(found: dict[str, list[Verdict]]) -> None:
    verdict = next(verdict for verdict in found["huge_note"] if verdict.step == "match")
    assert len(bytes.fromhex(verdict.heard)) == verdict.heard_bytes > 2000
    assert len(bytes.fromhex(verdict.sent)) == verdict.sent_bytes > 500
    assert "more bytes" in "\n".join(lines(verdict))


# What a bot does that is like `honest` but for this, where it fails, what is said of it, and which cure fits.
SLIPS = {
    "late": ("choose", "time.sleep(1.6); return m['legal'][0]", "match", "came after 1.", "`budget`"),
    "spins": ("choose", "while True: pass", "match", "it was computing", "`budget`"),
    "sleeps": ("choose", "time.sleep(9)", "match", "not computing", "`budget`"),
    "deaf": ("start", "time.sleep(9)", "match", "lie unread", "Read stdin"),
    "slow": ("hello", "time.sleep(3.5); super().hello(m)", "ready", "came after 3.", "Answer `hello` first"),
    "closed": ("choose", "os.close(1); time.sleep(9)", "match", "closed its stdout", "Leave stdout open"),
    "segfault": ("choose", "os.kill(os.getpid(), 11); time.sleep(1)", "match", "SIGSEGV", "-fsanitize"),
    "leaves": ("choose", "sys.exit()", "match", "exit status 0", "Leave your loop at `bye`"),
    "exits": ("choose", "os._exit(3)", "match", "exit status 3", "wrote nothing to stderr"),
    "infinite": ("act", "return super().act(m) | {'value': float('-inf')}", "match", "finite", "`value`"),
    "bin": ("act", "return super().act(m) | {'note': b'x'}", "match", "garbled", "msgpack str"),
    "stranger": ("act", "return super().act(m) | {'type': 'action'}", "match", "unknown_type", '"act" after `ask`'),
    "ok": ("over", "print('ok', flush=True)", "stdout", "garbled (text)", "stderr"),
    "stays": ("bye", "time.sleep(99)", "bye", "still runs", "End the program"),
    "rare": ("ask", "assert self.asked < 90, 'rare'; super().ask(m)", "again", "exit status 1", "end of its stderr"),
}
# The same, of broken bots that have a file.
CURES = {
    "turn_as_float": ("match", "garbled (bad_field)", "Copy `turn`"),
    "nan_value": ("match", "garbled (bad_field)", "neither NaN nor Infinity"),
    "huge_note": ("match", "garbled", "`note`"),
    "bin_keys": ("match", "garbled", "msgpack str"),
    "action_as_number": ("match", "garbled (bad_field)", "one of the maps in `legal`"),
    "json_lines": ("ready", "garbled (text)", "not JSON"),
    "wrong_version": ("ready", "start_failed", "as protocol 1 has it"),
    "crashes_in_the_middle": ("match", "exit status 1", "end of its stderr"),
    "half_an_answer": ("match", "has no end", "to its last byte"),
    "no_flush": ("match", "not computing", "Flush"),
    "wrong_turn": ("match", "out_of_turn", "`turn` copied"),
    "crashes_with_ufo": ("variants", "exit status 1", "end of its stderr"),
    "answers_start": ("stdout", "out_of_turn", "one `act` for each `ask`"),
    "prints_at_start": ("stdout", "garbled (text)", "stderr"),
    "thread_goes_on": ("eof", "still runs", "all its threads"),
}
EXPECTED = {name: told for name, (_, _, *told) in SLIPS.items()} | {name: [*told] for name, told in CURES.items()}


def slip(name: str) -> Manifest:
    method, body, *_ = SLIPS[name]
    code = f"""
import os, sys, time
from tests.broken_bots.honest import Honest
class Slip(Honest):
    def {method}(self, m=None):
        {body}
Slip().run()
"""
    return Manifest(name=name, command=(sys.executable, "-c", code), folder=ROOT)


@pytest.fixture(scope="module")
def told() -> dict[str, list[Verdict]]:
    """What all steps say about bots with one mistake."""
    bots = [*map(slip, SLIPS), *map(broken, CURES)]
    return all_at_once({bot.name: partial(take, bot, QUICK) for bot in bots})


@pytest.mark.parametrize("name", EXPECTED)
def test_a_mistake_is_told_once_and_with_the_cure_that_fits(name: str, told: dict[str, list[Verdict]]) -> None:
    (failed,) = [verdict for verdict in told[name] if verdict.grade in BAD]
    step, detail, cure = EXPECTED[name]
    assert failed.step == step
    assert detail in failed.detail
    assert cure in failed.do


def test_what_a_mistake_leaves_untried_names_the_step_that_tells_it(told: dict[str, list[Verdict]]) -> None:
    skipped = {verdict.step: verdict.detail for verdict in told["ok"] if verdict.grade is Grade.SKIP}
    assert skipped["again"] == "because stdout failed"
    assert {verdict.step for verdict in told["nan_value"] if verdict.grade is Grade.PASS} == {"ready", "eof", "sigterm"}


def test_a_bot_that_needs_each_message_in_a_read_of_its_own_fails_where_they_are_joined(
    found: dict[str, list[Verdict]],
) -> None:
    for name in ("one_read_one_message", "first_of_a_read"):
        assert [verdict.step for verdict in found[name] if verdict.grade is Grade.FAIL] == ["pieces"]


def test_a_step_taken_alone_tells_what_it_meets() -> None:
    verdicts = trio.run(take, broken("answers_start"), QUICK, "match")
    assert [(verdict.step, verdict.grade) for verdict in verdicts] == [("ready", "PASS"), ("match", "FAIL")]


def test_the_last_words_of_a_bot_that_crashed_are_shown(found: dict[str, list[Verdict]]) -> None:
    verdict = next(verdict for verdict in found["crashes_in_the_middle"] if verdict.step == "match")
    assert "ZeroDivisionError" in verdict.log


def test_what_is_useless_after_a_failure_is_skipped() -> None:
    verdicts = trio.run(take, broken("exits_at_once"), QUICK)
    assert [verdict.grade for verdict in verdicts] == [Grade.FAIL, *[Grade.SKIP] * (len(STEPS) - 1)]


def test_a_program_that_is_not_there_fails_the_first_step() -> None:
    (verdict,) = trio.run(take, Manifest(name="x", command=("./no-such-program",)), QUICK, "ready")
    assert verdict.grade is Grade.FAIL


def test_a_link_leads_to_a_section() -> None:
    assert anchor("How to test a bot") == "how-to-test-a-bot"


def test_the_command_exits_with_0_when_nothing_failed(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands_bot.check(["random", "--step", "ready"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("PASS  ready ")
    assert out.endswith("\nrandom: 1 passed\n")


def test_the_command_exits_with_1_when_something_failed_and_speaks_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands_bot.check([f"{sys.executable} -c pass", "--step", "eof", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert data["passed"] is False
    assert [(step["step"], step["grade"]) for step in data["steps"]] == [("ready", "FAIL"), ("eof", "SKIP")]


@pytest.mark.parametrize(
    ("argv", "message"), [(["no-such-bot"], "there is no bot"), (["random", "--step", "x"], "there is no step 'x'")]
)
def test_a_slip_in_the_command_is_a_user_error(argv: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        commands_bot.check(argv)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_a_budget_is_a_number_of_seconds(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        commands_bot.check(["random", "--budget", seconds])
    assert exit_.value.code == 2
    assert "seconds" in capsys.readouterr().err


def test_the_steps_are_documented() -> None:
    text = (ROOT / "docs/writing-a-bot.md").read_text("utf-8")
    table = text.partition("| step | what is tested |\n|---|---|\n")[2].partition("\n\n")[0]
    assert table.splitlines() == [
        f"| `{name}` | {' '.join((step.__doc__ or '').split())} |" for name, step in STEPS.items()
    ]


@pytest.mark.proof
@pytest.mark.parametrize("name", BROKEN)
def test_the_whole_kit_finds_out_a_broken_bot(name: str) -> None:
    verdicts = trio.run(take, broken(name), Settings(budget=0.5, start=3.0))
    assert BROKEN[name] in [verdict.step for verdict in verdicts if verdict.grade in BAD], verdicts


@pytest.mark.proof
@pytest.mark.parametrize("name", [*HOUSE, "without-sdk", "honest"])
def test_the_whole_kit_raises_no_false_alarm_in_many_runs(name: str, tmp_path: Path) -> None:
    bot = without_sdk(tmp_path) if name == "without-sdk" else broken(name) if name == "honest" else find(name)
    for _ in range(5):
        verdicts = trio.run(take, bot, Settings())
        assert [verdict for verdict in verdicts if verdict.grade is not Grade.PASS] == []
