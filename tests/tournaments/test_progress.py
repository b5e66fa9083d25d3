"""The line that shows how a tournament goes."""

import os
import pty
import struct
from fcntl import ioctl
from io import StringIO
from termios import TIOCSWINSZ

from tests.tournaments.cups import by_strength
from tournaments.pairing import Pairing
from tournaments.progress import Leaders, Progress

ROW = by_strength(0, Pairing(1, ("bot-1", "bot-0"), "base", 0))


def test_the_line_fits_the_terminal() -> None:
    reading, writing = pty.openpty()
    ioctl(writing, TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
    with open(writing, "w", encoding="utf-8") as terminal:
        progress = Progress(out=terminal)
        progress.scheduled(2000, 1000)
        progress.played(ROW)
        line = os.read(reading, 1000).decode().removeprefix("\r\x1b[K")
    os.close(reading)
    assert line.startswith("[############............] 1001/2000 matches")
    assert len(line) == 49


def test_where_nobody_watches_the_last_line_says_how_it_ended() -> None:
    out = StringIO()
    progress = Progress(out=out)
    progress.scheduled(3, 0)
    for _ in range(3):
        progress.played(ROW)
    progress.close()
    assert [line.partition(" matches")[0][-3:] for line in out.getvalue().splitlines()] == ["1/3", "3/3"]


def test_who_leads_is_known_from_the_runs_before() -> None:
    assert str(Leaders([ROW])) == "leading: bot-0 100%, bot-1 0%"
