"""What pairing is worth on the real game: how many times more matches with dice of their own would be as precise.

Bots that are close to each other are compared by substitution at every table size; printed is the ratio for win share,
for points, and for points less luck where luck can be told. With --groups, fewer or more than 400 groups a table size.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
# How NEW differs from greedy: what is written there, and what instead.
CHANGES = {
    "almost equal": ("NEARER = 3.0", "NEARER = 2.8"),
    "close": ("HOME = 1.0", "HOME = 2.0"),
    "clearly different": ("HOME = 1.0", "HOME = 6.0"),
}
FIELD = "cautious,bold,greedy"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--groups", type=int, default=400, help="groups a table size (default 400)")
    parser.add_argument("--workers", type=int, default=1, help="matches at once (default 1)")
    parser.add_argument("--only", choices=list(CHANGES), action="append", help="only these bots")
    parser.add_argument("--luck", action="store_true", help="points less luck, too")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    start = time.monotonic()
    for line in report(given.only or list(CHANGES), given):
        print(line, flush=True)
    print(f"\n{time.monotonic() - start:.0f} s in all.")


def report(names: Sequence[str], given: argparse.Namespace) -> Iterator[str]:
    """The gains as lines of text."""
    yield f"{given.groups} groups a line, all variants, against {FIELD}; how many times more matches without pairing."
    yield ""
    yield "NEW and OLD        seats  difference         win share  points  points less luck"
    with TemporaryDirectory() as folder:
        for name in names:
            yield from _lines(name, changed(Path(folder, name.replace(" ", "-")), *CHANGES[name]), given)


def changed(folder: Path, written: str, instead: str) -> Path:
    """Greedy in a folder of its own, with one thing changed."""
    text = (ROOT / "bots/greedy.py").read_text("utf-8")
    assert text.count(written) == 1
    folder.mkdir()
    (folder / "bot.py").write_text(text.replace(written, instead))
    (folder / "bot.toml").write_text('name = "changed"\ncommand = ["python3", "bot.py"]\nentry = "bot.py:BOT"\n')
    return folder


def _lines(name: str, new: Path, given: argparse.Namespace) -> Iterator[str]:
    from arena.referee import Bots
    from tournaments.verdicts.asking import Asked, comparison
    from tournaments.verdicts.judging import as_they_are, compared
    from tournaments.verdicts.luck import less_luck
    from tournaments.verdicts.playing import opened

    asked = Asked(new=str(new), old="greedy", groups=4 * given.groups, field=FIELD, bots=Bots.IN_PROCESS)
    with opened(comparison(asked), None, "bench") as session:
        session.play(given.workers, quiet=True)
        found = compared(session, less_luck if given.luck else as_they_are)
    for size, part in found.seats.items():
        assert part.share is not None, "there are groups of every size"
        apart = part.share.difference
        gains = [measure.gain if measure else None for measure in (part.share, part.points, part.less_luck)]
        shown = [f"{gain:.1f}" if gain else "-" for gain in gains]
        interval = f"{100 * apart.mean:+.1f} [{100 * apart.low:+.1f}, {100 * apart.high:+.1f}]"
        yield f"{name:18} {size:5}  {interval:18} {shown[0]:>9}  {shown[1]:>6}  {shown[2]:>16}"


if __name__ == "__main__":
    main()
