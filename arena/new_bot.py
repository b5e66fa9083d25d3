"""A bot to start from: a folder with a working bot, its manifest, its tests and what to type.

The folder appears whole or not at all: it is written beside its place and then moved there.
"""

import json
import os
import secrets
import shlex
import shutil
from pathlib import Path

from arena.errors import UserError
from arena.games.toml_tables import is_neat
from arena.manifest import house_bots
from protocol.limits import NAME

BOT = '''\
"""A bot for MLEM. Change `choose`, then run `python3 -m unittest` and `arena check .` here."""

from arena.sdk import run

DEEP = 26  # the last field


class Bot:
    """Plays one match; every match gets a new object, whose `over(self, over)` is called at the end if there is one."""

    def __init__(self, start):
        # What stays the same for the whole match. `start` also has "seats", "options" (which variants are played),
        # "budget" (seconds) and "seed" (for random.Random, so that your matches can be repeated).
        self.seat = start["seat"]
        self.fields = start["tables"]["fields"]  # 0 to 26: "faces" that may be used there, "flame", "body" beside it
        self.bodies = start["tables"]["bodies"]  # moon groups, planets, comet, galaxy: "id", "kind", "points"

    def choose(self, ask):
        # `legal` lists all that you may do now, as maps such as {{"do": "leave", "to": "M2"}}: send one back, whole.
        # `view` is all that you may know: "phase", "field" and "dice" of the rocket, "aboard" (seat and cat of each
        # rider, the captain first), "roll", "space" (who stands on each of the bodies), "players", "goals", ...
        view, legal = ask["view"], ask["legal"]
        if view["phase"] == "land":
            return max(legal, key=lambda action: self.landing(view, action))
        if view["phase"] == "travel":
            return max(legal, key=lambda action: self.travel(view, action))
        return legal[0]

    def landing(self, view, action):
        """Leave for the points that there are; stay for what the dice may still bring."""
        if action["do"] == "stay":
            return 0.9 * view["dice"]
        place = next(place for place, body in enumerate(self.bodies) if body["id"] == action["to"])
        taken, points = len(view["space"][place]), self.bodies[place]["points"]
        return points[min(taken, len(points) - 1)]

    def travel(self, view, action):
        """Far, with few dice: the ones that were used are gone for this expedition. Flames are not."""
        if action["do"] != "travel":
            return -1.0 if action["do"] == "crash" else 0.0
        flame = self.fields[view["field"]]["flame"]
        used = [(face, count) for face, count in view["roll"] if face in action["faces"]]
        distance = sum(count * (flame if face == "flame" else face) for face, count in used)
        spent = sum(count for face, count in used if face != "flame")
        return min(distance, DEEP - view["field"]) - 2.0 * spent


if __name__ == "__main__":
    run(Bot, name={quoted})
'''

TOML = """\
name = {quoted}
version = "1"
command = ["python3", "bot.py"]  # started in this folder; any program in any language will do
entry = "bot.py:Bot"             # the same bot inside the arena's process: faster, only for Python
"""

TEST = '''\
"""Tests of the bot: run `python3 -m unittest` in its folder."""

import unittest
from pathlib import Path

import trio

from arena.commands_bot import check
from arena.fixture import Fixture, seed_of
from arena.games import GAMES
from arena.inprocess import InProcess, load
from arena.manifest import find
from arena.match import Table

HERE = Path(__file__).parent
MLEM = GAMES["mlem"]


def play(number, options, bots):
    """A whole match inside this process, the same whenever it has the same number; a record of all that happened."""
    names = tuple(f"seat-{{seat}}" for seat in range(len(bots)))
    fixture = Fixture(
        match=f"test-{{number}}", game="mlem", options=str(options), bots=names, seed=seed_of(str(number))
    )
    return trio.run(Table(fixture, [InProcess(bot) for bot in bots]).play)


class BotTest(unittest.TestCase):
    def setUp(self):
        self.bot = load(find(str(HERE)))

    def test_it_plays_every_variant_with_every_number_of_seats_without_a_fault(self):
        for options in MLEM.every:
            for seats in MLEM.seats:
                with self.subTest(options=str(options), seats=seats):
                    record = play(seats, options, [self.bot] * seats)
                    self.assertEqual(list(record.faults()), [])

    def test_it_beats_random(self):
        # A fixed set of matches: the verdict changes only when the bot does. Raise the bar as your bot gets better.
        random, matches = load(find("random")), 48
        wins = 0
        for number in range(matches):
            seat = number % 4
            bots = [self.bot if place == seat else random for place in range(4)]
            record = play(number, MLEM.every[number % 8], bots)
            wins += record.result.places[seat] == 1
        self.assertGreater(wins / matches, 0.4, "four equal players would win 0.25 each")

    def test_it_keeps_the_protocol(self):
        self.assertEqual(check(["--quick", str(HERE)]), 0, "run `arena check .` to see what is wrong")


if __name__ == "__main__":
    unittest.main()
'''

README = """\
# {name}

A bot for the arena, to start from. It needs only `mlem-arena`.

```
python3 -m unittest          # its own tests
arena check .                # does it keep the protocol? says what is wrong, with the bytes
arena play . random          # one match against a house bot
```

- `bot.py`: the bot. `choose` is called for every decision and returns one of the legal actions.
- `bot.toml`: its name, and the command that starts it.
- `test_bot.py`: real matches inside the test's own process, and `arena check`.

What it prints goes to its log (stderr). Its stdout belongs to the protocol.
"""

FILES = {"bot.py": BOT, "bot.toml": TOML, "test_bot.py": TEST, "README.md": README}


def write(folder: str, name: str | None = None) -> list[str]:
    """Write the bot into a new folder; what to tell the author."""
    place = Path(folder)
    title = _title(name if name is not None else place.resolve().name)
    quoted = json.dumps(title, ensure_ascii=False)  # good in Python and in TOML
    _refuse(place)
    beside = place.parent / f".{secrets.token_hex(8)}.new-bot"
    try:
        beside.mkdir()
        try:
            for file, text in FILES.items():
                (beside / file).write_text(text.format(name=title, quoted=quoted), "utf-8")
            os.rename(beside, place)
        except BaseException:
            shutil.rmtree(beside, ignore_errors=True)
            raise
    except OSError as error:
        raise UserError(f"{place} cannot be written: {error.strerror}; nothing was made") from error
    bot = shlex.quote(f"./{folder}" if folder in house_bots() else folder)  # a house bot's name would mean that one
    return [
        f"{title} is in {place}: {', '.join(FILES)}",
        "try:",
        f"  arena check {bot}",
        f"  arena play {bot} random",
    ]


def _refuse(place: Path) -> None:
    if not place.parent.is_dir():
        raise UserError(f"{place.parent} is not a folder; make it first")
    if place.is_symlink() or (place.exists() and not place.is_dir()):
        raise UserError(f"{place} is there already; nothing was written")
    if place.is_dir() and any(place.iterdir()):
        raise UserError(f"{place} is there already and is not empty; nothing was written. Name a new folder")


def _title(name: str) -> str:
    """The name, if it can be one: it is shown to people, and said in `ready`."""
    if not is_neat(name, NAME):
        raise UserError(f"{name!r} cannot be the name of a bot: 1 to {NAME} printable characters; give one with --name")
    return name
