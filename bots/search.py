"""Plays on in imagination, again and again, as long as there is time, and does what turned out best. How the looks are
compared is in `_race`; what is looked at is the guide's, `_pilot` for MLEM and `_imagined` for any other game.

`--think MS` sets the time for a decision, `--work N` the number of looks and of steps of reckoning instead: then the
same seed gives the same match.
"""

import sys
import time
from math import inf
from random import Random
from typing import Any

import msgspec

from arena.games import GAMES
from arena.games.mlem import MLEM
from arena.sdk import run
from bots._imagined import Guide, Imagined, Prospects
from bots._pilot import Pilot, warm
from bots._race import Race
from bots._thinking import More, Thinking, from_arguments, undisturbed

WORLDS = 64  # that are looked at before anything is reckoned: more of them hardly ever change the choice
CLOSER = 2  # worlds that are reckoned


class Search:
    """Plays one match."""

    thinking = Thinking()

    def __init__(self, start: dict[str, Any]) -> None:
        game = GAMES[start["game"]]
        options = msgspec.convert(start["options"], game.kinds.options)
        tables = msgspec.convert(start["tables"], game.kinds.tables)
        seats, seat = start["seats"], start["seat"]
        self._kinds = game.kinds
        self._seed: int = start["seed"]
        self._plain: Guide = Imagined(game, options, seats, tables, seat)
        self._guide: Guide = Pilot(tables, options, seats, seat) if game is MLEM else self._plain
        self._dearest = self._guide.dear
        self._saved = 0.0  # seconds

    def choose(self, ask: dict[str, Any]) -> Any:
        if len(ask["legal"]) == 1:
            return ask["legal"][0]
        began = time.process_time()
        more = self.thinking.begin(ask["budget"], self._saved)
        view = msgspec.convert(ask["view"], self._kinds.view)
        legal = msgspec.convert(ask["legal"], list[self._kinds.action])  # type: ignore[name-defined]
        guide = self._guide if self.thinking.affords(self._dearest, ask["budget"]) else self._plain
        found = guide.prospects(view, legal, Random(f"{self._seed}/{ask['turn']}"), more)
        self._dearest = max(self._dearest, time.process_time() - began)
        enough = began + self.thinking.given(ask["budget"], self._saved)
        race, seen = self._compared(found, self.thinking.looking(more), enough)
        best = race.best()
        self._saved = self.thinking.save(self._saved, time.process_time() - began)
        note = f"{race.looks} {seen} {len(found.actions)} of {len(legal)} actions"
        return ask["legal"][found.actions[best]], note, round(race.value(best), 3) if race.looks else None

    def _compared(self, found: Prospects, more: More, enough: float) -> tuple[Race, str]:
        """The actions by what a look at each shows; or by more, where it can be reckoned before there is enough."""
        race = Race(found.liking, found.look)
        race.run(more, WORLDS if found.reckon else inf)
        if not found.reckon or time.process_time() + found.dear > enough:
            return race, "looks at"
        closer = Race(found.liking, found.reckon(more), race.running if found.dear else None)
        with undisturbed():
            closer.run(more, CLOSER)
        return (closer, "reckonings of") if closer.worlds else (race, "looks at")


BOT = Search


def thinking(how: Thinking) -> type[Search]:
    """The bot that thinks like this."""
    return type("Search", (Search,), {"thinking": how})


if __name__ == "__main__":
    bot = thinking(from_arguments(sys.argv[1:]))
    warm()
    run(bot, name="search")
