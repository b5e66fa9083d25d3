"""The master seed of a run: promised before the first match, told after the last, and kept for going on meanwhile."""

from hashlib import sha256
from pathlib import Path

from results.store import Store


def commitment(seed: str) -> str:
    """What is published before the first match, so that everybody can see afterwards that the seed was not chosen."""
    return sha256(seed.encode()).hexdigest()


def stored_seed(path: Path) -> str:
    """The seed that an earlier run drew, if there was one."""
    if not path.exists() or path.stat().st_size == 0:
        return ""
    with Store.read(path) as store:
        return store.meta.secret or store.meta.seed
