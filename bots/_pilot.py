"""The guide to MLEM: looks at what the planner likes best, by expeditions that are flown to their end in imagination.

What an expedition is worth is the chance to win that it leaves.
"""

from collections.abc import Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace

from arena.games.chance import RandomDraw
from arena.games.mlem import MLEM, moves
from arena.games.mlem.options import Options
from arena.games.mlem.state import Phase, State
from arena.games.mlem.tables import DEEP, Board
from arena.games.mlem.view import View
from bots._expedition import CLOSE, OVER, End, Expedition
from bots._imagined import Prospects
from bots._outlook import Outlook, learnt
from bots._race import Look
from bots._reckoning import Reckoning
from bots._rocket import Stand, rockets
from bots._thinking import More
from bots._worth import tuned
from bots.planner import Player

CHOICES = 5  # actions that are looked at
MARGIN = 3.0  # points that the planner may like them less than its favourite
BOARDING = 0.3  # seconds that it takes to reckon which cat to send, if more than `CLOSE` fly; more with variants
STEPS = 40_000  # of reckoning in one decision: what they find is kept until it is made
POINT = 0.015  # chance to win that a point of the planner's is worth


class Pilot:
    """The guide for one seat in one match."""

    def __init__(self, board: Board, options: Options, seats: int, seat: int) -> None:
        self.dear = 0.25 if options.ufo else 0.1  # every expedition token takes tables of its own
        self._boarding = BOARDING * (1 + options.ufo + options.exploration) if seats > CLOSE else 0.0
        self._seat = seat
        self._imagine = partial(MLEM.imagine, options, seats, board)
        self._player = Player(board, options, seats, tuned())
        self._outlook = Outlook(board, options, seats, learnt()[seats])

    def prospects(self, view: View, legal: Sequence[Any], random: Random, more: More) -> Prospects:
        values = self._player.values(self._seat, view, list(legal))
        places = sorted(range(len(legal)), key=values.__getitem__, reverse=True)[:CHOICES]
        places = [place for place in places if values[place] >= values[places[0]] - MARGIN]
        if view.phase is Phase.KEEP:  # no expedition tells what missions are worth
            places = places[:1]
        liking = [POINT * (values[place] - values[places[0]]) for place in places]
        flights = _Flights(self, view, [legal[place] for place in places], random, more)
        dear = self._boarding if view.phase is Phase.BOARD else 0.0
        return Prospects(places, liking, flights.chance, flights.reckon, dear)

    def imagined(self, view: View, random: Random) -> State:
        """A state with this view. What others' missions may be, the outlook knows better than a draw."""
        return replace(self._imagine(view, RandomDraw(random)), players=view.players)

    def expedition(self, view: View) -> Expedition:
        return Expedition(self._player.plans(view), self._outlook)

    def boarding(self, state: State) -> dict[int, Any]:
        """By seat, what all who board later are likely to do: what the planner would, for all that I know of them."""
        likely = {}
        while state.phase is Phase.BOARD:
            seat, legal = state.asked, list(state.legal)
            values = self._player.values(seat, state, legal)
            likely[seat] = legal[values.index(max(values))]
            state = MLEM.apply(state, {seat: likely[seat]})
        return likely


class _Flights:
    """What comes of the actions of one decision."""

    def __init__(self, pilot: Pilot, view: View, actions: Sequence[Any], random: Random, more: More) -> None:
        state = pilot.imagined(view, random)
        self._seat = view.seat
        self._number = view.expedition
        self._after = [MLEM.apply(state, {view.seat: action}) for action in actions] if len(actions) > 1 else []
        self._expedition = pilot.expedition(view)
        boarding = view.phase is Phase.BOARD and self._after and more()
        self._boarding = pilot.boarding(self._after[0]) if boarding else {}  # what follows my favourite, for all
        self._salt = random.getrandbits(48)
        self._seen: dict[tuple[int, Any, End], float] = {}

    def chance(self, action: int, world: int) -> float:
        """Of winning, after this action and one end of the expedition."""
        random = Random(self._salt + world)
        state = self._ready(self._after[action], random)
        flying = state.expedition == self._number and state.phase is not Phase.OVER
        end = self._expedition.fly(state, random.random) if flying else OVER
        key = (action, state.aboard, end)
        if key not in self._seen:
            self._seen[key] = self._expedition.chances(state, end)[self._seat]
        return self._seen[key]

    def reckon(self, more: More) -> Look:
        """Looks at all that can come of an action, and not at one end of it."""
        known: dict[Any, Reckoning] = {}  # those that have all in common but where the rocket stands
        steps = iter(range(STEPS))

        def step() -> bool:
            return more() and next(steps, None) is not None

        def look(action: int, world: int) -> float | None:
            state = self._ready(self._after[action], Random(self._salt + world))
            if state.expedition != self._number or state.phase is Phase.OVER:
                return self.chance(action, world)
            key = (state.players, state.space, state.aboard, state.crashes)
            if key not in known:
                known[key] = Reckoning(self._expedition, state, self._seat, step)
            return known[key].chance(state)

        return look

    def _ready(self, state: State, random: Random) -> State:
        """When tokens are laid, a die is taken back and everybody has boarded."""
        while True:
            if state.phase is Phase.LAY:
                state = MLEM.resolve(state, MLEM.sample(state, RandomDraw(random)))
            elif state.phase is Phase.REGAIN:
                state = MLEM.apply(state, {state.asked: moves.REGAIN[0]})
            elif state.phase is Phase.BOARD and state.aboard:
                state = MLEM.apply(state, {state.asked: self._boarding[state.asked]})
            else:
                return state


def warm() -> None:
    """Make the tables that all matches on the usual board share, before the first one begins."""
    board = MLEM.tables()
    for rocket in rockets(board):
        for field, dice, boosters in product(range(DEEP), range(1, board.dice + 1), (0, 1)):
            rocket.fork(Stand(field, dice, boosters))
