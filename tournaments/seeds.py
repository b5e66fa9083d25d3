"""The master seed of a run: promised before the first match, told after the last, and kept for going on meanwhile.

A seed is a text, and people choose short ones. Bots are given numbers that follow from it, and everybody the
commitment: whoever tries texts can see which is the right one. So each try is made to cost, once for all of a run.
"""

from functools import lru_cache
from hashlib import scrypt, sha256
from pathlib import Path

from arena.fixture import derive
from results.store import Store

SALT = b"mlem-arena"
COST = 1 << 15  # a sixteenth of a second or so, and 32 MiB of memory
BLOCK = 8
LONG = 16  # characters; of those that are drawn, each has four bits


@lru_cache(64)
def master_seed(seed: str) -> bytes:
    """What the schedule and all luck of a run are derived from."""
    return scrypt(seed.encode(), salt=SALT, n=COST, r=BLOCK, p=1, maxmem=256 * COST * BLOCK, dklen=32)


def schedule_seed(master: bytes) -> bytes:
    """What a schedule is drawn by; it tells nothing of the dice."""
    return derive(master, "schedule")


def commitment(seed: str) -> str:
    """What is published before the first match, so that everybody can see afterwards that the seed was not chosen."""
    return sha256(master_seed(seed)).hexdigest()


def stored_seed(path: Path) -> str:
    """The seed that an earlier run drew, if there was one."""
    if not path.exists() or path.stat().st_size == 0:
        return ""
    with Store.read(path) as store:
        return store.meta.secret or store.meta.seed
