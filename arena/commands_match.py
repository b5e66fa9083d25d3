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
from arena.arguments import (
    add_budget,
    add_isolation,
    budget,
    output_file,
    output_folder,
    refuse_jail_inside,
    seed,
    some_seconds,
)
from arena.errors import UserError
from arena.exit_codes import Exit
from arena.files import read_bytes
from arena.fixture import Fixture, match_name, seed_of
from arena.games import GAMES
from arena.games.api import Refused
from arena.inprocess import cannot_load
from arena.isolation.levels import Isolation
from arena.isolation.require import require
from arena.manifest import Manifest, find, house_bots, must_be_there
from arena.mat import load as load_mat
from arena.player import ArenaFailure
from arena.record import Damaged
from arena.referee import Bots, Played, open_referee
from arena.replay import Disagreement, replay
from arena.story import names, notes, outcome, story
from protocol.text import printable

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
    parser.add_argument("--seed", type=seed, help="any text; the same seed gives the same dice (default: a new one)")
    parser.add_argument("--in-process", action="store_true", help="run trusted Python bots inside the arena")
    add_isolation(parser)
    add_budget(parser)
    parser.add_argument("--record", type=output_file, metavar="FILE", help="write the record of the match to this file")
    parser.add_argument(
        "--capsules", type=output_folder, default=Path("capsules"), help="folder for what is kept of failures"
    )
    parser.add_argument(
        "--logs", type=output_folder, metavar="DIR", help="keep here what they write to stderr, by seat"
    )
    parser.add_argument("--quiet", action="store_true", help="print only the result")
    parser.add_argument("--json", action="store_true", help="print one JSON object: places, points, faults by seat")
    arguments = parser.parse_args(argv)
    arguments.seed = arguments.seed or secrets.token_hex(16)
    fixture, manifests = _fixture(arguments)
    if arguments.in_process:
        refuse_jail_inside(Isolation(arguments.isolation))
        for bot, manifest in zip(arguments.bots, manifests, strict=True):
            if why := cannot_load(manifest):
                raise UserError(f"the bot {bot!r} cannot be loaded: {why}")
    else:
        for bot, manifest in zip(arguments.bots, manifests, strict=True):
            must_be_there(bot, manifest)
        require(manifests)
    if arguments.logs and arguments.in_process:
        raise UserError("--in-process: what bots inside the arena write to stderr is on stderr; leave out --logs")
    if arguments.logs:
        arguments.logs.mkdir(parents=True, exist_ok=True)
    try:
        played = trio.run(_play, fixture, manifests, arguments)
    except ArenaFailure as failure:
        raise UserError(f"the match does not count, the arena failed: {failure}") from failure
    if arguments.record:
        _write(arguments.record, record.dump(played.record))
    if played.unkept:
        print(f"arena: what there is of a failure could not be kept: {printable(played.unkept)}", file=sys.stderr)
    if arguments.json:
        print(json.dumps({**_summary(played), "seed": arguments.seed}))
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
    try:
        played = record.load(read_bytes(arguments.record, record.LARGEST, "a record"))
        if arguments.json:
            for moment in replay(played):
                for choice in notes(moment.step):
                    thought = {"event": "note", "seat": choice.seat, "note": choice.note, "value": choice.value}
                    print(json.dumps({"step": moment.number, **thought}))
                for fault in record.faults_of(moment.step):
                    trouble = {"event": "fault", "seat": fault.seat, "fault": fault.fault, "detail": fault.detail}
                    print(json.dumps({"step": moment.number, **trouble}))
                for event in moment.events:
                    print(json.dumps({"step": moment.number, **msgspec.to_builtins(event)}))
        else:
            for line in story(played):
                print(line)
            _print_result(Played(played))
    except (Damaged, Disagreement) as error:
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
            played = record.load(read_bytes(path, record.LARGEST, "a record"))
            steps = sum(1 for _ in replay(played))
        except (Damaged, Disagreement) as error:
            wrong += 1
            print(f"{path}: {error}")
        else:
            print(f"{path}: match {printable(played.fixture.match)}: {steps} steps in order")
    if wrong:
        print(f"{wrong} of {len(arguments.records)} not in order", file=sys.stderr)
    return Exit.NO if wrong else Exit.DONE


def rerun_verb(argv: list[str]) -> int:
    """Feed a failed bot the same input again."""
    parser = ArgumentParser("arena rerun", description=_RERUN, allow_abbrev=False)
    parser.add_argument("capsule", type=Path, metavar="CAPSULE", help="a file that was kept of a failure")
    parser.add_argument(
        "--bot", metavar="BOT", help="another bot than the one that failed: house name, folder, command"
    )
    parser.add_argument("--seconds", type=some_seconds, default=10.0, help="how long to wait for each answer")
    arguments = parser.parse_args(argv)
    kept = capsule.read(arguments.capsule)
    manifest = find(arguments.bot) if arguments.bot else rerun.manifest_of(kept)
    must_be_there(arguments.bot or kept.bot, manifest)
    require([manifest])
    for fault in kept.faults:
        print(f"the fault then: {printable(fault)}")
    same = True
    for finding in trio.run(rerun.rerun, kept, manifest, arguments.seconds):
        same = same and finding.same
        print(finding.sentence)
    return Exit.DONE if same else Exit.NO


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
    dice = seed_of(arguments.seed)
    fixture = Fixture(
        match=match_name(game.name, dice),
        game=game.name,
        options=str(options),
        bots=tuple(manifest.name for manifest in manifests),
        seed=dice,
        budget=budget(arguments),
        tables=load_mat(arguments.board) if arguments.board else None,
    )
    return fixture, manifests


def _write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror}") from error


def _print_result(played: Played) -> None:
    failures = [capsule.read(path) for path in played.capsules]
    for line in outcome(played.record, {kept.seat: kept.stderr for kept in failures if kept.stderr}):
        print(line)
    for path, kept in zip(played.capsules, failures, strict=True):
        said = [bytes.fromhex(line.hex) for line in kept.lines if line.by == "bot"]
        print(f"\nthe last that {names(played.record)[kept.seat]} said: {rerun.shown(said[-1] if said else b'')}")
        print(f"to send it the same input again: arena rerun {shlex.quote(str(path))}")
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
