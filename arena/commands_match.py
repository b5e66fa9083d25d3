"""The verbs around one match: `play`, `replay`, `audit`, `rerun`, `bots`."""

import json
import re
import secrets
import shlex
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

import msgspec
import trio
from tabulate import tabulate

from arena import capsule, record, rerun
from arena.errors import UserError
from arena.fixture import BUDGET, Fixture, match_name, seed_of
from arena.games import GAMES
from arena.games.api import Refused
from arena.isolation.levels import Isolation
from arena.isolation.require import require
from arena.manifest import Manifest, find, house_bots
from arena.player import ArenaFailure
from arena.record import Damaged, Record
from arena.referee import Bots, Played, open_referee
from arena.replay import Disagreement, replay
from arena.story import notes, outcome, story
from protocol.text import printable
from protocol.words import Budget

FAILED = 1

_PLAY = """\
Plays one match and prints what happened. A bot is the name of a house bot (see `arena bots`), a folder with a bot.toml,
or a command in quotes:

  arena play greedy random random
  arena play ./my-bot 'python3 other.py' --variants ufo+missions --seed 7

The order of the bots is the order of the seats."""
_REPLAY = "Tells a recorded match again, as it was told when it was played. No bot is needed for that."
_AUDIT = """\
Plays recorded matches again by the rules alone and compares everything: every roll with the seed, every action with the
rules, points and places. Exits with 0 if all records are in order, with 1 if one is not."""
_RERUN = """\
Starts the bot of a capsule and sends it exactly what it was sent in the match where it failed. Shows where it answers
otherwise than it did then. Exits with 0 if it fails in the same way again, with 1 if not."""


def play(argv: list[str]) -> int:
    """Play one match."""
    parser = ArgumentParser(
        "arena play", description=_PLAY, formatter_class=RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="house name, folder or command; one for each seat")
    parser.add_argument("--game", default="mlem", help="which game (default: mlem)")
    parser.add_argument("--variants", default="base", help="base, or variants joined by +, such as ufo+missions")
    parser.add_argument("--board", type=Path, metavar="FILE", help="a mat of your own (see `arena board`)")
    parser.add_argument("--seed", help="any text; the same seed gives the same dice (default: a new one)")
    parser.add_argument("--in-process", action="store_true", help="run trusted Python bots inside the arena")
    parser.add_argument("--isolation", choices=list(Isolation), default=Isolation.LIMITS, help="default: limits")
    parser.add_argument("--start", type=_seconds, default=BUDGET.start, help="seconds to start in")
    parser.add_argument("--decision", type=_seconds, default=BUDGET.decision, help="seconds for each decision")
    parser.add_argument("--bank", type=_seconds, default=BUDGET.bank, help="seconds for a whole match, beyond that")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record of the match to this file")
    parser.add_argument("--capsules", type=Path, default=Path("capsules"), help="folder for what is kept of failures")
    parser.add_argument("--logs", type=Path, metavar="DIR", help="folder for what the bots write to stderr, by seat")
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    parser.add_argument("--json", action="store_true", help="print one JSON object: places, points, faults by seat")
    arguments = parser.parse_args(argv)
    arguments.seed = arguments.seed or secrets.token_hex(16)
    fixture, manifests = _fixture(arguments)
    if not arguments.in_process:
        require(manifests)
    elif arguments.logs:
        raise UserError("--in-process: what bots inside the arena write to stderr is on stderr; leave out --logs")
    elif arguments.isolation == Isolation.JAIL:
        raise UserError("--in-process runs bots inside the arena, where no jail can be: leave out one of the two")
    if arguments.logs:
        _folder(arguments.logs)
    try:
        played = trio.run(_play, fixture, manifests, arguments)
    except ArenaFailure as failure:
        raise UserError(f"the match does not count, the arena failed: {failure}") from failure
    if arguments.record:
        _write(arguments.record, record.dump(played.record))
    if played.unkept:
        print(f"arena: what there is of a failure could not be kept: {printable(played.unkept)}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(_summary(played)))
        return 0
    if not arguments.quiet:
        for line in story(played.record):
            print(line)
    _print_result(played)
    print(f"to play it again: --seed {shlex.quote(arguments.seed)}")
    return 0


def replay_verb(argv: list[str]) -> int:
    """Tell a recorded match again."""
    parser = ArgumentParser("arena replay", description=_REPLAY, allow_abbrev=False)
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file that `arena play --record` wrote")
    parser.add_argument("--json", action="store_true", help="print one event a line, as JSON")
    arguments = parser.parse_args(argv)
    played = _read(arguments.record)
    try:
        if arguments.json:
            for moment in replay(played):
                for choice in notes(moment.step):
                    thought = {"event": "note", "seat": choice.seat, "note": choice.note, "value": choice.value}
                    print(json.dumps({"step": moment.number, **thought}))
                for event in moment.events:
                    print(json.dumps({"step": moment.number, **msgspec.to_builtins(event)}))
        else:
            for line in story(played):
                print(line)
            _print_result(Played(played))
    except Disagreement as error:
        raise UserError(f"{arguments.record}: {error}") from error
    return 0


def audit(argv: list[str]) -> int:
    """Check recorded matches."""
    parser = ArgumentParser("arena audit", description=_AUDIT, allow_abbrev=False)
    parser.add_argument("records", type=Path, nargs="+", metavar="RECORD")
    arguments = parser.parse_args(argv)
    wrong = 0
    for path in arguments.records:
        try:
            played = record.load(_bytes(path))
            steps = sum(1 for _ in replay(played))
        except (Damaged, Disagreement) as error:
            wrong += 1
            print(f"{path}: {error}")
        else:
            print(f"{path}: match {printable(played.fixture.match)}: {steps} steps in order")
    if wrong:
        print(f"{wrong} of {len(arguments.records)} not in order", file=sys.stderr)
    return FAILED if wrong else 0


def rerun_verb(argv: list[str]) -> int:
    """Feed a failed bot the same input again."""
    parser = ArgumentParser("arena rerun", description=_RERUN, allow_abbrev=False)
    parser.add_argument("capsule", type=Path, metavar="CAPSULE", help="a file that was kept of a failure")
    parser.add_argument(
        "--bot", metavar="BOT", help="another bot than the one that failed: house name, folder, command"
    )
    parser.add_argument("--seconds", type=_seconds, default=10.0, help="how long to wait for each answer")
    arguments = parser.parse_args(argv)
    kept = capsule.read(arguments.capsule)
    manifest = find(arguments.bot) if arguments.bot else rerun.manifest_of(kept)
    require([manifest])
    same = True
    for finding in trio.run(rerun.rerun, kept, manifest, arguments.seconds):
        same = same and finding.same
        print(finding.sentence)
    return 0 if same else FAILED


def bots(argv: list[str]) -> int:
    """List the house bots."""
    parser = ArgumentParser("arena bots", description="The bots that come with the arena.", allow_abbrev=False)
    parser.add_argument("--json", action="store_true", help="print JSON for programs, not a table for people")
    arguments = parser.parse_args(argv)
    rows = [{"bot": name, "idea": _idea(name)} for name in house_bots()]
    print(json.dumps(rows, indent=2) if arguments.json else tabulate(rows, headers="keys"))
    return 0


async def _play(fixture: Fixture, manifests: list[Manifest], arguments: Namespace) -> Played:
    async with open_referee(Bots.IN_PROCESS if arguments.in_process else Bots.FRESH) as referee:
        return await referee.play(
            fixture, manifests, capsules=[arguments.capsules] * fixture.seats, logs=arguments.logs
        )


def _fixture(arguments: Namespace) -> tuple[Fixture, list[Manifest]]:
    """What the arguments ask for, or all that is wrong with them."""
    game = GAMES.get(arguments.game)
    if game is None:
        raise UserError(f"there is no game {arguments.game!r}; there are: {', '.join(GAMES)}")
    try:
        options = game.options(arguments.variants)
    except Refused as error:
        raise UserError(str(error)) from error
    if len(arguments.bots) not in game.seats:
        few, many = game.seats.start, game.seats.stop - 1
        raise UserError(f"{game.title} is played by {few} to {many} bots, not {len(arguments.bots)}")
    manifests = [msgspec.structs.replace(find(bot), isolation=Isolation(arguments.isolation)) for bot in arguments.bots]
    seed = seed_of(arguments.seed)
    fixture = Fixture(
        match=match_name(game.name, seed),
        game=game.name,
        options=str(options),
        bots=tuple(manifest.name for manifest in manifests),
        seed=seed,
        budget=Budget(arguments.start, arguments.decision, arguments.bank),
        tables=_board(arguments.board) if arguments.board else None,
    )
    return fixture, manifests


def _board(path: Path) -> Any:
    from arena.games.mlem.boardfile import read  # only for who has a mat of his own

    try:
        return read(_bytes(path).decode())
    except (Refused, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {error}") from error


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0.0 <= seconds <= 86_400.0:
        raise ValueError(text)
    return seconds


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from error


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path} cannot be a folder: {error.strerror}") from error


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error


def _read(path: Path) -> Record:
    try:
        return record.load(_bytes(path))
    except Damaged as error:
        raise UserError(f"{path}: {error}") from error


def _print_result(played: Played) -> None:
    failures = [capsule.read(path) for path in played.capsules]
    for line in outcome(played.record, {kept.seat: kept.stderr for kept in failures if kept.stderr}):
        print(line)
    for path in played.capsules:
        print(f"to send it the same input again: arena rerun {path}")
    print(f"\nvariants {played.record.fixture.options}, match {printable(played.record.fixture.match)}")


def _summary(played: Played) -> dict[str, Any]:
    result, fixture = played.record.result, played.record.fixture
    faults: list[list[str]] = [[] for _ in fixture.bots]
    for fault in played.record.faults():
        faults[fault.seat].append(str(fault.fault))
    return {
        "match": fixture.match,
        "game": fixture.game,
        "variants": fixture.options,
        "bots": list(fixture.bots),
        "places": list(result.places),
        "points": list(result.points),
        "ended": list(result.ended),
        "faults": faults,
        "capsules": [str(path) for path in played.capsules],
    }


def _idea(name: str) -> str:
    """The first sentence of a house bot's own description."""
    from importlib.util import find_spec

    spec = find_spec(f"bots.{name}")
    if spec is None or spec.origin is None:
        return ""
    text = Path(spec.origin).read_text("utf-8")
    return " ".join(re.split(r"\.\s|\.$|\n\n", text.split('"""')[1].strip())[0].split()) if '"""' in text else ""
