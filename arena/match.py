"""One match, refereed exactly by the rules, whatever the bots do.

The game says what it waits for; luck comes from the fixture's seed; seats are asked and judged. An illegal or late
answer costs a strike and the game's `default` is played; at the third strike, or at once when a bot cannot go on, its
seat is played on by `default` and placed last. The others notice nothing.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import trio

from arena import __version__
from arena.clock import Times, Use
from arena.fixture import Fixture
from arena.games import GAMES
from arena.games.api import AnyGame, Chance, Decide, Event, ranking
from arena.games.chance import KeyedDraw
from arena.player import INSTANT, Besides, Mishap, Player
from arena.record import FORMAT, Choice, Clock, Decision, Header, Lost, Luck, Record, Result, Step, us
from protocol import Fault
from protocol.faults import PLAYED, STRIKES
from protocol.refusals import as_json, told
from protocol.words import Ask, BudgetLeft, Over, Start

FORGIVEN = (Fault.LATE, Fault.ILLEGAL, Fault.BUSY)  # cost a strike; all others cost the seat


class Chair:
    """One seat during a match: who sits there, with how much time, and what it has not been told yet."""

    def __init__(self, seat: int, player: Player | None, decision: float, bank: float) -> None:
        self.seat = seat
        self.player = player
        self.times: list[Times] = []  # of what it decided
        self._sat_here = player
        self.budget = BudgetLeft(decision, bank)
        self.strikes = 0
        self.ended: str = PLAYED
        self._told = 0  # of all events, how many the seat has been told, but for those that are not for it

    def blame(self, mishap: Mishap) -> None:
        """Count a strike, or take the seat away."""
        self.strikes += 1
        if mishap.kind in FORGIVEN and self.strikes < STRIKES:
            return
        if self.player:
            self.player.dismiss()
        self.player = None
        self.ended = mishap.kind

    def pay(self, times: Times) -> None:
        """Note a decision, and take what it took beyond its own time out of the bank."""
        self.times.append(times)
        decision, bank = self.budget.decision, self.budget.bank
        if times.wall > decision:  # most are far from it
            self.budget = BudgetLeft(decision, bank - min(bank, max(0.0, times.charged - decision)))

    def use(self) -> Use:
        """What whoever sits here, or has sat here, used in the match."""
        besides = self._sat_here.besides() if self._sat_here else Besides()
        times = self.times
        return Use(
            len(times),
            us(sum(t.wall for t in times)),
            us(sum(t.cpu for t in times)),
            us(sum(t.wait for t in times)),
            us(max((t.charged for t in times), default=0.0)),
            us(besides.idle),
            besides.memory,
            besides.log,
        )

    def read(self, events: Sequence[Event]) -> Sequence[Event]:
        """What happened since the seat was last told, of all that it may know."""
        news, self._told = events[self._told :], len(events)
        for event in news:
            if event.only is not None:
                return [event for event in news if event.only in (None, self.seat)]
        return news


class Table:
    """A match while it is played."""

    def __init__(self, fixture: Fixture, players: Sequence[Player | Mishap]) -> None:
        self.fixture = fixture
        self.game: AnyGame = GAMES[fixture.game]
        self.options = self.game.options(fixture.options)
        own = fixture.tables
        self.tables = self.game.tables() if own is None else msgspec.convert(own, self.game.kinds.tables)
        self.chairs = [
            Chair(seat, None if isinstance(player, Mishap) else player, fixture.budget.decision, fixture.budget.bank)
            for seat, player in enumerate(players)
        ]
        self.steps: list[Step] = []
        self.events: list[Event] = []
        self.turn = 0  # decisions so far
        for chair, player in zip(self.chairs, players, strict=True):
            if isinstance(player, Mishap):
                self._lose(chair, player)

    async def play(self) -> Record:
        """Play to the end."""
        await self._begin()
        state = await self._moves()
        result = self._result(state)
        async with trio.open_nursery() as nursery:
            for chair in self.chairs:
                nursery.start_soon(self._end, chair, result)
        header = Header(FORMAT, __version__, self.game.version, self.fixture)
        uses = [chair.use() for chair in self.chairs]
        return Record(header, tuple(self.steps), result, Clock.of(self._times(), uses))

    async def _moves(self) -> Any:
        game, dice, tell = self.game, self.fixture.dice, self.events.append
        state = game.setup(self.options, self.fixture.seats, self.tables, tell)
        while True:
            node = game.node(state)
            if isinstance(node, Decide):
                seats, alone = node.seats, len(node.seats) == 1
                choices = (await self._choose(state, seats[0]),) if alone else await self._together(state, seats)
                self.turn += 1
                self.steps.append(Decision(choices))
                state = game.apply(state, {choice.seat: choice.action for choice in choices}, tell)
            elif isinstance(node, Chance):
                outcome = game.sample(state, KeyedDraw(dice, node.key))
                self.steps.append(Luck(outcome))
                state = game.resolve(state, outcome, tell)
            else:
                return state

    async def _together(self, state: Any, seats: Sequence[int]) -> tuple[Choice, ...]:
        """What each of these seats does, all at once: none waits for another."""
        chosen: dict[int, Choice] = {}

        async def ask(seat: int) -> None:
            chosen[seat] = await self._choose(state, seat)

        async with trio.open_nursery() as nursery:
            for seat in seats:
                nursery.start_soon(ask, seat)
        return tuple(chosen[seat] for seat in seats)

    async def _choose(self, state: Any, seat: int) -> Choice:
        game, chair = self.game, self.chairs[seat]
        player = chair.player
        if player is None:
            return Choice(seat, game.default(state, seat))
        legal = game.legal(state, seat)
        view, events = game.view(state, seat), chair.read(self.events)
        answer = await player.choose(Ask(self.fixture.match, self.turn, view, tuple(legal), events, chair.budget))
        act = answer.said
        chair.pay(answer.times)
        if isinstance(act, Mishap):
            return self._blamed(state, chair, act)
        action = act.action
        if type(action) is dict:  # else one of those that we offered
            action = self._judge(action, legal)
            if isinstance(action, Mishap):
                return self._blamed(state, chair, action)
        return Choice(seat, action, None, "", act.note, act.value)

    def _blamed(self, state: Any, chair: Chair, mishap: Mishap) -> Choice:
        """What is done for a seat whose bot did nothing that counts."""
        chair.blame(mishap)
        return Choice(chair.seat, self.game.default(state, chair.seat), mishap.kind, mishap.detail)

    def _judge(self, said: dict[str, Any], legal: Any) -> Any:
        """The action, if it is one and is legal; otherwise the mishap."""
        try:
            action = msgspec.convert({"action": said}, _spoken(self.game.kinds.action)).action
        except msgspec.ValidationError as error:
            return Mishap(Fault.ILLEGAL, f"this is no action of the game: {told(error)}")
        return action if action in legal else Mishap(Fault.ILLEGAL, f"not among the legal actions: {as_json(said)}")

    def _lose(self, chair: Chair, mishap: Mishap) -> None:
        chair.blame(mishap)
        self.steps.append(Lost(chair.seat, mishap.kind, mishap.detail))

    async def _begin(self) -> None:
        fixture = self.fixture
        for chair in self.chairs:
            if chair.player is None:
                continue
            start = Start(
                fixture.match,
                fixture.game,
                self.game.version,
                self.options,
                self.tables,
                chair.seat,
                fixture.seats,
                fixture.budget,
                fixture.bot_seed(chair.seat),
            )
            mishap = await chair.player.begin(start)
            if mishap:
                self._lose(chair, mishap)

    def _times(self) -> Iterator[Times]:
        """What each choice took, in the order of the choices; nothing for those of a seat without a bot."""
        each = [iter(chair.times) for chair in self.chairs]
        for step in self.steps:
            if isinstance(step, Decision):
                yield from (next(each[choice.seat], INSTANT) for choice in step.choices)

    def _result(self, state: Any) -> Result:
        points = self.game.score(state)
        ended = tuple(chair.ended for chair in self.chairs)
        return Result(placed(self.game.places(state), ended), points, ended)

    async def _end(self, chair: Chair, result: Result) -> None:
        if chair.player:
            await chair.player.end(
                Over(self.fixture.match, result.places, result.points, chair.read(self.events), chair.ended)
            )


@cache
def _spoken(action: Any) -> Any:
    """A struct around an action: msgspec takes a bare union apart at every conversion, but a struct only once."""
    return msgspec.defstruct("Spoken", [("action", action)])


def placed(places: Sequence[int], ended: Sequence[str]) -> tuple[int, ...]:
    """Places by the game among those who played to the end; whoever lost the seat comes after them."""
    played = sum(how == PLAYED for how in ended)
    worst = len(places) + 1
    ranks = ranking([-place if how == PLAYED else -worst for place, how in zip(places, ended, strict=True)])
    return tuple(rank if how == PLAYED else played + 1 for rank, how in zip(ranks, ended, strict=True))
