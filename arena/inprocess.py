"""A trusted Python bot inside our own process: no pipes, no limits, the same matches.

It is given exactly the maps that it would have read from its stdin, and its answer is judged the same way. What cannot
be had here: a bot that hangs hangs us, too, and one that is late is found out only when it answers.
"""

import sys
import time
import traceback
from contextlib import redirect_stdout, suppress
from typing import TYPE_CHECKING

import msgspec
import trio

from arena import entry
from arena.bot_process import ending
from arena.clock import Times
from arena.errors import UserError
from arena.manifest import Manifest
from arena.player import Answer, Besides, Mishap
from arena.sdk import Match
from protocol import Fault
from protocol.refusals import told
from protocol.text import printable
from protocol.troubles import HINTS, Reason
from protocol.words import Act, Ask, Over, Start

if TYPE_CHECKING:
    from arena.sdk import Bot

_encode = msgspec.msgpack.Encoder().encode
_plain = msgspec.msgpack.Decoder().decode


class InProcess:
    """A bot that is a function or class of ours."""

    def __init__(self, bot: "Bot") -> None:
        self._bot = bot
        self._match: Match | None = None

    async def begin(self, start: Start) -> Mishap | None:
        await trio.lowlevel.checkpoint()
        try:
            with redirect_stdout(sys.stderr):
                self._match = Match(self._bot, _plain(_encode(start)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything: its fault, not our end
            return _ended(error)
        return None

    async def choose(self, ask: Ask) -> Answer:
        assert self._match, "choose comes after begin"
        read = _plain(_encode(ask))
        cpu, start = time.thread_time(), trio.current_time()
        try:
            with redirect_stdout(sys.stderr):
                said: Act | Mishap = msgspec.convert(_plain(_encode(self._match.act(read))), Act)
        except msgspec.ValidationError as error:
            said = Mishap(Fault.GARBLED, f"({Reason.BAD_FIELD}) {HINTS[Reason.BAD_FIELD]}: {told(error)}")
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything: its fault, not our end
            said = _ended(error)
        wall, cpu = trio.current_time() - start, time.thread_time() - cpu
        times = Times(wall, cpu, max(0.0, wall - cpu), 0.0)  # here, only the time that it computes is its own
        if isinstance(said, Act) and times.charged > ask.budget.decision + ask.budget.bank:
            said = Mishap(Fault.LATE, f"it took {times.charged:.3f} s")
        return Answer(said, times)

    async def end(self, over: Over) -> None:
        if self._match:
            with (
                suppress(Exception, SystemExit),
                redirect_stdout(sys.stderr),
            ):  # the match is over: nothing is its fault any more
                self._match.over(_plain(_encode(over)))

    def dismiss(self) -> None:
        self._match = None

    def besides(self) -> Besides:
        return Besides()


def load(manifest: Manifest) -> "Bot":
    """The function or class that a Python bot's manifest names as its entry."""
    if manifest.entry is None:
        raise UserError(f"{manifest.name} cannot run inside the arena: only house bots and folders with an `entry` can")
    return entry.load(manifest.entry, manifest.folder)


def cannot_load(manifest: Manifest) -> str:
    """Why a bot could not even begin here, and where in its file; nothing if it could."""
    try:
        load(manifest)
    except UserError as error:
        return str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot's file may raise anything
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename[0] != "<"]
        own = frames[-1].filename != entry.__file__  # else the file could not even be read, and the error says where
        place = f"{frames[-1].filename}:{frames[-1].lineno}: " if own else ""
        return place + "".join(traceback.format_exception_only(error)).strip()
    return ""


def _ended(error: BaseException) -> Mishap:
    """What a process would have come to by this, and on stderr what it would have written there."""
    if not isinstance(error, SystemExit):
        print("\n".join(map(printable, "".join(traceback.format_exception(error)).splitlines())), file=sys.stderr)
        status = 1
    elif error.code is None or isinstance(error.code, int):
        status = (error.code or 0) & 0xFF
    else:
        print(error.code, file=sys.stderr)
        status = 1
    return Mishap(Fault.EXITED, ending(status))
