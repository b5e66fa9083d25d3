"""Before anything is played: is everybody there? A bot that cannot even say ready would lose all its matches, and its
author or the organiser would find out at the end."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import trio

from arena.botfile import FILE
from arena.errors import UserError
from arena.isolation.levels import Isolation
from arena.manifest import Manifest
from arena.referee import Absence, Bots
from protocol.text import printable
from tournaments.config import Entrant
from tournaments.plan import Plan
from tournaments.pool import Worker
from tournaments.worker import Called, Failed, Roll

TOLD = 5  # entrants who are not there
LINES = 5  # of what a bot wrote to stderr


async def call_the_roll(plan: Plan, pool: Sequence[Worker]) -> None:
    """Have every bot started and greeted once, by all workers side by side; raises `UserError` if one is not ready."""
    manifests = list({entrant.manifest: None for entrant in plan.entrants})
    absent: dict[Manifest, Absence] = {}

    async def call(worker: Worker, some: Sequence[Manifest]) -> None:
        reply = await worker.ask(Roll(tuple(some), plan.budget.start))
        if isinstance(reply, Failed):
            raise UserError(f"nothing was played: the bots could not be greeted, the arena failed: {reply.why}")
        assert isinstance(reply, Called), "a roll is called"
        absent.update((bot, absence) for bot, absence in zip(some, reply.absences, strict=True) if absence)

    async with trio.open_nursery() as nursery:
        for place, worker in enumerate(pool):
            nursery.start_soon(call, worker, manifests[place :: len(pool)])
    if absent:
        raise UserError("\n".join(_told(plan, absent)))


def _told(plan: Plan, absent: dict[Manifest, Absence]) -> Iterator[str]:
    missing = [entrant for entrant in plan.entrants if entrant.manifest in absent]
    yield f"nothing was played: of {len(plan.entrants)} bots, {len(missing)} cannot be started"
    for entrant in missing[:TOLD]:
        absence = absent[entrant.manifest]
        yield f"{printable(entrant.name)}: {printable(absence.detail)}"
        yield from (f"    {printable(line)}" for line in absence.log.splitlines()[-LINES:])
        if plan.bots is not Bots.IN_PROCESS:
            yield f"  to look closer: {_check(entrant)}"
    if len(missing) > TOLD:
        yield f"and {len(missing) - TOLD} more"


def _check(entrant: Entrant) -> str:
    """The command that tests this bot, wherever it is given."""
    folder, level = entrant.manifest.folder, entrant.manifest.isolation
    is_folder = folder and folder.name == Path(entrant.bot).name and (folder / FILE).is_file()
    words = ["arena", "check", str(folder) if is_folder else entrant.bot]
    words += ["--isolation", level] if level is not Isolation.LIMITS else []
    there = "" if is_folder or folder in (None, Path.cwd()) else f"cd {shlex.quote(str(folder))} && "
    return there + shlex.join(words)
