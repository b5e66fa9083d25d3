"""Bots in other languages, in a jail and without: the examples in `tests/languages` pass every step of the check."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from arena.building import build_all, launch
from arena.cli import main
from arena.conformance import Grade, Settings, Verdict, check
from arena.isolation.levels import Isolation
from arena.manifest import Manifest, read_folder
from arena.record import Record
from protocol.words import Budget
from tests.isolation.jails import as_nobody, needs_jail, needs_root
from tests.matches import RANDOM, fixture, play, ticking

EXAMPLES = Path(__file__).parent / "languages"
TOOLS = {"c": ["cc"], "cpp": ["c++"], "java": ["javac", "java"], "node": ["node"]}
PROMISED = "c"  # whoever tests the arena has a C compiler
LEVELS = [Isolation.LIMITS, pytest.param(Isolation.JAIL, marks=needs_jail)]
PATIENT = Budget(start=20.0, decision=5.0, bank=10.0)  # for a busy machine
PATIENTLY = Settings(budget=PATIENT.decision, start=PATIENT.start, quick=True)
IDLE = 0.5  # seconds of CPU time while others are to move: beyond, a bot may be called busy


def installed(language: str) -> object:
    lacking = [tool for tool in TOOLS[language] if shutil.which(tool) is None]
    reason = f"{language} is not tested: {' and '.join(lacking)} not installed"
    return pytest.param(language, marks=pytest.mark.skipif(bool(lacking) and language != PROMISED, reason=reason))


EXAMPLE = [installed(language) for language in TOOLS]


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One for all tests here: compiling takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


def example(language: str, isolation: Isolation) -> Manifest:
    manifest = replace(read_folder(EXAMPLES / language), isolation=isolation)
    build_all([manifest])
    return manifest


async def match(manifest: Manifest) -> Record:
    bots = [manifest, RANDOM, manifest]
    async with ticking() as metronome:
        return await play(bots, fixture(bots, budget=PATIENT, options="ufo+missions"), metronome)


async def verdicts(manifest: Manifest, settings: Settings, *only: str) -> list[Verdict]:
    return [verdict async for verdict in check(manifest, settings, only)]


def test_every_example_is_tested() -> None:
    assert sorted(path.name for path in EXAMPLES.iterdir()) == sorted(TOOLS)


@pytest.mark.parametrize("isolation", LEVELS)
@pytest.mark.parametrize("language", EXAMPLE)
def test_a_bot_in_another_language_plays_and_rests(language: str, isolation: Isolation) -> None:
    record = trio.run(match, example(language, isolation))
    assert list(record.faults()) == []
    assert record.clock.uses[0].decisions > 10
    assert record.clock.uses[0].idle < IDLE * 1e6


@pytest.mark.parametrize("isolation", LEVELS)
def test_a_program_that_is_ready_to_run_is_just_a_file(isolation: Isolation, tmp_path: Path) -> None:
    folder = tmp_path / "bot"
    folder.mkdir()
    shutil.copy(example("c", Isolation.LIMITS).argv[0], folder / "tiger")
    (folder / "bot.toml").write_text('command = ["./tiger"]')
    assert list(trio.run(match, replace(read_folder(folder), isolation=isolation)).faults()) == []


@needs_jail
@pytest.mark.parametrize("program", ["node", "java"])
def test_a_language_that_is_installed_elsewhere_is_seen_in_a_jail(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed, links, folder = tmp_path / "opt/v1", tmp_path / "links", tmp_path / "bot"
    for place in (installed / "bin", installed / "lib", links, folder):
        place.mkdir(parents=True)
    (installed / "lib/modules").write_text("what Java is made of")
    (installed / "bin" / program).write_text('#!/bin/sh\necho "from elsewhere" >&2; ls "${0%/bin/*}/lib" >&2')
    (installed / "bin" / program).chmod(0o755)
    (links / program).symlink_to(installed / "bin" / program)
    monkeypatch.setenv("PATH", f"{links}:{os.environ['PATH']}")
    (folder / "bot.toml").write_text(f'language = "{program}"\nbuild = ["sh", "-c", "touch {{out}}/x"]')
    (folder / "bot.js").write_text("")
    manifest = replace(read_folder(folder), isolation=Isolation.JAIL)
    build_all([manifest])
    said = trio.run(last_words, manifest)
    assert "from elsewhere" in said
    assert ("modules" in said) == (program == "java")


async def last_words(manifest: Manifest) -> str:
    process = launch(manifest)
    try:
        await process.gone()
        return process.last_words()
    finally:
        await process.close()


@needs_jail
@needs_root
def test_an_ordinary_user_builds_and_plays_in_a_jail(tmp_path: Path) -> None:
    home = tmp_path / "home"
    command = [sys.executable, "-P", "-m", "arena", "check", str(EXAMPLES / "c"), "--isolation", "jail", "--quick"]
    done = as_nobody([*command, "--step", "match"], home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((home / ".cache/mlem-arena/builds").glob("*-jail/bot"))) == 1


@pytest.mark.parametrize("language", EXAMPLE)
def test_an_example_reads_messages_however_they_come(language: str) -> None:
    steps = ("pieces", "unknown", "large", "eof", "bye")
    found = trio.run(verdicts, example(language, Isolation.LIMITS), PATIENTLY, *steps)
    assert {verdict.step for verdict in found} >= set(steps)
    assert [verdict for verdict in found if verdict.grade is not Grade.PASS] == []


@pytest.mark.proof
@pytest.mark.parametrize("isolation", LEVELS)
@pytest.mark.parametrize("language", EXAMPLE)
def test_an_example_passes_the_whole_check(language: str, isolation: Isolation) -> None:
    found = trio.run(verdicts, example(language, isolation), Settings(start=20.0))
    print(language, isolation, *(f"{verdict.step}: {verdict.detail}" for verdict in found), sep="\n  ")
    assert [verdict for verdict in found if verdict.grade is not Grade.PASS] == []


@pytest.mark.parametrize("isolation", LEVELS)
def test_the_failure_of_a_built_bot_can_be_sent_the_same_input_again(
    isolation: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(EXAMPLES / "c", "bot")
    code = Path("bot/bot.c").read_text()
    Path("bot/bot.c").write_text(code.replace("return enter(legal, &actions);", "exit(7);"))
    assert main(["play", "bot", "random", "--isolation", isolation, "--quiet"]) == 0
    (capsule,) = Path("capsules").iterdir()
    capsys.readouterr()
    assert main(["rerun", str(capsule)]) == 0
    assert "it ended with exit status 7, as then" in capsys.readouterr().out


def test_a_built_bot_plays_a_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text(f"""
        name = "cup"
        format = "round-robin"
        seats = [2]
        variants = ["base"]
        rounds = 1
        [[entrant]]
        bot = "random"
        [[entrant]]
        bot = "{EXAMPLES / "c"}"
    """)
    assert main(["tournament", str(cup)]) == 0
    said = capsys.readouterr()
    assert "first-in-c" in said.out
    assert "start_failed" not in said.out + said.err
