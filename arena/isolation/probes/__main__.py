"""The program that is started at a level: reads the bait from stdin, tries everything, tells it on stdout line by line,
and leaves something behind. A word in its command says whose it is."""

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from arena.isolation.probes import Bait, through
from arena.isolation.probes.appetite import PATIENT, many
from arena.isolation.probes.table import INSIDE, SLOW, name

NOTES = ("/tmp", "/var/tmp", "/dev/shm")


def main(what: str, bait: Bait) -> None:
    if what == "many":
        _tell(SLOW, through(many, bait))
        return
    for probes in INSIDE.values():
        for probe in probes:
            _tell(name(probe), through(probe, bait))
    for folder in NOTES:
        with suppress(OSError):
            Path(folder, bait["note"]).write_text("for whoever comes next")
    _leave_a_daemon()


def _tell(probe: str, verdict: tuple[bool, str]) -> None:
    print(json.dumps([probe, *verdict]), flush=True)


def _leave_a_daemon() -> None:
    """One that has left its group and holds nothing open."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.closerange(0, 3)
            time.sleep(PATIENT)
        os._exit(0)
    os.wait()


if __name__ == "__main__":
    main(sys.argv[1], json.loads(sys.stdin.readline()))
