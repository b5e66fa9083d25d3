"""Any game at all, played on in imagination: whatever the seat cannot know is drawn at random, and so is what everybody
does. It needs no knowledge of the game but the contract; it is what the search falls back on."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from arena.games.api import AnyGame, Chance, Over
from arena.games.chance import RandomDraw
from bots._race import Look
from bots._thinking import More

STEPS = 300  # of one game that is imagined; then it is judged as it stands
SEEN = 24  # actions that are looked at: more of them would get too few looks each


class Prospects(NamedTuple):
    """What a search looks at in one decision."""

    actions: Sequence[int]  # by their place among the legal ones, the favourite first
    liking: Sequence[float]  # what is known of each before the first look, to be added to every one
    look: Look
    reckon: Callable[[More], Look] | None = None  # looks that take longer and see more, if there are any
    dear: float = 0.0  # seconds that they take at least; if any, only those who are not clearly behind get them


class Guide(Protocol):
    """What the search has to know about a game."""

    dear: float  # CPU seconds that it may take before the first look

    def prospects(self, view: Any, legal: Sequence[Any], random: Random, more: More) -> Prospects:
        """What is worth a look in this decision."""


class Imagined:
    """The guide to any game."""

    dear = 0.0

    def __init__(self, game: AnyGame, options: Any, seats: int, tables: Any, seat: int) -> None:
        self._game = game
        self._setting = (options, seats, tables)
        self._seat = seat

    def prospects(self, view: Any, legal: Sequence[Any], random: Random, more: More) -> Prospects:
        salt = random.getrandbits(48)
        usual = self._usual(view, legal, random)
        places = sorted(range(len(legal)), key=lambda place: (place != usual, random.random()))[:SEEN]

        def look(action: int, world: int) -> float | None:
            return self._played(view, legal[places[action]], Random(salt + world), more)

        return Prospects(places, [0.0] * len(places), look)

    def _usual(self, view: Any, legal: Sequence[Any], random: Random) -> int:
        """The action that the game itself would choose for somebody who says nothing."""
        state = self._game.imagine(*self._setting, view, RandomDraw(random))
        usual = self._game.default(state, self._seat)
        return legal.index(usual) if usual in legal else 0

    def _played(self, view: Any, action: Any, random: Random, more: More) -> float | None:
        """How a game ends that begins with this action; None when there is no time to see it."""
        game, draw = self._game, RandomDraw(random)
        state = game.imagine(*self._setting, view, draw)
        forced: dict[int, Any] = {self._seat: action}
        for _ in range(STEPS):
            node = game.node(state)
            if isinstance(node, Over):
                break
            if not more():
                return None
            if isinstance(node, Chance):
                state = game.resolve(state, game.sample(state, draw))
                continue
            actions = {
                seat: forced[seat] if seat in forced else random.choice(list(game.legal(state, seat)))
                for seat in node.seats
            }
            state, forced = game.apply(state, actions), {}
        return self._worth(state)

    def _worth(self, state: Any) -> float:
        """The share of the others that are beaten, and a little for every point ahead of the best of them."""
        places, points = self._game.places(state), self._game.score(state)
        mine, me = places[self._seat], points[self._seat]
        beaten = sum([(mine < place) + (mine == place) / 2 for place in places]) - 0.5
        ahead = me - max([value for seat, value in enumerate(points) if seat != self._seat], default=me)
        return beaten / max(len(places) - 1, 1) + 0.1 * ahead / (10 + abs(ahead))
